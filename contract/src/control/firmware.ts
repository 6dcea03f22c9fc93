import { z } from 'zod'
import { call, idParams, instant, page, textIdParams } from '../base/call.ts'
import { type FirmwareState, firmwareStates } from '../base/enums.ts'
import { bulkMostHours } from './bulk.ts'

/** The largest firmware file: 512 MiB. */
export const firmwareBytesMost = 512 * 1024 * 1024

export const rolloutStatuses = ['scheduled', 'running', 'paused', 'finished', 'canceled'] as const
export type RolloutStatus = (typeof rolloutStatuses)[number]

/** Exactly as the station reports them. */
const kind = {
  vendor_name: z.string().trim().min(1).max(50),
  model: z.string().trim().min(1).max(50),
}
const version = z.string().trim().min(1).max(50)

export const firmwareFileSchema = z.object({
  id: z.number(),
  vendor_name: z.string(),
  model: z.string(),
  version: z.string(),
  file_name: z.string(),
  /** bytes */
  size: z.number(),
  /** hexadecimal */
  sha256: z.string(),
  created_at: instant,
  by: z.object({ id: z.number(), name: z.string() }),
  can: z.object({ delete: z.boolean() }),
})
export type FirmwareFile = z.infer<typeof firmwareFileSchema>

export const fleetFirmwareSchema = z.object({
  vendor_name: z.string(),
  model: z.string(),
  /** null: not reported */
  version: z.string().nullable(),
  stations: z.number(),
  online: z.number(),
  /** those of them in a roll-out that has not ended; no other roll-out can have them */
  in_rollout: z.number(),
})
export type FleetFirmware = z.infer<typeof fleetFirmwareSchema>

/** Where stations are moved to. */
const move = z.object({
  ...kind,
  /** how the station dials its central system, without its identity */
  url: z
    .string()
    .trim()
    .max(255)
    .regex(/^wss?:\/\/[a-z0-9.:[\]-]+(?:\/[\w./~-]*)?$/i),
  /** it is another address of this network: stations come back by it */
  ours: z.boolean(),
  /** that of the new connection (OCPP 2.0.1 and 2.1) */
  security_profile: z.number().int().min(0).max(3),
  /** the key of OCPP 1.6 that holds the address at this model; left out: such stations fail, as the standard has none */
  key: z.string().trim().min(1).max(50).optional(),
})

const person = z.object({ id: z.number(), name: z.string() })

export const rolloutSchema = z.object({
  id: z.number(),
  /** null: it moves stations to another address */
  file: firmwareFileSchema.pick({ id: true, vendor_name: true, model: true, version: true }).nullable(),
  /** null: it gives stations firmware */
  move: move.nullable(),
  /** the versions that are replaced; null: any */
  versions: z.array(z.string().nullable()).nullable(),
  /** how many stations could be updated, and how many are in the roll-out */
  reach: z.number(),
  total: z.number(),
  wave_size: z.number(),
  failures_most: z.number(),
  status: z.enum(rolloutStatuses),
  /** why it is paused: by a person, after too many failures, or because its commander is no longer an administrator */
  paused_by: z.enum(['person', 'failures', 'commander']).nullable(),
  starts_at: instant,
  /** the roll-out waits until then for stations that are not connected; null: it leaves them out */
  wait_until: instant.nullable(),
  created_at: instant,
  finished_at: instant.nullable(),
  by: person,
  counts: z.object(
    Object.fromEntries(firmwareStates.map((state) => [state, z.number()])) as Record<
      FirmwareState,
      z.ZodNumber
    >,
  ),
  can: z.object({ pause: z.boolean(), continue: z.boolean(), cancel: z.boolean() }),
})
export type Rollout = z.infer<typeof rolloutSchema>

/** What a station of a roll-out waits for. */
export const rolloutWaits = ['start', 'paused', 'offline', 'wave', 'charging'] as const
export type RolloutWait = (typeof rolloutWaits)[number]

export const rolloutStationSchema = z.object({
  station_id: z.string(),
  station_number: z.number(),
  location_id: z.number(),
  location_name: z.string(),
  removed: z.boolean(),
  state: z.enum(firmwareStates),
  /** from 1; null: its turn has not come */
  wave: z.number().nullable(),
  version_before: z.string().nullable(),
  version_now: z.string().nullable(),
  /** the last status that the station reported */
  status: z.string().nullable(),
  /** why it failed, as a code and in words */
  code: z.string().nullable(),
  error: z.string().nullable(),
  /** what it waits for; null: nothing, or it has ended */
  waits_for: z.enum(rolloutWaits).nullable(),
  at: instant.nullable(),
})
export type RolloutStation = z.infer<typeof rolloutStationSchema>

