import { type ErrorAnswer, webhookEventTypes } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { Office } from '../world/office.ts'

describe('the interface', () => {
  let office: Office
  beforeAll(async () => {
    office = await Office.open(await openTestDatabase())
  })
  afterAll(() => office.close())

  const injected = (url: string, headers: Record<string, string> = {}, payload?: string) =>
    office.app.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    })

  test('the faults of a request are answered field by field', async () => {
    const { status, body } = await office.call<ErrorAnswer>('administrator', 'POST', 'locations', {
      name: '',
      coordinates: { lat: 91, lng: 0 },
    })
    expect(status).toBe(400)
    expect(body).toEqual({
      error: 'The request is not valid.',
      code: 'request.invalid',
      details: [
        { path: 'name', message: expect.any(String) },
        { path: 'coordinates.lat', message: expect.any(String) },
      ],
    })
    const query = await office.call<ErrorAnswer>('administrator', 'GET', 'stations?limit=0')
    expect(query.body).toMatchObject({ code: 'request.invalid', details: [{ path: 'limit' }] })
    const params = await office.call<ErrorAnswer>('administrator', 'GET', 'locations/abc')
    expect(params.body).toMatchObject({ code: 'request.invalid', details: [{ path: 'id' }] })
    const zone = await office.call<ErrorAnswer>('administrator', 'POST', 'locations', {
      name: 'A',
      time_zone: 'Mars/Base',
    })
    expect(zone.body).toMatchObject({ code: 'request.invalid', details: [{ path: 'time_zone' }] })
    const owner = await office.call<ErrorAnswer>('administrator', 'POST', 'locations', {
      name: 'A',
      owner_id: 99999,
    })
    expect(owner).toMatchObject({ status: 404, body: { code: 'manager.not_found' } })
  })

  test('broken, large, foreign and empty bodies are refused in the same shape', async () => {
    const json = { 'content-type': 'application/json' }
    const logIn = '/api/v1/auth/manager/log-in'
    expect((await injected(logIn, json, '{')).json()).toMatchObject({ code: 'request.invalid' })
    expect((await injected(logIn, json, '')).json()).toMatchObject({ code: 'request.invalid' })
    expect((await injected(logIn, json, JSON.stringify('x'.repeat(1_100_000)))).json()).toMatchObject({
      code: 'request.too_large',
    })
    expect((await injected(logIn, { 'content-type': 'text/csv' }, 'a;b')).json()).toMatchObject({
      code: 'request.invalid',
    })
  })

  test('an unknown address is JSON for the API', async () => {
    const answer = await injected('/api/v1/nothing')
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ error: 'There is no such address.', code: 'request.not_found' })
  })

  test('an error of the server shows nothing of its inside', async () => {
    const { db } = office.database
    await sql`alter table stations rename to stations_away`.execute(db)
    const answer = await office.call<ErrorAnswer>('administrator', 'GET', 'stations')
    await sql`alter table stations_away rename to stations`.execute(db)
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({ error: 'Something went wrong on our side.', code: 'server.failed' })
  })

  test('readiness, liveness and metrics', async () => {
    expect((await injected('/health/ready')).statusCode).toBe(200)
    office.parts.readiness.ready = false
    expect((await injected('/health/ready')).json()).toMatchObject({ code: 'server.not_ready' })
    expect((await injected('/api/v1/auth/manager')).statusCode).toBe(503)
    expect((await injected('/health/live')).statusCode).toBe(200)
    office.parts.readiness.ready = true
    expect((await injected('/metrics')).body).toMatch(
      /http_request_duration_seconds_count\{.*route="\/health\/ready"/,
    )
  })

  test('the OpenAPI document describes every call that is served, and every event that is sent', async () => {
    const document = (await injected('/api/openapi.json')).json<{
      openapi: string
      paths: Record<string, Record<string, unknown>>
      webhooks: Record<string, unknown>
    }>()
    expect(document.openapi).toMatch(/^3\.1/)
    expect(Object.keys(document.webhooks)).toEqual(webhookEventTypes)
    const served = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => ({ name: `${method} ${path}`, call })),
    )
    expect(served.length).toBeGreaterThan(50)
    for (const { name, call } of served) {
      expect(call, name).toMatchObject({
        summary: expect.any(String),
        responses: { '4XX': { content: { 'application/json': {} } } },
      })
    }
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)
    for (const [, path] of references) {
      const found = path!
        .split('/')
        .reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], document)
      expect(found, path).toBeDefined()
    }
  })

  test('the documentation page is served', async () => {
    const page = await injected('/api/docs/')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
  })

  test('GraphQL wants a token and a sane query', async () => {
    const ask = async (query: unknown, role: 'administrator' | null = 'administrator') =>
      office.call<{ errors: { extensions: { code: string } }[] } & ErrorAnswer>(
        role,
        'POST',
        '/api/graphql',
        { query },
      )
    expect(await ask('{ orders { total_count } }', null)).toMatchObject({
      status: 401,
      body: { code: 'auth.required' },
    })
    expect(await ask('')).toMatchObject({ status: 400, body: { code: 'request.invalid' } })
    expect(await ask('{ nothing }')).toMatchObject({
      status: 400,
      body: { data: null, errors: [{ extensions: { code: 'request.invalid' } }] },
    })
    const aliases = Array.from({ length: 11 }, (_, index) => `a${index}: orders { total_count }`).join(' ')
    expect((await ask(`{ ${aliases} }`)).status).toBe(400)
    expect((await ask('{ '.repeat(3000))).status).toBe(400)
  })

  test('one address may not flood', async () => {
    const small = await Office.open(await openTestDatabase(), { REQUESTS_PER_MINUTE: '10' })
    const ends: number[] = []
    for (let index = 0; index < 12; index++) ends.push((await small.call(null, 'GET', 'auth/manager')).status)
    expect(ends.slice(-2)).toEqual([429, 429])
    expect((await small.call<ErrorAnswer>(null, 'GET', 'auth/manager')).body).toMatchObject({
      code: 'request.too_many',
    })
    await small.close()
  })
})
