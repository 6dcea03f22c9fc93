import { z } from 'zod'
import { call, instant } from '../base/call.ts'

/** What is wrong with a server, or with all of them together. */
export const serverProblems = [
  'dead',
  'silent',
  'cut_off',
  'not_joined',
  'versions',
  'clock',
  'slow_database',
  'slow_server',
] as const
export type ServerProblem = (typeof serverProblems)[number]

export const serverSchema = z.object({
  id: z.string(),
  version: z.string(),
  /** silent: it has not written for 15 s, and nobody has taken over its work yet */
  state: z.enum(['up', 'draining', 'silent', 'dead']),
  /** the one that answers */
  answers: z.boolean(),
  started_at: instant,
  beat_at: instant,
  stations: z.number(),
  nats: z.enum(['alone', 'connected', 'cut_off']),
  database_ms: z.number().nullable(),
  nats_ms: z.number().nullable(),
  loop_ms: z.number().nullable(),
  memory_bytes: z.number().nullable(),
  problems: z.array(z.enum(serverProblems)),
})
export type ServerView = z.infer<typeof serverSchema>

/** The servers on one database. */
export const servers = {
  list: call({
    method: 'GET',
    path: 'servers',
    summary: 'The servers of the network, by name: stations held, delays and what is wrong',
    roles: ['administrator'],
    answer: z.array(serverSchema),
  }),
}