/** How many stations a roll-out has, and how it goes on. */
const pace = {
  /** how many of these stations: a percentage, rounded up, or a number */
  share: z.discriminatedUnion('of', [
    z.object({ of: z.literal('percent'), percent: z.number().int().min(1).max(100) }),
    z.object({ of: z.literal('stations'), stations: z.number().int().min(1).max(20_000) }),
  ]),
  /** stations that are updated at the same time; the next ones follow once all of them have ended */
  wave_size: z.number().int().min(1).max(500),
  /** the roll-out pauses itself at so many failures */
  failures_most: z.number().int().min(1).max(20_000),
  /** not before; left out: at once */
  starts_at: z.iso.datetime().optional(),
  /** for so many hours after the start the roll-out waits for stations that are not connected; left out: it does not wait */
  wait_hours: z.number().int().min(1).max(bulkMostHours).optional(),
}

/** The stations that a roll-out updates, and how. */
export const rolloutBody = z.object({
  file_id: z.number().int().positive(),
  /** the versions that are replaced, null for stations that have reported none; left out: any */
  versions: z.array(z.string().max(255).nullable()).min(1).max(200).optional(),
  ...pace,
})

/** The stations that a roll-out moves to another address, and how. */
export const moveBody = move.extend(pace)
export type MoveBody = z.input<typeof moveBody>

export type RolloutBody = z.input<typeof rolloutBody>

/** A stored file as it is offered to one station. */
export const offeredFirmwareSchema = firmwareFileSchema
  .pick({ id: true, version: true, file_name: true })
  .extend({
    /** an address that is signed and valid for a week */
    location: z.string(),
  })
export type OfferedFirmware = z.infer<typeof offeredFirmwareSchema>

const roles = ['administrator'] as const

/** Firmware files, the versions in the fleet, and updates of many stations: administrators only. */
export const firmware = {
  files: call({
    method: 'GET',
    path: 'firmware',
    summary: 'Firmware files that stations can be given, newest first',
    roles,
    answer: z.array(firmwareFileSchema),
  }),
  add: call({
    method: 'POST',
    path: 'firmware',
    summary: 'Keep a firmware file (multipart/form-data, 512 MiB at most) for a model and version',
    roles,
    query: z.object({ ...kind, version }),
    upload: true,
    answer: firmwareFileSchema,
    status: 201,
  }),
  remove: call({
    method: 'DELETE',
    path: 'firmware/{id}',
    summary: 'Delete a firmware file; not while a roll-out of it has not ended',
    roles,
    params: idParams,
    status: 204,
  }),
  fleet: call({
    method: 'GET',
    path: 'firmware/fleet',
    summary: 'The firmware versions of the stations, by model',
    roles,
    answer: z.array(fleetFirmwareSchema),
  }),
  forStation: call({
    method: 'GET',
    path: 'stations/{id}/firmware-files',
    summary:
      'The kept firmware files of a station’s model, newest first, with addresses that it can be given',
    roles,
    params: textIdParams,
    answer: z.array(offeredFirmwareSchema),
  }),
  start: call({
    method: 'POST',
    path: 'firmware/rollouts',
    summary: 'Update a share of the stations of a model, wave by wave, in the background',
    roles,
    body: rolloutBody,
    answer: rolloutSchema,
    status: 201,
  }),
  move: call({
    method: 'POST',
    path: 'firmware/moves',
    summary:
      'Move a share of the stations of a model to another address of their central system, wave by wave, as firmware is rolled out',
    roles,
    body: moveBody,
    answer: rolloutSchema,
    status: 201,
  }),
  rollouts: call({
    method: 'GET',
    path: 'firmware/rollouts',
    summary: 'Roll-outs of firmware, newest first',
    roles,
    query: z.object(page(50, 200)),
    answer: z.array(rolloutSchema),
    counted: true,
  }),
  rollout: call({
    method: 'GET',
    path: 'firmware/rollouts/{id}',
    summary: 'A roll-out and how far it is',
    roles,
    params: idParams,
    answer: rolloutSchema,
  }),
  stations: call({
    method: 'GET',
    path: 'firmware/rollouts/{id}/stations',
    summary: 'The stations of a roll-out in the order in which they are updated',
    roles,
    params: idParams,
    query: z.object({
      ...page(100, 500),
      /** comma list */
      state: z
        .string()
        .max(100)
        .transform((text) => firmwareStates.filter((state) => text.split(',').includes(state)))
        .optional(),
    }),
    answer: z.array(rolloutStationSchema),
    counted: true,
  }),
  pause: call({
    method: 'POST',
    path: 'firmware/rollouts/{id}/pause',
    summary: 'Begin no more updates until it goes on; what has begun ends',
    roles,
    params: idParams,
    answer: rolloutSchema,
  }),
  continue: call({
    method: 'POST',
    path: 'firmware/rollouts/{id}/continue',
    summary: 'Go on with a paused roll-out; failures until now are excused',
    roles,
    params: idParams,
    answer: rolloutSchema,
  }),
  cancel: call({
    method: 'POST',
    path: 'firmware/rollouts/{id}/cancel',
    summary: 'Begin no more updates at all; what has begun ends',
    roles,
    params: idParams,
    answer: rolloutSchema,
  }),
}
