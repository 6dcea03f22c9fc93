import { z } from 'zod'
import { call, idParams, instant, page } from '../base/call.ts'
import { sheetFormats } from '../figures/reports.ts'
import { energyReductionBody, energyReductionSchema } from './energy-reduction.ts'
import { energyMeasuresSchema, energySimulationBody, energySimulationSchema } from './energy-simulation.ts'
import {
  energyFaultSchema,
  energyLimitBody,
  energyLimitSchema,
  energyPricesBody,
  energyReadingBody,
  energySiteBody,
  energySiteSchema,
  energyStrategies,
  perPhaseSchema,
} from './energy-site.ts'

/** An EVSE of a location, for those who draw its wiring. */
const evseSchema = z.object({
  station_id: z.string(),
  station_number: z.number(),
  evse: z.number(),
  current: z.enum(['AC', 'DC']),
  /** kW of its strongest connector */
  power: z.number(),
})

/**
 * Why a session has what it has. wanted: all that it can take; own_limit: a limit of its station, or of its partner; outside_building,
 * outside_grid, outside_somebody: the energy management of the building, the grid's operator or somebody else allows no more, as its station
 * has reported it; fuse, limit: what
 * its circuit may carry is shared out; reduction: what the grid operator leaves to all cars together is shared out; waits: the smallest
 * current is not left for it there, or, without a place, of what the grid operator leaves; unreachable: nothing can be sent, so it
 * counts with what its station may do; price, sun: it waits for cheaper hours, or for more sun; disobeys: it takes more than it may, and counts with that; starting: it has no transaction yet;
 * off: the site is not controlled.
 */
export const energyReasons = [
  'wanted',
  'own_limit',
  'outside_building',
  'outside_grid',
  'outside_somebody',
  'fuse',
  'limit',
  'reduction',
  'waits',
  'unreachable',
  'disobeys',
  'starting',
  'price',
  'sun',
  'off',
] as const
export type EnergyReason = (typeof energyReasons)[number]

const reasonSchema = z.object({
  code: z.enum(energyReasons),
  /** fuse, limit, waits: where; 1 to 3 is the phase; null for waits: a reduction of the grid operator */
  circuit: z.string().nullable(),
  phase: z.number().nullable(),
  /** how many cars share there, and what they share, A */
  cars: z.number().nullable(),
  shared_a: z.number().nullable(),
})

/** Why a station is under watch: it refused a profile, gave no answer, or takes more than it may. */
export const energyTroubles = ['refused', 'unanswered', 'disobeys'] as const
export type EnergyTrouble = (typeof energyTroubles)[number]

const sessionSchema = z.object({
  order_id: z.number(),
  since: instant.nullable(),
  /** A on each of its phases, as its station has accepted it or may have received it; null: as much as its station gives */
  granted_a: z.number().nullable(),
  /** what counts for it: the most that it may draw by all that its station may have received */
  counted_a: z.number(),
  /** the share that is meant for it now */
  target_a: z.number(),
  /** what car, cable and own limits let it take at most */
  most_a: z.number(),
  /** the highest phase; null: not measured lately */
  measured_a: z.number().nullable(),
  measured_at: instant.nullable(),
  /** W */
  power: z.number().nullable(),
  /** Wh so far, and still to come where a limit of energy was set */
  energy: z.number(),
  energy_left: z.number().nullable(),
  soc: z.number().nullable(),
  /** what its driver needs: when the car leaves, and Wh of the whole session; null: nothing, or as much as there is */
  need: z.object({ departs_at: instant, energy: z.number().nullable() }).nullable(),
  /** that the session comes before all others, with every way of sharing; with `priority`: its place, the lower comes first, and who says so: the company, the card's group, or its EVSE; else null. A name is for who sees the whole network */
  priority: z
    .object({
      group: z.number(),
      of: z.enum(['session', 'fleet', 'cards', 'evse']),
      name: z.string().nullable(),
    })
    .nullable(),
  /** on how many of its phases it draws */
  phases: z.number(),
  reason: reasonSchema,
})

