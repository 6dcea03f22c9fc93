import { z } from 'zod'
import { call, textIdParams } from '../base/call.ts'

/** How boots are answered. Pending: it is asked and set up, but charges nobody. Rejected: it is told nothing. */
export const registrations = ['Accepted', 'Pending', 'Rejected'] as const
export type StationRegistration = (typeof registrations)[number]
const holds = ['Pending', 'Rejected'] as const

/** When a hold, or its end, takes effect: at once, when the station asks again, or at its next boot. */
export const holdEffects = ['now', 'next_try', 'next_boot'] as const
export type HoldEffect = (typeof holdEffects)[number]

export const holdBounds = { least: 1, most: 86_400, usual: 300 } as const

/** Of a station: how it is let in. */
export const holdFields = {
  /** how its boots are answered from now on; null: Accepted */
  hold: z.object({ registration: z.enum(holds), interval_seconds: z.number() }).nullable(),
  /** how its last boot was answered */
  registration: z.enum(registrations),
}

export const stationHold = {
  set: call({
    method: 'POST',
    path: 'stations/{id}/hold',
    summary: 'Put a station on hold (its boots are answered Pending or Rejected), or let it in (Accepted)',
    roles: ['administrator'],
    params: textIdParams,
    body: z.object({
      registration: z.enum(registrations),
      /** after how many seconds the station may ask again; of no meaning with Accepted */
      interval_seconds: z.number().int().min(holdBounds.least).max(holdBounds.most).default(holdBounds.usual),
    }),
    answer: z.object({ ...holdFields, takes_effect: z.enum(holdEffects) }),
  }),
}
