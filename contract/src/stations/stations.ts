import { z } from 'zod'
import { perKwh, powerKw, stationNumber } from '../base/bounds.ts'
import { call, idParams, page, textIdParams } from '../base/call.ts'
import {
  connectorStatuses,
  connectorTypes,
  currents,
  ocppStatuses,
  refusalReasons,
  stationOrders,
} from '../base/enums.ts'
import { pictureAddress } from '../places/pictures.ts'
import { stationChange, stationSchema } from './station.ts'
import { stationChoice, stationKind } from './station-choice.ts'
import { stationDescriptionBody } from './station-description.ts'

export const newStationBody = z.object({
  /** The OCPP identity: the last part of the station's URL. */
  id: z
    .string()
    .transform((id) => id.replaceAll(' ', ''))
    .pipe(
      z
        .string()
        .min(1)
        .max(48)
        .regex(/^[A-Za-z0-9*_=:+|@.-]+$/),
    ),
  number: stationNumber.optional(),
  vendor_name: z.string().trim().min(1).max(50),
  model: z.string().trim().min(1).max(50),
  image: pictureAddress.nullish(),
  /** kopecks per kWh, for kinds of connectors that have no price at the location yet; left out: they get none */
  tariff: perKwh.optional(),
  connectors: z
    .array(
      z.object({
        evse_number: z.number().int().min(1).max(100),
        number: z.number().int().min(1).max(100),
        type: z.enum(connectorTypes),
        current: z.enum(currents),
        power: powerKw,
      }),
    )
    .min(1)
    .max(32),
})

export const operationBody = z.object({
  operational_status: z.enum(['operative', 'inoperative']),
  /** EVSE numbers; [0] is the whole station */
  evses: z.array(z.number().int().min(0).max(100)).min(1).max(100),
})

/** A station's answer to an order to put one of its EVSEs into or out of operation. */
export const operationAnswer = z.object({
  evse_number: z.number(),
  /** the station has done it, or will */
  accepted: z.boolean(),
  /** the status that it answered: Accepted, Scheduled, Rejected...; null: no answer */
  status: z.string().nullable(),
  /** why there is no answer: a code, and the same in words */
  code: z.string().nullable(),
  error: z.string().nullable(),
})
export type OperationAnswer = z.infer<typeof operationAnswer>

const settingSchema = z.object({
  /** only in OCPP 2.x, with instance, EVSE and connector if it has them */
  component: z.string().nullable(),
  name: z.string(),
  /** null: not set, not reported, or a secret */
  value: z.string().nullable(),
  readonly: z.boolean(),
  secret: z.boolean(),
})

/** What a station's controllers report about themselves. */
export const controllersSchema = z.object({
  online: z.boolean(),
  /** signal strength, 32 at most; null: never reported */
  rssi: z.number().nullable(),
  tamper: z.boolean(),
  evses: z.array(
    z.object({
      number: z.number(),
      operational: z.boolean(),
      availability_pending: z.boolean(),
      availability_answer: z.string().nullable(),
      connectors: z.array(
        z.object({
          id: z.number(),
          number: z.number(),
          /** number within the whole station */
          ordinal: z.number(),
          type: z.enum(connectorTypes),
          status: z.enum(connectorStatuses),
          origin_status: z.enum(ocppStatuses).nullable(),
          error_code: z.string().nullable(),
          info: z.string().nullable(),
          status_updated_at: z.string().nullable(),
          extended_meter_values: z.record(z.string(), z.unknown()).nullable(),
        }),
      ),
    }),
  ),
  /** Technical: administrators only, absent for others. */
  technical: z
    .object({
      protocol: z.string().nullable(),
      firmware_version: z.string().nullable(),
      booted_at: z.string().nullable(),
      boot_reason: z.string().nullable(),
      configuration: z
        .object({
          asked_at: z.string(),
          /** null: not reported yet */
          fetched_at: z.string().nullable(),
          settings: z.array(settingSchema),
        })
        .nullable(),
    })
    .optional(),
})
export type Controllers = z.infer<typeof controllersSchema>

const staff = ['administrator', 'manager', 'operator'] as const
const responsible = ['administrator', 'manager'] as const

