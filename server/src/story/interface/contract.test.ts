import { contract } from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, testConfig } from '../../platform/general/testing.ts'
import { type RunningServer, startServer } from '../../server.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer(testConfig({ LOG_LEVEL: 'error' }), { database: await openTestDatabase() })
  server.readiness.ready = true
})
afterAll(() => server.close())

test('every call of the contract is served, and nothing else', async () => {
  const described = Object.values(contract).flatMap((slice) =>
    Object.values(slice).map(({ method, path }) => `${method} /api/v1/${path}`),
  )
  const { paths } = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>
  }
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(served.toSorted()).toEqual([...new Set(described)].toSorted())
})
