import { z } from 'zod'
import { call, idParams } from '../base/call.ts'
import { idOf } from '../base/subjects.ts'

/** Limits of a remote start; money in kopecks (domain.md#remote-start). */
export const limitFields = {
  limit_amount: z.number().int().min(0).max(100_000_000).nullish(),
  limit_kwh: z.number().min(0).max(10_000).nullish(),
  limit_hours: z.number().int().min(0).max(240).nullish(),
  limit_minutes: z.number().int().min(0).max(59).nullish(),
  limit_percents: z.number().int().min(1).max(100).nullish(),
}

const startBody = z
  .object({
    ...limitFields,
    /** the driver of the session, who pays for it after agreeing; left out: the network bears the cost (compensation) */
    driver_id: idOf('driver').nullish(),
  })
  .default({})

const staff = ['administrator', 'manager', 'operator'] as const

export const connectors = {
  start: call({
    method: 'POST',
    path: 'connectors/{id}/start',
    summary:
      "Start charging, for a driver or for nobody; waits up to 30 s for the station's answer. What costs a driver something waits for the driver, who is mailed",
    roles: staff,
    params: idParams,
    body: startBody,
    answer: z.object({
      id: z.number(),
      awaits_driver: z
        .literal(true)
        .optional()
        .describe(
          'The driver has been mailed a link, and nothing starts or is held before the driver agrees',
        ),
      mailed_to: z.string().optional().describe('Where the driver was mailed, masked'),
    }),
  }),
  stop: call({
    method: 'POST',
    path: 'connectors/{id}/stop',
    summary: 'Stop charging',
    roles: staff,
    params: idParams,
    answer: z.string(),
    text: true,
  }),
}
