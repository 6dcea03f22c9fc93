import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../platform/testing.ts'
import { type Method, Office } from './office.ts'

const [embedded] = openTestDatabases()
const roles = ['administrator', 'manager', 'operator', 'accounter', 'app-developer'] as const

/**
 * Who may make which call, written by hand from the spec's role tables (document 1 section 6, document 2 section 6) and the
 * design, not from the contract: administrator, manager, operator, accounter, app-developer. v: a visitor too.
 */
const matrix = `
  A M O C D v  POST   auth/manager/log-in
  A M O C D v  POST   auth/manager/create-token
  A M O C D v  POST   auth/manager/log-out
  A M O C D -  GET    auth/manager
  A - - - - -  GET    managers
  A M O C - -  GET    locations
  A M O C - -  GET    locations/1
  A - - - - -  POST   locations
  A M - - - -  POST   locations/pricing
  A M - - - -  POST   locations/1/pricing
  A M O - - -  GET    locations/1/stations
  A M - - - -  POST   locations/1/stations
  A M O - - -  GET    stations
  A M O - - -  GET    stations/S
  A M - - - -  POST   stations/S/monetize
  A M O - - -  GET    meter-values/S/1
  A - - - - -  GET    drivers
  A - - - - -  POST   drivers
  A - - - - -  POST   drivers/1/block
  A - - - - -  POST   id-tokens
  A M - C D -  GET    statistics
  A M O - D -  GET    statistics/network
`
const rows = matrix
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
  .map((cells) => ({ allowed: cells.slice(0, 6), method: cells[6] as Method, path: cells[7]! }))

describe('who may do what', () => {
  let office: Office
  beforeAll(async () => {
    office = await Office.open(await embedded!.open())
  })
  afterAll(() => office.close())

  test.each(rows)('$method $path', async ({ allowed, method, path }) => {
    const body = method === 'GET' ? undefined : {}
    for (const [index, role] of roles.entries()) {
      const { status } = await office.call(role, method, path, body)
      // an allowed call goes on to its validation or its 404
      if (allowed[index] === '-') expect(status, role).toBe(403)
      else expect([200, 400, 404], role).toContain(status)
    }
    const visitor = await office.call<{ code: string }>(null, method, path, body)
    if (allowed[5] === '-') expect(visitor).toMatchObject({ status: 401, body: { code: 'auth.required' } })
    else expect(visitor.status).toBe(400)
  })

  test('no call of these slices is missing from the table', async () => {
    const document = await office.call<{ paths: Record<string, Record<string, unknown>> }>(
      null,
      'GET',
      '/api/openapi.json',
    )
    const served = Object.entries(document.body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) => `${method.toUpperCase()} ${path.replace('/api/v1/', '').replaceAll(/\{\w+\}/g, '*')}`,
      ),
    )
    const known = rows.map(({ method, path }) => `${method} ${path.replaceAll(/\/(1|S)(?=\/|$)/g, '/*')}`)
    expect(served.toSorted()).toEqual(known.toSorted())
  })
})
