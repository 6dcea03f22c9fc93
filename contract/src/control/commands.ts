import { z } from 'zod'
import { call, textIdParams } from '../base/call.ts'

/** A station's answer to a command, as the station sent it. */
export const commandAnswerSchema = z.object({
  /** every other result of a command is an error: station.timeout, station.call_error, station.disconnected, ... */
  kind: z.literal('answered'),
  /** whether the status means acceptance */
  accepted: z.boolean(),
  status: z.string(),
  payload: z.record(z.string(), z.unknown()),
  latency_ms: z.number(),
})
export type CommandAnswer = z.infer<typeof commandAnswerSchema>

export const commands = {
  message: call({
    method: 'POST',
    path: 'stations/{id}/message',
    summary: 'Send a station any command of its own OCPP version and wait for its answer',
    roles: ['administrator'],
    params: textIdParams,
    body: z.object({
      action: z.string().trim().min(1).max(50),
      payload: z.record(z.string(), z.unknown()),
      /** send it even if it breaks the schema */
      force: z.boolean().optional(),
    }),
    answer: commandAnswerSchema,
  }),
}
