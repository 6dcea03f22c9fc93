import type { ErrorCode } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { World } from '../world/world.ts'

interface GraphqlAnswer {
  status: number
  data: Record<string, unknown> | null
  codes: ErrorCode[]
}

describe.each(openTestDatabases())('on $name', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
    const { id, connectorId } = await world.addStation()
    await sql`insert into orders (status, source, location_id, station_id, connector_id, created_at)
      select 'completed', 'rfid', ${world.locationId}, ${id}, ${connectorId}, timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(1, 10000) n`.execute(world.db)
  })
  afterAll(() => world?.close())

  async function ask(query: string, variables?: object): Promise<GraphqlAnswer> {
    const answer = await fetch(`${world.server.url}/api/graphql`, {
      method: 'POST',
      headers: { authorization: world.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors, code } = (await answer.json()) as {
      data?: Record<string, unknown>
      errors?: { extensions: { code: ErrorCode } }[]
      code?: ErrorCode
    }
    const codes = errors?.map(({ extensions }) => extensions.code) ?? (code ? [code] : [])
    return { status: answer.status, data: data ?? null, codes }
  }

  test('the requests of a list and an export are answered whole, and more is an error', async () => {
    const list = await ask('{ orders(limit: 500) { total_count edges { node { id } } } }')
    expect(list.data).toMatchObject({ orders: { total_count: 10_000 } })
    const rows = ({ data }: GraphqlAnswer) => (data?.orders as { edges: { node: { id: string } }[] }).edges
    expect(rows(list)).toHaveLength(500)
    const file = await ask('query ($l: Int) { orders(limit: $l) { edges { node { id } } } }', { l: 10_000 })
    expect(new Set(rows(file).map(({ node }) => node.id)).size).toBe(10_000)
    expect((await ask('{ payments(limit: 50000) { id } }')).codes).toEqual([])
    for (const field of ['orders(limit: 10001) { total_count }', 'payments(limit: 50001) { id }'])
      expect(await ask(`{ ${field} }`)).toMatchObject({ codes: ['request.invalid'] })
  })

  test.each([
    ['orders', 10_000, 'total_count'],
    ['payments', 50_000, 'id'],
    ['groupedPayments', 50_000, 'day'],
  ])('%s takes a limit from 1 to %i, and an offset from 0', async (list, most, field) => {
    const codesOf = async (given: string) => (await ask(`{ ${list}(${given}) { ${field} } }`)).codes
    for (const given of ['limit: 1', `limit: ${most - 1}`, `limit: ${most}`, 'limit: 1, offset: 0'])
      expect(await codesOf(given), given).toEqual([])
    for (const given of ['limit: 0', 'limit: -1', `limit: ${most + 1}`, 'limit: 1, offset: -1'])
      expect(await codesOf(given), given).toEqual(['request.invalid'])
  })

  test('orders can be filtered by where and how they failed', async () => {
    const count = async (given: string) => {
      const { data, codes } = await ask(`{ orders(${given}) { total_count } }`)
      return data ? (data.orders as { total_count: number }).total_count : codes
    }
    const { rows } = await sql<{ id: number; connector: number; station: string }>`
      update orders set outcome = 'energy', firmware = '1.2' where id in (select min(id) from orders)
      returning id, connector_id as connector, station_id as station`.execute(world.db)
    const [{ connector, station }] = rows as [(typeof rows)[0]]
    expect(await count('failed: ["energy"]')).toBe(1)
    expect(
      await count(`failed: ["energy", "stop"], stationId: "${station}", connectorId: ${connector}`),
    ).toBe(1)
    expect(await count('failed: ["energy"], firmware: "1.2"')).toBe(1)
    expect(await count('failed: ["energy"], firmware: ""')).toBe(0)
    expect(await count('failed: ["energy"], model: "no such"')).toBe(0)
    expect(await count('failed: ["start"]')).toBe(0)
    expect(await count(`connectorId: ${connector + 1000}`)).toBe(0)
    expect(await count('stationId: "no such"')).toBe(0)
    expect(await count('failed: ["charged"]')).toEqual(['request.invalid'])
  })

  test('ten lists of a hundred aliases each are refused before they run', async () => {
    const aliases = Array.from({ length: 100 }, (_, n) => `a${n}: node { id }`).join(' ')
    const roots = Array.from({ length: 10 }, (_, n) => `r${n}: orders(limit: 500) { edges { ...E } }`)
    const answer = await ask(`{ ${roots.join(' ')} } fragment E on OrderEdge { ${aliases} }`)
    expect(answer).toEqual({ status: 400, data: null, codes: ['query.too_costly'] })
  })

  test.each([
    ['lists in lists', `{ orders(search: ${'['.repeat(5_000)}) { total_count } }`],
    ['closed lists in lists', `{ orders(search: ${'['.repeat(900)}${']'.repeat(900)}) { total_count } }`],
    ['objects in objects', `{ orders(search: ${'{a:'.repeat(3_000)}1${'}'.repeat(3_000)}) { total_count } }`],
    ['selections in selections', '{ orders '.repeat(2_000)],
    ['a document in JSON', '{}'],
    ['a word of JSON', 'true'],
    ['a zero character', '{ orders(search: "\\u0000") { total_count } }'],
    ['fragments of each other', '{ orders { ...A } } fragment A on OrderConnection { ...A }'],
    ['no such operation', 'mutation { orders }'],
  ])('%s: refused', async (_name, query) => {
    expect(await ask(query)).toEqual({
      status: 400,
      data: null,
      codes: [expect.stringMatching('request.invalid')],
    })
  })

  test.each([
    '-271821-04-20T00:00:00.000Z',
    '+275760-09-13T00:00:00.000Z',
    '0020-02-29T00:00:00Z',
    'x',
  ])('an invalid instant, %s, is refused', async (from) => {
    for (const list of ['orders(from: $from) { total_count }', 'payments(to: $from) { id }'])
      expect(await ask(`query ($from: String) { ${list} }`, { from })).toMatchObject({
        codes: ['request.invalid'],
      })
  })

  test.each([
    '2147483647',
    '2147483648',
    '999999999999',
    '#999999999999',
    '1'.repeat(13),
  ])('an unknown number, %s, finds nothing', async (number) => {
    const query = 'query ($number: String) { orders(search: $number) { total_count } }'
    expect(await ask(query, { number })).toMatchObject({ data: { orders: { total_count: 0 } }, codes: [] })
    const payments = 'query ($number: String) { payments(search: $number) { id } }'
    expect(await ask(payments, { number })).toMatchObject({ data: { payments: [] }, codes: [] })
  })

  test('the schema can be read', async () => {
    const { data } = await ask('{ __schema { queryType { fields { name args { name type { name } } } } } }')
    expect(JSON.stringify(data)).toContain('groupedPayments')
  })

  test('other requests are answered during a long answer', async () => {
    const place = 'location { id name country city street } station { id number }'
    const fields = `id status created_at ${place} connector { id type evse_number number power } meter_start rate tariff`
    let under = true
    const long = ask(`{ orders(limit: 10000) { edges { node { ${fields} } } } }`).finally(() => {
      under = false
    })
    let answered = 0
    while (under) {
      const health = await fetch(`${world.server.url}/health/live`)
      if (under && health.ok) answered += 1
    }
    expect((await long).codes).toEqual([])
    expect(answered).toBeGreaterThan(5)
  })
})
