import { type Call, contract } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { insertBelongings } from '../../interface/roles/role-network.ts'
import { World } from '../../world/world.ts'
import { type AccountOf, openAccount } from './driver-account.ts'

const calls = Object.values(contract)
  .flatMap((named) => Object.values(named as Record<string, Call>))
  .filter(({ roles }) => roles === 'driver')

/** Bodies that would do something where the call were the caller's; a call that is missing here is made without one. */
const bodies: Record<string, object> = {
  'PATCH driver/me': { first_name: 'Mallory' },
  'POST driver/me/contact/code': { email: 'mallory@people.example' },
  'PUT driver/me/contact': { email: 'mallory@people.example', code: '000000' },
  'POST driver/me/deletion': { code: '000000' },
  'POST driver/me/tags': { token: 'MALLORY1' },
  'PATCH driver/me/tags/{token}': { blocked: true },
}

/** Calls of the driver's own session, tried with another driver's ids: each call of the contract, and so each new one. */
describe.each(openTestDatabases())('a driver reaches nothing of another ($name)', ({ open }) => {
  let world: World
  let mallory: AccountOf
  let anna: AccountOf
  let own: Record<string, string>
  const absent: Record<string, string> = {
    id: '99999999',
    token: 'NO-SUCH-TAG',
    month: '2026-03',
    number: '99999999',
  }

  beforeAll(async () => {
    world = await World.open(await open())
    const rows = await world.get<{ id: number }[]>('managers')
    const of = await insertBelongings(world.db, rows[0]!.id, 'ANNA', world.clock.now())
    await sql`update drivers set email = 'anna@people.example', first_name = 'Anna', last_name = 'Sedova'
      where id = ${of.driver}`.execute(world.db)
    anna = await openAccount(world, { email: 'anna@people.example' })
    expect(anna.id).toBe(of.driver)
    mallory = await openAccount(world, { email: 'mallory0@people.example' })
    const order = await anna.call<{ id: number }[]>('GET', 'driver/me/orders')
    expect(order.body.length).toBeGreaterThan(0)
    own = { id: String(order.body[0]!.id), token: 'CARD-ANNA', month: '2026-03', number: '1' }
    expect((await anna.call('GET', `driver/me/orders/${own.id}`)).status).toBe(200)
  })
  afterAll(() => world?.close())

  /** Everything that is Anna's, as text. */
  const annas = async () => {
    const tables = [
      'drivers',
      'id_tokens',
      'orders',
      'driver_sessions',
      'payments',
      'saved_cards',
      'tag_proofs',
      'push_subscriptions',
    ]
    const texts = await Promise.all(
      tables.map(async (table) => {
        const column = table === 'drivers' ? 'id' : 'driver_id'
        const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(table)} t
          where ${sql.ref(column)} = ${anna.id} order by 1`.execute(world.db)
        return rows.map(({ text }) => text).join('\n')
      }),
    )
    return texts.join('\n\n')
  }
  const pathOf = ({ path }: Call, ids: Record<string, string>) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      if (!(name in ids)) throw new Error(`Whose is {${name}} of ${path}? Say so in this story.`)
      return ids[name]!
    })
  const secrets = ['anna@people.example', 'Sedova', 'CARD-ANNA', 'ST-ANNA']

  test.each(calls.map((call) => ({ name: `${call.method} ${call.path}`, call })))('$name', async ({
    name,
    call,
  }) => {
    const before = await annas()
    const make = (ids: Record<string, string>) => mallory.call(call.method, pathOf(call, ids), bodies[name])
    const [foreign, gone] = [await make(own), await make(absent)]
    // what names nothing may do something of the caller's own, and the second time something else
    if (call.path.includes('{')) {
      expect(foreign.status, foreign.text).toBe(gone.status)
      if (!call.download) expect(foreign.text).toBe(gone.text)
      if (!call.path.includes('{month}')) expect(foreign.status).toBe(404)
    }
    expect(foreign.status).toBeLessThan(500)
    for (const secret of secrets) expect(foreign.text).not.toContain(secret)
    expect(await annas()).toBe(before)
  })

  test('each body and query takes no id of a driver, an order or a session', () => {
    const fields = calls.flatMap(({ method, path, body, query }) =>
      [body, query]
        .filter((schema) => !(schema instanceof z.ZodUndefined))
        .flatMap((schema) => [
          ...JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).matchAll(
            /"(\w*(?:driver|order|session|_id|Id)\w*)":/g,
          ),
        ])
        .map(([, field]) => `${method} ${path}: ${field}`),
    )
    expect(fields).toEqual([])
  })
})
