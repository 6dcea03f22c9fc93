import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DatabaseAway } from '../../../../platform/database/database-fault.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { PartnerParts } from '../parts.ts'
import { serveOcpi } from './ocpi-server.ts'

const clock = { now: () => new Date('2026-12-01T09:00:00Z') }
let app: FastifyInstance
let logged: string[]

/** Opens a server whose call fails with an error, after or before it was noted. */
async function failingWith(error: unknown, when: 'before' | 'after' = 'after') {
  const failed = async () => {
    throw error
  }
  if (when === 'before') app.addHook('onRequest', failed)
  await app.register(
    (scope) =>
      serveOcpi(scope, { clock } as PartnerParts, (ocpi) => {
        ocpi.app.get('/versions', failed)
      }),
    { prefix: '/ocpi' },
  )
  const { statusCode, body } = await app.inject('/ocpi/versions')
  const { timestamp, status_code } = JSON.parse(body) as Record<string, unknown>
  return { statusCode, status_code, timestamp, logs: logged.length }
}

beforeEach(() => {
  logged = []
  app = fastify({ logger: { level: 'error', stream: { write: (line) => void logged.push(line) } } })
})
afterEach(() => app.close())

const timestamp = '2026-12-01T09:00:00.000Z'

test.each([
  ['that the database is away is said, and not logged for each call', new DatabaseAway('gone'), 503, 0],
  [
    'as is that it ends amid a call',
    Object.assign(new Error('terminating connection'), { code: '57P01' }),
    503,
    0,
  ],
  ['a fault of ours is logged', new Error('a fault'), 500, 1],
])('%s', async (_, error, statusCode, logs) => {
  expect(await failingWith(error)).toEqual({ statusCode, status_code: 3000, timestamp, logs })
})

test('a call that is refused before it was noted is answered with the time of its answer', async () => {
  const away = { statusCode: 503, status_code: 3000, timestamp, logs: 0 }
  expect(await failingWith(new Failure('server.not_ready'), 'before')).toEqual(away)
})