/** A location's energy now. */
export const energyViewSchema = z.object({
  at: instant,
  /** null: its wiring has not been drawn yet */
  site: z
    .object({
      version: z.number(),
      enabled: z.boolean(),
      strategy: z.enum(energyStrategies),
      saved_at: instant,
      has_key: z.boolean(),
      /** what all controllable devices may always draw together; null: the grid operator takes nothing back here */
      guaranteed_w: z.number().nullable(),
    })
    .nullable(),
  /** what a kWh costs now, and until when prices are known; null: unknown. A on each phase that the sun gives; null: unknown */
  outlook: z.object({
    price: z.number().nullable(),
    prices_until: instant.nullable(),
    surplus_a: perPhaseSchema.nullable(),
  }),
  /** which server computes it, and when it did last; null: none does */
  computed: z.object({ node: z.string(), at: instant }).nullable(),
  faults: z.array(energyFaultSchema),
  circuits: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      parent: z.string().nullable(),
      fuse_a: perPhaseSchema,
      /** what it may carry now: its fuse, or less */
      limit_a: perPhaseSchema,
      /** what makes it less than the fuse; null: nothing does */
      limited_by: z
        .object({ kind: z.enum(['time', 'call']), name: z.string(), until: instant.nullable() })
        .nullable(),
      reserve_a: perPhaseSchema,
      /** beside the cars, at this circuit alone */
      others_a: perPhaseSchema,
      /** a meter: when it spoke last, and whether that is too old; null: none is read */
      meter: z.object({ at: instant.nullable(), stale: z.boolean() }).nullable(),
      /** cars and the rest below it, as measured */
      flow_a: perPhaseSchema,
      /** what they may draw */
      counted_a: perPhaseSchema,
    }),
  ),
  outlets: z.array(
    z.object({
      station_id: z.string(),
      station_number: z.number(),
      evse: z.number(),
      /** null: it is not in the tree, and counts at the grid connection */
      circuit: z.string().nullable(),
      phases: z.array(z.number()),
      most_a: z.number(),
      floor_a: z.number(),
      /** its station has accepted the floor; else it counts with all that it can deliver */
      floor_set: z.boolean(),
      online: z.boolean(),
      trouble: z.object({ kind: z.enum(energyTroubles), since: instant }).nullable(),
      session: sessionSchema.nullable(),
    }),
  ),
  /** by call, that hold now */
  limits: z.array(energyLimitSchema),
  /** of the grid operator, that hold or will */
  reductions: z.array(energyReductionSchema),
  evses: z.array(evseSchema),
  /** Wh that cars could have taken more in the last 24 hours */
  short_wh: z.number(),
  can: z.object({ edit: z.boolean() }),
})
export type EnergyView = z.infer<typeof energyViewSchema>
export type EnergySession = z.infer<typeof sessionSchema>

const sampleSchema = z.object({
  at: instant,
  limit_a: perPhaseSchema,
  flow_a: perPhaseSchema,
  others_a: perPhaseSchema,
  granted_a: perPhaseSchema,
  cars: z.number(),
  waiting: z.number(),
  short_wh: z.number(),
})
export type EnergySample = z.infer<typeof sampleSchema>

const readers = ['administrator', 'manager', 'operator'] as const
const writers = ['administrator', 'manager'] as const
const limitParams = idParams.extend({ limitId: z.coerce.number().int().positive() })

const reductionParams = idParams.extend({ reductionId: z.coerce.number().int().positive() })