export const stations = {
  list: call({
    method: 'GET',
    path: 'stations',
    summary: 'Stations that the caller may see',
    roles: staff,
    query: z.object({
      ...page(50, 500),
      ...stationChoice,
      /** owner: owner's names and e-mail, location's name, id; firmware is sorted for administrators only */
      order_by: z.enum(stationOrders).default('owner:asc'),
      mode: z.enum(['full']).optional(),
      /** fields that cost an extra query; only these are added */
      with: z.enum(['uptime']).optional(),
    }),
    answer: z.array(stationSchema),
    counted: true,
  }),
  kinds: call({
    method: 'GET',
    path: 'station-kinds',
    summary:
      'Manufacturers, models and firmware of the stations that the caller may see, to filter by; firmware for administrators only',
    roles: staff,
    answer: z.array(stationKind),
  }),
  ofLocation: call({
    method: 'GET',
    path: 'locations/{id}/stations',
    summary: 'Stations of a location, by number',
    roles: staff,
    params: idParams,
    query: z.object({ ...page(100, 500), order_by: z.enum(['number:asc']).optional() }),
    answer: z.array(stationSchema),
    counted: true,
  }),
  get: call({
    method: 'GET',
    path: 'stations/{id}',
    summary: 'One station',
    roles: staff,
    params: textIdParams,
    answer: stationSchema,
  }),
  add: call({
    method: 'POST',
    path: 'locations/{id}/stations',
    summary: 'Add a station; its OCPP password is shown this once',
    roles: ['administrator', 'manager'],
    params: idParams,
    body: newStationBody,
    answer: stationSchema.extend({ password: z.string() }),
    status: 201,
  }),
  connection: call({
    method: 'GET',
    path: 'stations/{id}/connection',
    summary:
      'Where a station connects to, and which of its connection attempts were refused since it was added',
    roles: ['administrator', 'manager'],
    params: textIdParams,
    answer: z.object({
      /** Backend URL without the station's id, from PUBLIC_URL; null when that is not set: then it is the host that the caller used. */
      backend_url: z.string().nullable(),
      /** The station's last refused handshake. */
      refused: z
        .object({
          reason: z.enum(refusalReasons),
          at: z.string(),
          attempts: z.number(),
          remote_address: z.string().nullable(),
        })
        .nullable(),
      /** Unknown stations that tried to connect since then, newest first: perhaps a mistyped id. Empty for all but administrators. */
      unknown: z.array(z.object({ id: z.string(), at: z.string(), remote_address: z.string().nullable() })),
    }),
  }),
  renewPassword: call({
    method: 'POST',
    path: 'stations/{id}/password',
    summary:
      'Replace the OCPP password of a station; it is shown this once and asked for from the next handshake on',
    roles: ['administrator', 'manager'],
    params: textIdParams,
    answer: z.object({ password: z.string() }),
  }),
  describe: call({
    method: 'POST',
    path: 'stations/description',
    summary: 'Say what a station is: vendor, model, free texts, connectors descriptor',
    roles: ['administrator'],
    body: stationDescriptionBody,
    answer: stationSchema,
  }),
  monetize: call({
    method: 'POST',
    path: 'stations/{id}/monetize',
    summary: 'Switch monetization on or off',
    roles: ['administrator', 'manager'],
    params: textIdParams,
    body: z.object({ monetized: z.boolean() }),
    answer: stationSchema,
  }),
  change: call({
    method: 'PATCH',
    path: 'stations/{id}',
    summary: 'Change a station; 409 station.changed when someone else has since it was read',
    roles: responsible,
    params: textIdParams,
    body: stationChange,
    answer: stationSchema,
  }),
  operate: call({
    method: 'POST',
    path: 'stations/{id}/status',
    summary: "Put EVSEs into or out of operation; waits for the station's answers, 30 s at most",
    roles: responsible,
    params: textIdParams,
    body: operationBody,
    answer: stationSchema.extend({ answers: z.array(operationAnswer) }),
  }),
  takeReported: call({
    method: 'POST',
    path: 'stations/{id}/reported-connectors',
    summary:
      'Set up the connectors that a station reports beside those that are set up, each of its neighbour’s kind',
    roles: responsible,
    params: textIdParams,
    answer: stationSchema,
  }),
  remove: call({
    method: 'DELETE',
    path: 'stations/{id}',
    summary: 'Remove a station; its history stays',
    roles: responsible,
    params: textIdParams,
    status: 204,
  }),
  controllers: call({
    method: 'GET',
    path: 'stations/{id}/controllers',
    summary: "What a station's controllers report of themselves",
    roles: staff,
    params: textIdParams,
    answer: controllersSchema,
  }),
  refreshConfiguration: call({
    method: 'POST',
    path: 'stations/{id}/configuration/refresh',
    summary: 'Ask a station for everything that is set on it; OCPP 2.x reports it some seconds later',
    roles: ['administrator'],
    params: textIdParams,
    answer: controllersSchema,
  }),
  reset: call({
    method: 'POST',
    path: 'stations/{id}/reset',
    summary: 'Reset a station: Soft in 1.6, OnIdle in 2.0.1',
    roles: staff,
    params: textIdParams,
    answer: z.string(),
    text: true,
  }),
  meterValues: call({
    method: 'GET',
    path: 'meter-values/{stationId}/{connectorNumber}',
    summary: 'Last meter values of a connector, by context, measurand and phase',
    roles: staff,
    params: z.object({
      stationId: z.string().min(1).max(48),
      connectorNumber: z.coerce.number().int().min(1),
    }),
    answer: z.array(
      z.object({
        context: z.string(),
        measurand: z.string(),
        phase: z.string().nullable(),
        location: z.string().nullable(),
        value: z.number(),
        multiplier: z.number(),
        unit: z.string(),
        timestamp: z.string(),
      }),
    ),
  }),
}
