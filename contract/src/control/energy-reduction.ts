import { z } from 'zod'
import { sentInstant } from '../base/bounds.ts'
import { instant } from '../base/call.ts'

/** W: what a controllable device may always draw (BNetzA BK6-22-300, annex 1, 4.5.1) */
const leastOfOneW = 4200
/** heat pumps and cooling of more than this count with a share of their power instead (4.5.2), W */
const largeHeatW = 11_000
const heatShare = 0.4

/** Of how many devices the operator of the grid may take the power back together, and what they are. */
export const reductionSetting = z.object({
  devices: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .describe('Controllable devices behind this management, charge points above 4.2 kW among them'),
  heat_w: z
    .number()
    .int()
    .min(0)
    .max(10_000_000)
    .default(0)
    .describe('Heat pumps together, or cooling together: the larger; it counts from 11 kW on'),
  others_w: z
    .number()
    .int()
    .min(0)
    .max(10_000_000)
    .default(0)
    .describe('What is set aside for devices that do not charge, while a reduction holds'),
  source: z.string().trim().max(100).default('').describe('Whose reductions come here: the grid operator'),
})
export type ReductionSetting = z.output<typeof reductionSetting>

/**
 * What the devices behind one energy management may draw together whatever the operator of the grid says, W: BNetzA BK6-22-300, annex
 * 1, 4.5.2. The first counts in full, each further one with the simultaneity factor of the table there: 0.80 for two, 0.05 less for
 * each more, 0.45 from nine on.
 */
export function guaranteedW({ devices, heat_w }: Pick<ReductionSetting, 'devices' | 'heat_w'>): number {
  const percent = Math.max(45, 90 - 5 * devices)
  const firstW = heat_w > largeHeatW ? Math.round(heat_w * heatShare) : leastOfOneW
  return firstW + Math.round(((devices - 1) * percent * leastOfOneW) / 100)
}

/** What the operator of the grid takes back, until an instant or until it is revoked. */
export const energyReductionBody = z.object({
  power_w: z
    .number()
    .int()
    .min(0)
    .max(10_000_000)
    .nullish()
    .describe(
      'What the devices may draw together; absent: the guaranteed minimum. Less than that counts as it',
    ),
  from: sentInstant.nullish().describe('Absent, or past: now'),
  until: sentInstant.nullish().describe('Absent: until it is revoked'),
  source: z.string().trim().max(100).nullish().describe('Absent: as the setting of the site says'),
  reason: z.string().trim().max(200).default(''),
})

export const energyReductionSchema = z.object({
  id: z.number(),
  received_at: instant,
  from: instant,
  /** null: until it is revoked */
  until: instant.nullable(),
  state: z.enum(['coming', 'holds', 'over']),
  /** null: down to the guaranteed minimum */
  requested_w: z.number().nullable(),
  /** the guaranteed minimum of that moment, and of how many devices */
  guaranteed_w: z.number(),
  devices: z.number(),
  /** what counts: no less than the guaranteed minimum */
  applied_w: z.number(),
  /** what cars may draw of it together */
  cars_w: z.number(),
  source: z.string(),
  reason: z.string(),
  /** null: by the key of the site */
  by: z.string().nullable(),
  /** what cars drew when it began; null: not seen */
  before_w: z.number().nullable(),
  /** since when stations have accepted no more than it allows; null: not yet, or never */
  effective_at: instant.nullable(),
  /** from its arrival, or its begin, on */
  reaction_seconds: z.number().nullable(),
  /** the most that cars drew since it was in effect; null: not measured */
  most_w: z.number().nullable(),
})
export type EnergyReduction = z.infer<typeof energyReductionSchema>
