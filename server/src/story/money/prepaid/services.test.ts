import type { ErrorAnswer, Location, Service, ServiceType } from '@stationmaster/contract'
import { mostServices } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { Office } from '../../world/office.ts'

describe('services at a location', () => {
  let office: Office
  let location: Location
  beforeAll(async () => {
    office = await Office.open(await openTestDatabase())
    const owner_id = await office.idOf('manager')
    location = (await office.call<Location>('administrator', 'POST', 'locations', { name: 'Yard', owner_id }))
      .body
  })
  afterAll(() => office.close())

  const texts = (name: string) => ({ en: name, de: `${name} (de)`, ru: `${name} (ru)` })
  const addType = async (name: string, icon = 'wash') =>
    (
      await office.call<ServiceType>('administrator', 'POST', 'types/services', {
        icon,
        names: texts(name),
        descriptions: texts(''),
      })
    ).body
  const add = (type_id: number, price: number, locationId = location.id) =>
    office.call<Service & ErrorAnswer>('manager', 'POST', `locations/${locationId}/services`, {
      type_id,
      price,
    })
  const list = async (language = 'en') =>
    (
      await office.call<Service[]>('operator', 'GET', `locations/${location.id}/services`, undefined, {
        'accept-language': language,
      })
    ).body

  test('a manager sells what administrators have named, each kind once, in the language of who asks', async () => {
    const [wash, coffee] = [await addType('Wash'), await addType('Coffee', 'coffee')]
    expect((await add(wash.id, 50_000)).body).toMatchObject({ type_id: wash.id, name: 'Wash', price: 50_000 })
    const made = (await add(coffee.id, 50)).body
    expect(await add(coffee.id, 60)).toMatchObject({ status: 409, body: { code: 'service.type_used' } })
    expect(await add(999_999, 60)).toMatchObject({ status: 404, body: { code: 'service_type.not_found' } })
    expect((await list()).map(({ name, icon }) => [name, icon])).toEqual([
      ['Coffee', 'coffee'],
      ['Wash', 'wash'],
    ])
    expect((await list('ru')).map(({ name }) => name)).toEqual(['Coffee (ru)', 'Wash (ru)'])
    const { body } = await office.call<Location>('manager', 'GET', `locations/${location.id}`)
    expect(body.services).toEqual(await list())
    expect(body.can.sell).toBe(true)

    const dearer = await office.call<Service>('manager', 'PATCH', `services/${made.id}`, { price: 12_345 })
    expect(dearer.body).toEqual({ ...made, price: 12_345 })
    const used = await office.call('administrator', 'DELETE', `types/services/${coffee.id}`)
    expect(used).toMatchObject({ status: 409, body: { code: 'service_type.in_use' } })
    expect((await office.call('manager', 'DELETE', `services/${made.id}`)).status).toBe(204)
    expect((await list()).map(({ name }) => name)).toEqual(['Wash'])
    expect((await office.call('administrator', 'DELETE', `types/services/${coffee.id}`)).status).toBe(204)
    const { body: types } = await office.call<ServiceType[]>('manager', 'GET', 'types/services')
    expect(types.map(({ name, locations }) => [name, locations])).toEqual([['Wash', 1]])
  })

  test.each([0, -1, 1.5, 10_000_001, '500', null])('a price of %j is refused', async (price) => {
    const type = await addType(`Free ${price}`)
    expect((await add(type.id, price as number)).status).toBe(400)
  })

  test.each([
    { icon: 'dragon' },
    { names: { en: 'A', de: 'B' } },
    { names: { en: 'A', de: ' ', ru: 'C' } },
    { descriptions: { en: 'x'.repeat(301), de: '', ru: '' } },
  ])('a kind of service of %j is refused', async (part) => {
    const body = { icon: 'wash', names: texts('A'), descriptions: texts(''), ...part }
    expect((await office.call('administrator', 'POST', 'types/services', body)).status).toBe(400)
  })

  test('a location sells a dozen of them, and no more', async () => {
    const owner_id = await office.idOf('manager')
    const other = (
      await office.call<Location>('administrator', 'POST', 'locations', { name: 'Mall', owner_id })
    ).body
    for (let i = 0; i < mostServices; i += 1)
      expect((await add((await addType(`Kind ${i}`)).id, 100, other.id)).status).toBe(201)
    expect(await add((await addType('One more')).id, 100, other.id)).toMatchObject({
      status: 409,
      body: {
        code: 'service.too_many',
        error: 'You have added a maximal amount of services for this location.',
      },
    })
  })

  test('a location that is deleted holds no kind of service back', async () => {
    const owner_id = await office.idOf('manager')
    const gone = (
      await office.call<Location>('administrator', 'POST', 'locations', { name: 'Gone', owner_id })
    ).body
    const type = await addType('Sauna')
    await add(type.id, 100, gone.id)
    await office.call('administrator', 'DELETE', `locations/${gone.id}`)
    expect((await office.call('administrator', 'DELETE', `types/services/${type.id}`)).status).toBe(204)
  })
})

test('where the network asks for plans a location sells nothing before its owner has one', async () => {
  const office = await Office.open(await openTestDatabase(), { PLANS: 'on' })
  const owner_id = await office.idOf('manager')
  const names = { en: 'Wash', de: 'Wäsche', ru: 'Мойка' }
  const type = await office.call<ServiceType>('administrator', 'POST', 'types/services', {
    icon: 'wash',
    names,
    descriptions: { en: '', de: '', ru: '' },
  })
  const made = async (body: object) =>
    (await office.call<Location>('administrator', 'POST', 'locations', { name: 'Yard', ...body })).body
  const add = (who: 'administrator' | 'manager', { id }: Location) =>
    office.call<Service & ErrorAnswer>(who, 'POST', `locations/${id}/services`, {
      type_id: type.body.id,
      price: 100,
    })
  const [owned, own] = [await made({ owner_id }), await made({})]
  expect([owned.needs_pro, own.needs_pro]).toEqual([true, false])
  for (const who of ['administrator', 'manager'] as const)
    expect(await add(who, owned)).toMatchObject({ status: 402, body: { code: 'plan.pro_needed' } })
  expect((await add('administrator', own)).status).toBe(201)

  const { db } = office.database
  const now = office.clock.now()
  await sql`insert into payment_accounts (manager_id, provider, vendor_ref, name, tax_id, country, city, zip, address, saved_at)
    values (${owner_id}, 'sandbox', 'v', 'Yard', '1', 'DE', 'Berlin', '1', 'Street', ${now})`.execute(db)
  await sql`insert into subscriptions (manager_id, state, frequency, next_frequency, quantity, anchored_at, period_start,
      period_end, due_at, created_at)
    values (${owner_id}, 'active', 'monthly', 'monthly', 1, ${now}, ${now}, ${now}, ${now}, ${now})`.execute(
    db,
  )
  const { body } = await office.call<Location>('manager', 'GET', `locations/${owned.id}`)
  expect(body.needs_pro).toBe(false)
  expect((await add('manager', owned)).status).toBe(201)
  await office.close()
})
