import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test, vi } from 'vitest'
import type { Caller } from '../http/caller.ts'
import { openAnswers } from './answers.ts'

test.each([
  ['that the database is away', '57P01', 'server.not_ready', 0],
  ['a fault of ours, which is logged', '22012', 'server.failed', 1],
])('a field that fails tells %s', async (_, code, expected, logs) => {
  const error = vi.fn()
  const answer = openAnswers({
    orders: async () => {
      throw Object.assign(new Error('of the database'), { code })
    },
  })
  const request = { headers: {}, log: { error } } as unknown as FastifyRequest
  const caller = { key: null } as unknown as Caller
  const sent = vi.fn()
  const reply = { code: () => ({ send: sent }) } as unknown as FastifyReply
  const query = '{ orders { total_count } }'
  const given = (await answer({ query }, { caller }, { request, reply })) ?? sent.mock.calls[0]?.[0]
  expect(given).toMatchObject({ data: null, errors: [{ path: ['orders'], extensions: { code: expected } }] })
  expect(error).toHaveBeenCalledTimes(logs)
})
