import type { ErrorAnswer, Station, StationModel } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { aStation, Office } from '../world/office.ts'

const aModel = {
  vendor_name: 'Nordlicht',
  model: 'Wall 22',
  image: 'https://pictures.example/wall.png',
  evses: [{ number: 1, connectors: [{ number: 1, type: 'Type 2', current: 'AC', power: 7.4 }] }],
}

describe.each(openTestDatabases())('station models ($name)', ({ open }) => {
  let office: Office
  let own: number
  beforeAll(async () => {
    office = await Office.open(await open())
    own = await office.addLocation('Own yard', await office.idOf('manager'))
    const foreign = await office.addLocation('Foreign yard')
    await office.addStation(own, 'OLD', { image: 'https://pictures.example/old.png' })
    office.clock.forward(1000)
    await office.addStation(own, 'NEW', {
      vendor_name: 'VOLTWERK',
      connectors: [{ evse_number: 2, number: 3, type: 'CHAdeMO', current: 'DC', power: 50.5 }],
    })
    await office.addStation(foreign, 'FOREIGN', { vendor_name: 'Zaptec', model: 'Go' })
  })
  afterAll(() => office.close())

  const models = (who: 'administrator' | 'manager' | 'operator' = 'administrator', more = '') =>
    office.call<StationModel[]>(who, 'GET', `stations?group_by=model${more}`)
  const names = async (...query: Parameters<typeof models>) =>
    (await models(...query)).body.map(({ vendor_name, model }) => `${vendor_name} ${model}`)

  test('those of the stations that the caller may see, each as its newest station is', async () => {
    expect(await names()).toEqual(['VOLTWERK Duo 150', 'Zaptec Go'])
    expect((await models('manager')).body).toEqual([
      {
        id: null,
        vendor_name: 'VOLTWERK',
        model: 'Duo 150',
        image: null,
        evses: [{ number: 2, connectors: [{ number: 3, type: 'CHAdeMO', current: 'DC', power: 50.5 }] }],
      },
    ])
    const stations = await office.call<Station[]>('manager', 'GET', 'stations')
    expect(stations.body.map(({ id }) => id).toSorted()).toEqual(['NEW', 'OLD'])
  })

  test('an added one is there for everybody, once, and stands for the stations of its name', async () => {
    const added = await office.call<StationModel>('manager', 'POST', 'station-models', aModel)
    expect(added).toMatchObject({ status: 201, body: aModel })
    const again = { ...aModel, vendor_name: ' NORDLICHT ', model: 'wall 22' }
    expect(await office.call<ErrorAnswer>('administrator', 'POST', 'station-models', again)).toMatchObject({
      status: 409,
      body: { code: 'station_model.exists' },
    })
    const shown = { ...aModel, vendor_name: 'Voltwerk', model: 'DUO 150', image: '' }
    expect((await office.call('administrator', 'POST', 'station-models', shown)).status).toBe(201)
    expect(await names('manager')).toEqual(['Nordlicht Wall 22', 'Voltwerk DUO 150'])
    const listed = await models('manager', '&search=duo')
    expect(listed.body).toEqual([{ id: null, ...shown, image: null }])
    const entry = await office.database.db
      .selectFrom('audit_log')
      .select(['manager_id', 'after'])
      .where('action', '=', 'station_model.add')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    expect(entry).toEqual({ manager_id: await office.idOf('manager'), after: aModel })
  })

  test('one that was added is described anew by who added it and by administrators, and nobody else', async () => {
    const [own] = (await models('manager', '&search=wall')).body
    const path = `station-models/${own!.id}`
    const [shown] = (await models('administrator', '&search=duo')).body
    const changed = { ...aModel, model: 'Wall 11' }
    expect(await office.call('manager', 'PUT', path, changed)).toMatchObject({ status: 200, body: changed })
    expect(
      await office.call<ErrorAnswer>('manager', 'PUT', `station-models/${shown!.id}`, changed),
    ).toMatchObject({ status: 404, body: { code: 'station_model.not_found' } })
    const inUse = { ...changed, vendor_name: 'voltwerk', model: 'duo 150' }
    expect(await office.call<ErrorAnswer>('manager', 'PUT', path, inUse)).toMatchObject({
      status: 409,
      body: { code: 'station_model.exists' },
    })
    expect(await office.call('administrator', 'PUT', path, aModel)).toMatchObject({
      status: 200,
      body: { id: own!.id, ...aModel },
    })
    expect((await models('operator', '&search=wall')).body).toMatchObject([{ id: null, ...aModel }])
  })

  test('one that is deleted leaves its stations, which show it as they are', async () => {
    const { body: added } = await office.call<StationModel>('manager', 'POST', 'station-models', {
      ...aModel,
      vendor_name: 'zaptec',
      model: 'GO',
    })
    expect(await names()).toContain('zaptec GO')
    const path = `station-models/${added.id}`
    expect((await office.call('manager', 'DELETE', path)).status).toBe(204)
    expect((await office.call('manager', 'DELETE', path)).status).toBe(404)
    expect(await names()).toContain('Zaptec Go')
  })

  test('are searched, counted and paged', async () => {
    expect(await names('administrator', '&search=nord%2022')).toEqual(['Nordlicht Wall 22'])
    const second = await models('administrator', '&limit=1&offset=1')
    expect(second.body.map(({ model }) => model)).toEqual(['DUO 150'])
    expect(second.headers['x-total-count']).toBe('3')
    expect((await models('administrator', '&offset=3')).headers['x-total-count']).toBe('3')
  })

  test('a deleted station leaves no model behind', async () => {
    const { db } = office.database
    const deleted = (at: Date | null) =>
      db.updateTable('stations').set({ deleted_at: at }).where('id', '=', 'FOREIGN').execute()
    await deleted(office.clock.now())
    expect(await names()).not.toContain('Zaptec Go')
    await deleted(null)
  })

  const connector = aModel.evses[0]!.connectors[0]!
  const evses = (...connectors: object[]) => ({ evses: [{ number: 1, connectors }] })
  test.each([
    ['no manufacturer', { vendor_name: ' ' }],
    ['no model', { model: '' }],
    ['a picture that is no address', { image: 'javascript:alert(1)' }],
    ['a picture without TLS', { image: 'http://pictures.example/wall.png' }],
    ['a picture of nothing that was uploaded', { image: '/api/v1/locations/export' }],
    ['no EVSE', { evses: [] }],
    ['an EVSE without connectors', evses()],
    ['a connector without power', evses({ ...connector, power: undefined })],
    ['a power that is no number', evses({ ...connector, power: '' })],
    ['a power of nothing', evses({ ...connector, power: 0 })],
    ['an unknown type', evses({ ...connector, type: 'Type 9' })],
    ['an unknown current', evses({ ...connector, current: 'XC' })],
    ['two connectors of one number', evses(connector, connector)],
    ['two EVSEs of one number', { evses: [aModel.evses[0], aModel.evses[0]] }],
    ['33 connectors', evses(...Array.from({ length: 33 }, (_, at) => ({ ...connector, number: at + 1 })))],
    [
      '33 EVSEs',
      { evses: Array.from({ length: 33 }, (_, at) => ({ number: at + 1, connectors: [connector] })) },
    ],
  ])('%s is refused', async (_what, wrong) => {
    const body = { ...aModel, model: 'Refused', ...wrong }
    expect(await office.call<ErrorAnswer>('administrator', 'POST', 'station-models', body)).toMatchObject({
      status: 400,
      body: { code: 'request.invalid' },
    })
  })

  test.each([
    ['', 400],
    ['   ', 400],
    ['a b\u00e9', 400],
    ['x'.repeat(49), 400],
    ['0a1b 2c3d', 201],
  ])('a station of the id %j is answered %i', async (id, status) => {
    const answer = await office.call<Station>('manager', 'POST', `locations/${own}/stations`, aStation(id))
    expect(answer.status).toBe(status)
    if (status === 201) expect(answer.body.id).toBe(id.replaceAll(' ', ''))
  })
})
