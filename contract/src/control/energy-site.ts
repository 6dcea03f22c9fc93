import { z } from 'zod'
import { chargingPriority, countingNumber, sentInstant } from '../base/bounds.ts'
import { instant } from '../base/call.ts'
import { marked } from '../base/subjects.ts'
import { reductionSetting } from './energy-reduction.ts'

/** A current in A, to the milliampere. */
const current = z.number().min(0).max(10_000)
/** A on L1, L2 and L3. */
export const perPhaseSchema = z.array(current).length(3)
const noCurrent: number[] = [0, 0, 0]

/** The name by which a circuit is referred to within its site. */
export const circuitId = z.string().regex(/^[a-z0-9-]{1,40}$/)

/**
 * How a site shares out: to all alike, by arrival, by groups, first to who would otherwise leave without its energy, in the cheapest
 * hours until cars leave, or what the sun gives first.
 */
export const energyStrategies = ['equal', 'first_come', 'priority', 'departure', 'cheapest', 'solar'] as const

const hoursOfWeek = 168
/** of a kWh, in any unit: the cheapest hours alone count */
const price = z.number().min(-1_000_000).max(1_000_000)

/** What else a circuit carries beside the cars. */
const otherConsumption = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  /** A on each phase, for each hour of the week in the location's time zone, from Monday 00:00 on */
  z.object({ kind: z.literal('week'), hours_a: z.array(current).length(hoursOfWeek) }),
  /** a meter reports it; `most_a` is what counts when its last reading is older than that, and in the proof of the floors */
  z.object({
    kind: z.literal('meter'),
    most_a: perPhaseSchema,
    age_seconds: z.number().int().min(5).max(3600),
  }),
])

const circuit = z.object({
  id: circuitId,
  name: z.string().trim().min(1).max(80),
  parent: circuitId.nullable().describe('null: the grid connection'),
  fuse_a: perPhaseSchema,
  reserve_a: perPhaseSchema.default(noCurrent).describe('What is never given to cars'),
  losses_percent: z.number().min(0).max(50).default(0).describe('Of the fuse, beside the reserve'),
  other: otherConsumption.default({ kind: 'none' }),
})

const outlet = z.object({
  station_id: marked(z.string().min(1).max(48), { subject: 'station' }),
  evse: z.number().int().min(1).max(100),
  circuit: circuitId,
  phases: z
    .array(z.number().int().min(1).max(3))
    .min(1)
    .max(3)
    .describe("The site's phases behind the EVSE's L1, L2 and L3: [2, 3, 1] is rotated by one, [3] is on L3"),
  most_a: current.describe('What it can deliver on each phase'),
  least_a: current
    .default(6)
    .describe('The smallest current that a car can use (IEC 61851: 6 A); less is a pause'),
  step_a: z.number().min(0.1).max(10).default(1).describe('Its station rounds currents down to a multiple'),
  floor_a: current.describe('What it gives without us: when the link, the server or a meter is gone'),
  group: chargingPriority
    .default(0)
    .describe(
      'Lower is served first, with `priority`, where neither the company nor the card group says another',
    ),
})

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** A limit of a circuit at times of the week. */
const timedLimit = z.object({
  circuit: circuitId,
  name: z.string().trim().min(1).max(80),
  days: z.array(z.number().int().min(1).max(7)).min(1).max(7).describe('1: Monday'),
  from: time,
  /** the same as `from`: the whole day; earlier: on the next day */
  to: time,
  limit_a: current.describe('On each phase'),
})

export const energySiteBody = z.object({
  enabled: z.boolean().describe('false: it is kept and shown, and nothing is sent to stations'),
  strategy: z.enum(energyStrategies),
  circuits: z.array(circuit).min(1).max(200),
  outlets: z.array(outlet).max(1000),
  limits: z.array(timedLimit).max(50).default([]),
  prices_week: z
    .array(price)
    .length(hoursOfWeek)
    .nullable()
    .default(null)
    .describe('What a kWh costs in each hour of the week, for `cheapest`, where no price came by call'),
  reduction: reductionSetting
    .nullable()
    .default(null)
    .describe('The grid operator may take power back here (§ 14a EnWG); null: it may not'),
  version: countingNumber
    .or(z.literal(0))
    .optional()
    .describe(
      'The version that the change was made to, 0 where there was none; an older one is refused, none is not looked at',
    ),
})
export type EnergySiteRead = z.output<typeof energySiteBody>

export const energySiteSchema = energySiteBody.extend({
  version: z.number(),
  saved_at: instant,
  /** there is a key with which meters and the grid operator's box call */
  has_key: z.boolean(),
})
export type EnergySite = z.infer<typeof energySiteSchema>

/** A limit of a circuit from now until an instant: in percent of its fuse, or in A on each phase. */
export const energyLimitBody = z
  .object({
    circuit: circuitId.optional().describe('Absent: the grid connection'),
    percent: z.number().min(0).max(100).optional(),
    limit_a: current.optional(),
    until: sentInstant.describe('At most a year ahead'),
    reason: z.string().trim().max(200).default(''),
  })
  .refine(({ percent, limit_a }) => (percent === undefined) !== (limit_a === undefined), 'One of both.')

export const energyLimitSchema = z.object({
  id: z.number(),
  circuit: z.string(),
  percent: z.number().nullable(),
  limit_a: z.number().nullable(),
  from: instant,
  until: instant,
  reason: z.string(),
  /** null: by the key of the site */
  by: z.string().nullable(),
})
export type EnergyLimit = z.infer<typeof energyLimitSchema>

/** What a circuit carries beside the cars, as its meter measures it now. */
export const energyReadingBody = z.object({
  circuit: circuitId,
  others_a: perPhaseSchema,
  surplus_a: perPhaseSchema
    .nullish()
    .describe(
      'What the sun gives beyond what others take, for `solar`, as if no car charged; at the grid connection',
    ),
})

/** Prices as they are known: each from an instant until the next one, an hour at most. */
export const energyPricesBody = z.object({
  prices: z
    .array(z.object({ from: sentInstant, price }))
    .min(1)
    .max(400),
})

/** Why a tree is not safe, or cannot be reckoned with. */
export const energyFaultSchema = z.object({
  /**
   * root: none or several grid connections; parent: a circuit that is not there; circle; twice: a name or an EVSE; phases; currents;
   * floors: what flows without us is more than the fuse; outlet: no such EVSE here; unplaced: an EVSE of the location that is not in
   * the tree, so it counts at the grid connection with all that it can deliver
   */
  kind: z.enum([
    'root',
    'parent',
    'circle',
    'twice',
    'phases',
    'currents',
    'floors',
    'limit',
    'outlet',
    'unplaced',
  ]),
  /** name of the circuit, or of the EVSE; null: the site as a whole */
  place: z.string().nullable(),
  circuit: z.string().nullable(),
  station_id: z.string().nullable(),
  evse: z.number().nullable(),
  /** floors: 1 to 3, and what adds up there, with other consumption and reserve, beside the fuse */
  phase: z.number().nullable(),
  sum_a: z.number().nullable(),
  fuse_a: z.number().nullable(),
})
export type EnergyFault = z.infer<typeof energyFaultSchema>
