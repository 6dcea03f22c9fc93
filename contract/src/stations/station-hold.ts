import { z } from 'zod'
import { call, textIdParams } from '../base/call.ts'

/** How boots are answered. Pending: the server may read and configure the station, but nobody charges. Rejected: the server sends it no calls. */
export const registrations = ['Accepted', 'Pending', 'Rejected'] as const
export type StationRegistration = (typeof registrations)[number]
const holds = ['Pending', 'Rejected'] as const

/** When a hold, or its end, takes effect: at once, when the station tries to boot again, or at its next boot. */
export const holdEffects = ['now', 'next_try', 'next_boot'] as const
export type HoldEffect = (typeof holdEffects)[number]

export const holdBounds = { least: 1, most: 86_400, usual: 300 } as const

/** Fields of a station about its registration. */
export const holdFields = {
  /** how its next boots are answered; null: Accepted */
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
      /** after how many seconds the station may boot again; has no meaning with Accepted */
      interval_seconds: z.number().int().min(holdBounds.least).max(holdBounds.most).default(holdBounds.usual),
    }),
    answer: z.object({ ...holdFields, takes_effect: z.enum(holdEffects) }),
  }),
}
