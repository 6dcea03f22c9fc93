import { z } from 'zod'
import { instant } from '../base/call.ts'
import { circuitId, energyFaultSchema, energyStrategies, perPhaseSchema } from './energy-site.ts'

/** What is other than it is now; what is absent stays. */
export const energySimulationBody = z.object({
  strategy: z.enum(energyStrategies).optional(),
  circuits: z
    .array(
      z.object({ id: circuitId, fuse_a: perPhaseSchema.optional(), reserve_a: perPhaseSchema.optional() }),
    )
    .max(200)
    .default([]),
  connectors: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .nullable()
    .default(null)
    .describe('At most so many cars are plugged in at once, and who comes later leaves again; null: all'),
})
export type EnergySimulationBody = z.input<typeof energySimulationBody>

const measures = {
  sessions: z.number(),
  /** had what they wished for when they left */
  satisfied: z.number(),
  /** found no free connector */
  turned_away: z.number(),
  /** Wh */
  wished: z.number(),
  delivered: z.number(),
  missing: z.number(),
}

/** The most that a phase of a circuit carried of what it may; null: nobody charged. */
const highestSchema = z
  .object({
    circuit: z.string(),
    phase: z.number(),
    load_a: z.number(),
    limit_a: z.number(),
    at: instant,
  })
  .nullable()

const outcomeSchema = z.object({
  ...measures,
  /** Wh that cars took beyond what they wished for at least: they were still charging when they left */
  beyond: z.number(),
  fairness: z.number().nullable(),
  highest: highestSchema,
})

const sideSchema = z.object({ load_a: z.number(), limit_a: z.number(), cars: z.number() })

/** The last seven days of a location's own sessions, with its settings and with others. */
export const energySimulationSchema = z.object({
  from: instant,
  to: instant,
  step_seconds: z.number(),
  /** whose drivers had said what they needed */
  stated: z.number(),
  /** that were charging when they left, so that they may have wished for more */
  cut_off: z.number(),
  /** whose EVSE is not in the wiring: they are not played */
  left_out: z.number(),
  /** what is not safe about the changed wiring */
  faults: z.array(energyFaultSchema),
  now: outcomeSchema,
  changed: outcomeSchema,
  /** by the day of arrival, in the location's time zone */
  days: z.array(z.object({ day: z.iso.date(), now: z.object(measures), changed: z.object(measures) })),
  /** the fullest phase of the grid connection, the highest of each half hour */
  curve: z.array(z.object({ at: instant, now: sideSchema, changed: sideSchema })),
})
export type EnergySimulation = z.infer<typeof energySimulationSchema>
export type EnergyOutcome = EnergySimulation['now']

/** How well a location served its cars in some days, and what it carried; docs/glossary.md says what each means. */
export const energyMeasuresSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  sessions: z.number(),
  /** whose drivers had said what they needed; the next four are theirs */
  stated: z.number(),
  satisfied: z.number(),
  wished: z.number(),
  delivered: z.number(),
  fairness: z.number().nullable(),
  /** that were measured; without any the rest is null */
  minutes: z.number(),
  highest: z
    .object({
      load_a: z.number(),
      limit_a: z.number(),
      circuit: z.string(),
      phase: z.number(),
      day: z.iso.date(),
    })
    .nullable(),
  overload_seconds: z.number(),
  /** on average of the minutes, and at most */
  unbalance_a: z.number().nullable(),
  unbalance_most_a: z.number().nullable(),
  safe_seconds: z.number().nullable(),
})
export type EnergyMeasures = z.infer<typeof energyMeasuresSchema>
