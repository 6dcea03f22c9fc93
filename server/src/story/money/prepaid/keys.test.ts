import { type Call, contract } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, testConfig } from '../../../platform/general/testing.ts'
import { type RunningServer, startServer } from '../../../server.ts'
import { demoAccounts, demoPassword } from '../../../slices/people/managers/staff/demo-accounts.ts'
import { insertManager } from '../../../slices/people/managers/store.ts'
import { insertLink } from '../../../slices/public/pay/store.ts'
import { type Belongings, insertBelongings } from '../../interface/roles/role-network.ts'

const calls = Object.values(contract).flatMap((named) => Object.values(named as Record<string, Call>))
const forPeople = calls.filter(({ roles }) => roles !== 'public')

/** Keys that are given to things and to drivers: each opens its own calls, for what it names, and nothing else. */
describe('the key of a wall, of a terminal and of a driver', () => {
  let server: RunningServer
  let own: Belongings
  let foreign: Belongings
  const keys: Record<string, string> = {}
  const now = new Date('2026-03-05T12:00:00Z')

  beforeAll(async () => {
    server = await startServer(testConfig({ LOG_LEVEL: 'error' }), { database: await openTestDatabase() })
    server.readiness.ready = true
    const { db } = server.database
    const owner = async (email: string) =>
      (await insertManager(db, {
        email,
        passwordHash: 'none',
        role: 'manager',
        firstName: 'N',
        lastName: 'N',
        createdAt: now,
      }))!
    own = await insertBelongings(db, await owner('one@example.com'), 'OWN', now)
    foreign = await insertBelongings(db, await owner('other@example.com'), 'FOREIGN', now)
    await db.updateTable('orders').set({ hold_minor: 10_000 }).where('id', '=', own.order).execute()
    const { email } = demoAccounts.find(({ role }) => role === 'administrator')!
    const { body } = await ask('POST', 'auth/manager/log-in', { email, password: demoPassword })
    const administrator: string = body.access_token
    keys.wall = (await ask('POST', 'wall-screens', { name: 'Wall' }, administrator)).body.key
    const terminal = { name: 'POS', location_id: own.location, provider: 'bank', market_shop_id: 'T-1' }
    keys.terminal = (await ask('POST', 'terminals', terminal, administrator)).body.key
    const { id: by } = await db
      .selectFrom('managers')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    keys.driver = await db
      .transaction()
      .execute((tx) => insertLink(tx, { orderId: own.order, driverId: own.driver, by, at: now }))
  })
  afterAll(() => server.close())

  async function ask(method: string, path: string, body?: unknown, key?: string) {
    const answer = await server.app.inject({
      method: method as 'GET',
      url: path.startsWith('/') ? path : `/api/v1/${path}`,
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const text = answer.body
    return { status: answer.statusCode, body: text.startsWith('{') ? JSON.parse(text) : text }
  }

  test.each(['wall', 'terminal', 'driver'])('of a %s opens no call of people', async (name) => {
    for (const { method, path } of forPeople) {
      const { status, body } = await ask(method, path.replaceAll(/\{\w+\}/g, '1'), undefined, keys[name])
      expect({ status, code: body.code }, `${method} ${path}`).toEqual({ status: 401, code: 'auth.required' })
    }
    const query = { query: '{ orders { total_count } }' }
    expect((await ask('POST', '/api/graphql', query, keys[name])).status).toBe(401)
  })

  test('opens its own calls, and those of no other key', async () => {
    expect((await ask('GET', 'wall/screen', undefined, keys.wall)).status).toBe(200)
    expect((await ask('GET', `pay/${keys.driver}`)).status).toBe(200)
    for (const key of [keys.terminal, keys.driver])
      expect((await ask('GET', 'wall/screen', undefined, key)).status).toBe(401)
    const paid = { order_id: own.order, amount: 100, document_number: '1' }
    for (const key of [keys.wall, keys.driver])
      expect((await ask('POST', 'terminal-payments', paid, key)).status).toBe(401)
    for (const key of [keys.wall, keys.terminal]) expect((await ask('GET', `pay/${key}`)).status).toBe(404)
  })

  test('of a terminal knows no order of another place', async () => {
    const pay = (order_id: number) =>
      ask('POST', 'terminal-payments', { order_id, amount: 100, document_number: '1' }, keys.terminal)
    const absent = await pay(999_999)
    expect(absent).toMatchObject({ status: 404, body: { code: 'order.not_found' } })
    expect(await pay(foreign.order)).toEqual(absent)
    expect((await pay(own.order)).body.code).not.toBe('order.not_found')
  })

  test('of a driver buys no service of another place, and takes none back of another order', async () => {
    const buy = (service_id: number) =>
      ask('POST', `pay/${keys.driver}/services`, {
        service_id,
        price: 100,
        wish: `wish-of-service-${service_id}`,
      })
    const absent = await buy(999_999)
    expect(absent.status).toBeGreaterThanOrEqual(400)
    expect(await buy(foreign.service)).toEqual(absent)
    const takeBack = (id: number) => ask('POST', `pay/${keys.driver}/services/${id}/cancel`)
    const sold = await soldWith(foreign)
    expect(await takeBack(sold)).toEqual(await takeBack(999_999))
    const { state } = await server.database.db
      .selectFrom('sold_services')
      .select('state')
      .where('id', '=', sold)
      .executeTakeFirstOrThrow()
    expect(state).toBe('asked')
  })

  async function soldWith({ order, service }: Belongings): Promise<number> {
    const { db } = server.database
    const { type_id } = await db
      .selectFrom('location_services')
      .select('type_id')
      .where('id', '=', service)
      .executeTakeFirstOrThrow()
    const names = JSON.stringify({ en: 'Wash', de: 'Wäsche', ru: 'Мойка' })
    const { id } = await db
      .insertInto('sold_services')
      .values({
        order_id: order,
        type_id,
        names,
        icon: 'wash',
        price_minor: 100,
        state: 'asked',
        due_at: now,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
})