/** How a location shares its current out to cars. */
export const energy = {
  view: call({
    method: 'GET',
    path: 'locations/{id}/energy',
    summary: 'The wiring of a location with what flows, what each session gets and why',
    roles: readers,
    params: idParams,
    answer: energyViewSchema,
  }),
  curve: call({
    method: 'GET',
    path: 'locations/{id}/energy/curve',
    summary: 'The load of the grid connection on a day of the location, minute by minute, kept for nine days',
    roles: readers,
    params: idParams,
    query: z.object({
      day: z.iso.date().optional().describe('Absent: today'),
    }),
    answer: z.array(sampleSchema),
  }),
  measures: call({
    method: 'GET',
    path: 'locations/{id}/energy/measures',
    summary: 'How well a location served its cars in the days until today, and what it carried',
    roles: readers,
    params: idParams,
    query: z.object({
      period: z.enum(['day', 'week', 'month']).describe('Today, the last 7 days, or the last 30'),
    }),
    answer: energyMeasuresSchema,
  }),
  site: call({
    method: 'GET',
    path: 'locations/{id}/energy/site',
    summary: 'The wiring of a location and how its current is shared out, as it was saved',
    roles: readers,
    params: idParams,
    answer: energySiteSchema,
  }),
  simulate: call({
    method: 'POST',
    path: 'locations/{id}/energy/simulation',
    summary: 'Play the sessions of the last seven days with other settings; nothing is kept',
    roles: readers,
    params: idParams,
    body: energySimulationBody,
    answer: energySimulationSchema,
  }),
  saveSite: call({
    method: 'PUT',
    path: 'locations/{id}/energy/site',
    summary: 'Save the wiring of a location; one whose floors could trip a fuse is refused',
    roles: writers,
    params: idParams,
    body: energySiteBody,
    answer: energySiteSchema,
  }),
  addLimit: call({
    method: 'POST',
    path: 'locations/{id}/energy/limits',
    summary: 'Limit a circuit from now until an instant',
    roles: writers,
    params: idParams,
    body: energyLimitBody,
    answer: energyLimitSchema,
    status: 201,
  }),
  endLimit: call({
    method: 'DELETE',
    path: 'locations/{id}/energy/limits/{limitId}',
    summary: 'End a limit before its time',
    roles: writers,
    params: limitParams,
    status: 204,
  }),
  reductions: call({
    method: 'GET',
    path: 'locations/{id}/energy/reductions',
    summary: 'What the grid operator has taken back (§ 14a EnWG), the last first; kept for two years',
    roles: readers,
    params: idParams,
    query: z.object(page(10, 500)),
    answer: z.array(energyReductionSchema),
    counted: true,
  }),
  reductionsFile: call({
    method: 'GET',
    path: 'locations/{id}/energy/reductions/download',
    summary: 'The same as a spreadsheet, to show to the grid operator',
    roles: readers,
    params: idParams,
    query: z.object({ format: z.enum(sheetFormats).default('xlsx') }),
    answer: z.unknown(),
    download: true,
  }),
  reduce: call({
    method: 'POST',
    path: 'locations/{id}/energy/reductions',
    summary: 'Take power back for the grid operator, in place of what it took back before',
    roles: writers,
    params: idParams,
    body: energyReductionBody,
    answer: energyReductionSchema,
    status: 201,
  }),
  endReduction: call({
    method: 'DELETE',
    path: 'locations/{id}/energy/reductions/{reductionId}',
    summary: 'End what the grid operator took back; it stays in the log',
    roles: writers,
    params: reductionParams,
    status: 204,
  }),
  addKey: call({
    method: 'POST',
    path: 'locations/{id}/energy/key',
    summary:
      'Make the key with which meters and the grid operator call; it is answered once, and ends the one before',
    roles: writers,
    params: idParams,
    answer: z.object({ key: z.string() }),
    status: 201,
  }),
  endKey: call({
    method: 'DELETE',
    path: 'locations/{id}/energy/key',
    summary: 'End the key of a site',
    roles: writers,
    params: idParams,
    status: 204,
  }),
  reading: call({
    method: 'POST',
    path: 'energy/readings',
    summary: 'What a circuit carries beside the cars; the key of its site is the bearer token',
    roles: 'public',
    body: energyReadingBody,
    status: 204,
  }),
  prices: call({
    method: 'POST',
    path: 'energy/prices',
    summary: 'What a kWh costs from now on, hour by hour; the key of its site is the bearer token',
    roles: 'public',
    body: energyPricesBody,
    status: 204,
  }),
  limitByKey: call({
    method: 'POST',
    path: 'energy/limits',
    summary:
      'Limit a circuit until an instant, for the box of a grid operator; the key of its site is the bearer token',
    roles: 'public',
    body: energyLimitBody,
    answer: energyLimitSchema.pick({ id: true, circuit: true, from: true, until: true }),
    status: 201,
  }),
  reduceByKey: call({
    method: 'POST',
    path: 'energy/reductions',
    summary:
      'Take power back (§ 14a EnWG), for the control box of a grid operator; the key of its site is the bearer token',
    roles: 'public',
    body: energyReductionBody,
    answer: energyReductionSchema.pick({
      id: true,
      from: true,
      until: true,
      requested_w: true,
      guaranteed_w: true,
      applied_w: true,
    }),
    status: 201,
  }),
  endByKey: call({
    method: 'DELETE',
    path: 'energy/reductions',
    summary: 'Revoke what was taken back; the key of its site is the bearer token',
    roles: 'public',
    status: 204,
  }),
}
