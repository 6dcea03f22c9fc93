import { z } from 'zod'
import { countingNumber, stationNumber } from '../base/bounds.ts'
import { stationStatuses } from '../base/enums.ts'
import { pictureAddress } from '../places/pictures.ts'
import { maintenanceSchema } from './maintenances.ts'
import { stationDescriptions } from './station-description.ts'
import { holdFields } from './station-hold.ts'
import { evseSchema } from './station-parts.ts'

export const stationSchema = z.object({
  id: z.string(),
  number: z.number(),
  location_id: z.number(),
  location_name: z.string(),
  location_city: z.string(),
  location_street: z.string(),
  owner_first_name: z.string().nullable(),
  owner_last_name: z.string().nullable(),
  owner_email: z.string().nullable(),
  model: z.string(),
  vendor_name: z.string(),
  image: z.string().nullable(),
  status: z.enum(stationStatuses),
  status_since: z.string(),
  online: z.boolean(),
  monetized: z.boolean(),
  /** monetized, but its owner's plan does not cover it any more: nobody can start there until a plan does or it is made free of charge */
  sales_paused: z.boolean(),
  needs_pro: z.boolean(), // its owner needs the Pro plan before it can be monetized
  needs_admission: z.boolean(), // an administrator must admit its owner before it can be monetized
  configured: z.boolean(),
  ...holdFields,
  maintenance: maintenanceSchema.nullable().describe('What runs, or comes next'),
  reservations_supported: z.boolean(),
  reserves: z.boolean().describe('It is set so, or the station has accepted a reservation'),
  parking: z.object({ car: z.boolean(), bike: z.boolean() }),
  evses: z.array(evseSchema),
  unknown_connectors: z
    .array(z.string())
    .describe(
      'What it has reported since its boot and is not set up: counted through the station, or EVSE/number',
    ),
  unreported_connectors: z
    .array(z.string())
    .describe(
      'What is set up and the connected station has never reported, five minutes and more after its boot, counted through the station',
    ),
  /** Last payload per vendor and message, e.g. autoenterprise.miscInfo {rssi, tamper}. */
  data_transfer: z.record(z.string(), z.record(z.string(), z.unknown())),
  /** Last frame or pong of the station. */
  ping_timestamp: z.string().nullable(),
  last_session_at: z.string().nullable().describe('When its newest session began; null: it had none'),
  uptime: z
    .number()
    .nullable()
    .optional()
    .describe('Percent of the last 30 days, where a list was asked for it; null: nothing counts'),
  created_at: z.string(),
  /** Technical fields: administrators only, absent for others (domain.md#roles-and-scope). */
  technical: z
    .object({
      serial_number: z.string().nullable(),
      iccid: z.string().nullable(),
      imsi: z.string().nullable(),
      protocol: z.string().nullable(),
      firmware_version: z.string().nullable(),
      boot_reason: z.string().nullable(),
    })
    .optional(),
  /** Grows with each change of the settings; a change sends it back, so that it overwrites no change of somebody else. */
  version: z.number(),
  /** Free texts about the station: administrators only, absent for others (domain.md#roles-and-scope). */
  descriptions: stationDescriptions.optional(),
  connectors_descriptor: z.string().nullable().optional(),
  /** change: settings, operation and password */
  can: z.record(z.enum(['reset', 'monetize', 'change', 'remove', 'hold']), z.boolean()),
})
export type Station = z.infer<typeof stationSchema>

/** Changes of a station; fields that are left out stay as they are (domain.md#stations). */
export const stationChange = z.object({
  number: stationNumber.optional(),
  parking: z.object({ car: z.boolean(), bike: z.boolean() }).optional(),
  vendor_name: z.string().trim().min(1).max(50).optional(),
  model: z.string().trim().min(1).max(50).optional(),
  image: pictureAddress.nullish(),
  reservations_supported: z.boolean().optional(),
  /** version of the station that was read; if it is not the current one, the answer is station.changed */
  version: countingNumber.optional(),
})
