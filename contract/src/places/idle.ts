import { z } from 'zod'

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const minor = z.number().int().max(100_000_000)

/** The fee for a car that stays connected after charging has ended; amounts in kopecks, times in the location's time zone. */
export const idlePriceFields = {
  grace_minutes: z.number().int().min(0).max(1440),
  /** length of a block; each block that begins after the grace period costs `block_amount` */
  block_minutes: z.number().int().min(1).max(1440),
  /** 0: free of charge */
  block_amount: minor.min(0),
  /** the highest fee of a stay; null: no limit */
  cap_amount: minor.min(1).nullable(),
  /** between these times nothing is charged; null: no such time */
  night_from: clock.nullable(),
  night_to: clock.nullable(),
}

interface Night {
  night_from: string | null
  night_to: string | null
}

/** The rule for `refine`: a night has both ends or none. */
export const nightIsWhole: [(night: Night) => boolean, { message: string; path: PropertyKey[] }] = [
  ({ night_from, night_to }: Night) => (night_from === null) === (night_to === null),
  { message: 'a night has a begin and an end', path: ['night_to'] },
]

export const idlePriceBody = z.object(idlePriceFields).refine(...nightIsWhole)

export const idlePriceSchema = z.object({
  grace_minutes: z.number(),
  block_minutes: z.number(),
  block_amount: z.number(),
  cap_amount: z.number().nullable(),
  night_from: z.string().nullable(),
  night_to: z.string().nullable(),
})
export type IdlePrice = z.infer<typeof idlePriceSchema>
