import { type Call, contract } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { logDriverIn } from '../public/account/driver-account.ts'
import { World } from '../world/world.ts'
import { Chance, drawn, hostileInstants, type Schema } from './hostile/index.ts'
import { insertBelongings } from './roles/role-network.ts'

const seed = process.env.SEED!
const timesEach = 30

const calls = Object.entries(contract).flatMap(([slice, named]) =>
  Object.entries(named as Record<string, Call>).map(([name, call]) => ({ name: `${slice}.${name}`, call })),
)

const inputOf = (schema: z.ZodType): Schema | null =>
  schema instanceof z.ZodUndefined
    ? null
    : (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema)

/** A value in an address; halves of characters, which cannot stand there, as what sloppy clients send. */
const encoded = (value: unknown): string =>
  [...(typeof value === 'object' ? JSON.stringify(value) : String(value))]
    .map((sign) => (/\p{Cs}/u.test(sign) ? '%ED%A0%80' : encodeURIComponent(sign)))
    .join('')
    .slice(0, 4_000)

describe.each(openTestDatabases())('on $name', ({ open }) => {
  let world: World
  let driver: string
  let known: Record<string, readonly unknown[]>
  beforeAll(async () => {
    console.log(`hostile calls: SEED=${seed}`)
    world = await World.open(await open(), undefined, {
      OCPP_CALL_TIMEOUT_SECONDS: '1',
      LOGIN_ATTEMPTS_PER_ADDRESS: '1000000',
      LOGIN_ATTEMPTS_PER_ACCOUNT: '1000000',
    })
    const rows = await world.get<{ id: number }[]>('managers')
    const one = await insertBelongings(world.db, rows[0]!.id, 'HOSTILE', world.clock.now())
    const account = { db: world.db, app: world.server.app, now: world.clock.now(), dataDir: world.dataDir }
    driver = `Bearer ${(await logDriverIn(account, { email: 'hostile@driver.example' })).access_token}`
    known = {
      location_id: [one.location],
      locations: [one.location],
      location_ids: [String(one.location)],
      station_id: [one.station],
      stationId: [one.station],
      ids: [one.station],
      connector_id: [one.connector],
      order_id: [one.order, one.review],
      owner_id: rows.map(({ id }) => id),
      evses: [0, 1],
      from: hostileInstants,
      to: hostileInstants,
      at: hostileInstants,
      valid_from: hostileInstants,
      // what {id} means, by the word before it
      'stations/id': [one.station],
      'locations/id': [one.location],
      'connectors/id': [one.connector],
      'orders/id': [one.order, one.review],
      'transactions/id': [one.unmatched],
      'bulk-commands/id': [one.run],
      'drivers/id': [one.driver],
      'managers/id': [rows.at(-1)!.id],
    }
  })
  afterAll(() => world?.close())

  /** One call with values at and beyond its types' limits. */
  function made(call: Call, chance: Chance): { path: string; body: string | null } {
    const making = (schema: Schema) => ({
      chance,
      root: schema,
      wild: chance.one([0, 0.05, 0.15, 0.5]),
      known,
    })
    const schemas = { params: inputOf(call.params), query: inputOf(call.query), body: inputOf(call.body) }
    const params = (schemas.params ? drawn(schemas.params, making(schemas.params)) : {}) as Record<
      string,
      unknown
    >
    const words = call.path.split('/')
    const path = words.map((word, place) => {
      const name = /^\{(\w+)\}$/.exec(word)?.[1]
      if (name === undefined) return word
      const list = known[`${words[place - 1]}/${name}`]
      return encoded(list && chance.happens(0.8) ? chance.one(list) : params?.[name])
    })
    const query = schemas.query ? drawn(schemas.query, making(schemas.query)) : {}
    const pairs = Object.entries(Object(query)).map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    const body = schemas.body ? drawn(schemas.body, making(schemas.body)) : undefined
    return {
      path: `/api/v1/${path.join('/')}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`,
      body: body === undefined ? null : JSON.stringify(body),
    }
  }

  test.each(calls)('$name answers no 5xx of its own', async ({ name, call }) => {
    const chance = new Chance(`${seed}/${name}`)
    const failed: string[] = []
    for (let time = 0; time < timesEach; time += 1) {
      const { path, body } = made(call, chance)
      const answer = await world.server.app.inject({
        method: call.method,
        url: path,
        headers: {
          authorization: call.roles === 'driver' ? driver : world.authorization,
          ...(body === null ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === null ? {} : { payload: body }),
      })
      // 502 to 504 mean that a station or a payment provider does not answer
      if (answer.statusCode >= 500 && !/"code":"(station\.|payment\.provider_away")/.test(answer.body))
        failed.push(`${answer.statusCode} ${call.method} ${path} ${body}`)
      if (answer.statusCode === 401 && call.roles !== 'public' && call.roles !== 'driver')
        await world.forward(0)
    }
    expect(failed).toEqual([])
  })

  const post = (path: string, body: string, type = 'application/json') => ({
    method: 'POST' as const,
    path,
    body,
    type,
  })
  const get = (path: string) => ({ method: 'GET' as const, path, body: null, type: '' })
  test.each([
    get('statistics?from=0020-02-29T23:00:00Z&to=0020-03-01T00:00:00Z'),
    get('statistics?from=0000-01-01T00:00:00Z&to=2026-03-01T00:00:00Z'),
    get('statistics?from=9999-12-31T23:59:59Z&to=9999-12-31T23:59:59Z'),
    get(`locations/pricing/connectors?location_ids=${'7'.repeat(40)}`),
    post('locations', '{"name":{"length":{"toString":"-1"}}}'),
    post('auth/manager/log-out', '{"refresh_token":{"length":{"toString":"-1"}}}'),
    post('locations/1/pricing', '{"tariff":1700,"power":2147483647}'),
    post('locations/1/pricing', '{"tariff":1700,"valid_from":"0020-02-29T00:00:00Z"}'),
    post('stations/ST-HOSTILE/tasks', '{"task":"clear_limit","profile_id":9007199254740991}'),
    post(
      'locations/1/stations',
      '{"id":"H1","number":2147483647,"vendor_name":"V","model":"M","connectors":[]}',
    ),
    post('id-tokens', '{"token":"H1","expires_at":"0000-01-01T00:00:00Z"}'),
    post('id-tokens', '{"token":"H1","expires_at":"9999-12-31T23:59:59-23:59"}'),
    post('drivers', '{"first_name":"a\\udfffb"}'),
    post('drivers', '{"first_name":"a\\u0000b"}'),
    post('locations/import', 'location_name\na\u0000b', 'text/csv'),
    post('locations/import', '{"csv":"location_name\\na\\u0000b"}'),
  ])('$method $path with $body is refused as a fault of the caller', async ({ method, path, body, type }) => {
    const answer = await fetch(`${world.server.url}/api/v1/${path}`, {
      method,
      headers: { authorization: world.authorization, ...(body === null ? {} : { 'content-type': type }) },
      body,
    })
    expect({ status: answer.status, code: ((await answer.json()) as { code: string }).code }).toEqual({
      status: 400,
      code: 'request.invalid',
    })
  })
})
