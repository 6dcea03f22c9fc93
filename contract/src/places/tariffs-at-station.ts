import { z } from 'zod'

/**
 * Why a station that reckons by itself does not get a price: it is rounded up to steps; depends on power; its minutes depend on the energy;
 * its start fee can become due later; the connectors of an EVSE cost different amounts; there is no price; nothing is sold there.
 */
export const tariffObstacles = [
  'steps',
  'power',
  'time_by_energy',
  'start_fee',
  'connectors_differ',
  'no_price',
  'not_sold',
] as const
export type TariffObstacle = (typeof tariffObstacles)[number]

/** What a station does not know of a price that it gets: the fee for cars that stay; that a session without energy costs neither fee nor lowest price. */
export const tariffGaps = ['idle_fee', 'no_energy'] as const
export type TariffGap = (typeof tariffGaps)[number]

/** Whether stations that reckon by themselves can get a price. */
export const tellableSchema = z.object({
  /** none: they can */
  obstacles: z.array(z.enum(tariffObstacles)),
  gaps: z.array(z.enum(tariffGaps)),
})

/**
 * How far the prices are that a station reckons with: none has been sent; it has them; it does not take one; it did not answer and gets
 * them later; it does not reckon, as it is set; it says that it cannot.
 */
export const stationTariffStates = ['waiting', 'in_step', 'refused', 'failed', 'off', 'unsupported'] as const
export type StationTariffState = (typeof stationTariffStates)[number]

/** What an EVSE knows of its price. */
export const evseTariffSchema = tellableSchema.extend({
  evse: z.number(),
  /** the tariff's name at the station; null: it has none */
  id: z.string().nullable(),
  since: z.string().nullable(),
  /** what it has for later */
  next: z.object({ id: z.string(), from: z.string() }).nullable(),
  /** the station's word where it did not take the price */
  refused: z.string().nullable(),
})
export type EvseTariff = z.infer<typeof evseTariffSchema>
