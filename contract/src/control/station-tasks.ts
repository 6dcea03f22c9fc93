import { z } from 'zod'
import { countingNumber } from '../base/bounds.ts'
import { call, textIdParams } from '../base/call.ts'
import { connectorTypes } from '../base/enums.ts'
import { evseTariffSchema, stationTariffStates } from '../places/tariffs-at-station.ts'
import { isoPartSchema } from './plug-and-charge.ts'
import { readingTasks } from './station-readings.ts'

/** Messages that a trigger can request from a station; a station may know fewer. */
const triggerMessages = [
  'BootNotification',
  'Heartbeat',
  'StatusNotification',
  'MeterValues',
  'FirmwareStatusNotification',
  'DiagnosticsStatusNotification',
  'LogStatusNotification',
] as const

/** The id of the charging profile of a whole station's limit. The id for a place is this plus the place's number in the station's version. */
export const wholeStationProfileId = 1000

const certificateUses = ['central_system', 'manufacturer', 'v2g_root', 'mo_root', 'oem_root'] as const
export type CertificateUse = (typeof certificateUses)[number]
const limitUnits = ['A', 'W'] as const

const number = z.number().int().min(1).max(100)
/** A connector by its EVSE and its number there; the number is required where the EVSE has several. */
const connector = { evse: number, connector: number.optional() }
/** The same; without both, the whole station. */
const place = { evse: number.optional(), connector: number.optional() }
const hashes = z.object({
  hashAlgorithm: z.string().max(10),
  issuerNameHash: z.string().max(128),
  issuerKeyHash: z.string().max(128),
  serialNumber: z.string().max(40),
})
export type CertificateHash = z.infer<typeof hashes>

/** An address from which a station can fetch a file. OCPP does not fix the scheme; stations know these. */
const fileUrl = z
  .string()
  .trim()
  .max(500)
  .regex(/^(https?|ftps?):\/\/[^\s/]+\/\S*$/i)

/** PEM */
const certificate = z
  .string()
  .trim()
  .max(5500)
  .regex(/^-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----$/)

/** Names of settings that can disconnect a station for good. */
export const hurtingSetting = /url|password|authorizationkey/i

/** Where stations connect over TLS. */
const secureAddress = /^wss:\/\/[^\s/?#]+(\/[^\s?#]*)?$/i

/** A task for a station, independent of its OCPP version; without an EVSE it is for the whole station. */
export const stationTaskBody = z.discriminatedUnion('task', [
  z.object({ task: z.literal('trigger'), message: z.enum(triggerMessages), ...place }),
  z.object({ task: z.literal('unlock'), ...connector }),
  /** restarts it at once, even during sessions */
  z.object({ task: z.literal('hard_reset') }),
  z.object({ task: z.literal('clear_cache') }),
  z.object({
    task: z.literal('configure'),
    component: z.string().max(120).optional(),
    name: z.string().trim().min(1).max(120),
    value: z.string().max(2500),
  }),
  z.object({ task: z.literal('log'), kind: z.enum(['diagnostics', 'security']) }),
  z.object({
    task: z.literal('firmware'),
    location: fileUrl,
    /** who signed the file, for stations that check it */
    signed: z
      .object({
        certificate,
        /** base64 */
        signature: z
          .string()
          .trim()
          .max(800)
          .regex(/^[A-Za-z0-9+/]+={0,2}$/),
      })
      .optional(),
  }),
  z.object({ task: z.literal('send_list'), full: z.boolean() }),
  z.object({ task: z.literal('list_version') }),
  z.object({
    task: z.literal('limit'),
    ...place,
    unit: z.enum(limitUnits),
    limit: z.number().min(0).max(1_000_000),
    duration_minutes: z.number().int().min(1).max(43_200).optional(),
  }),
  /** with a place: the limit that the back office set there, with wholeStationProfileId */
  z.object({ task: z.literal('clear_limit'), profile_id: countingNumber, ...place }),
  /** every limit that the back office set, one after the other; stops at the first refusal */
  z.object({ task: z.literal('clear_limits') }),
  z.object({
    task: z.literal('schedule'),
    ...place,
    unit: z.enum(limitUnits),
    hours: z.number().int().min(1).max(48),
  }),
  z.object({ task: z.literal('certificates'), use: z.enum(certificateUses) }),
  z.object({
    task: z.literal('install_certificate'),
    use: z.enum(certificateUses),
    certificate,
  }),
  z.object({ task: z.literal('delete_certificate'), hashes }),
  /** lists its roots of ISO 15118, and installs those of the network's that it lacks (Plug & Charge) */
  z.object({ task: z.literal('trusted_roots') }),
  z.object({
    task: z.literal('reserve'),
    ...connector,
    token: z.string().trim().min(1).max(20),
    minutes: z.number().int().min(1).max(1440),
  }),
  z.object({ task: z.literal('cancel_reservation'), reservation_id: countingNumber }),
  /** generates a password, sets it at the station and makes it connect again; the old one is valid until then */
  z.object({ task: z.literal('renew_password') }),
  /** makes the station generate a key and request a certificate, which is signed here and sent if the request is valid */
  z.object({
    task: z.literal('request_certificate'),
    /** the one that it shows to cars (ISO 15118), which the contract provider signs */
    for_cars: z.boolean().optional(),
    /** the part of ISO 15118 by which it is for cars: 20 is for stations of OCPP 2.1 */
    part: isoPartSchema.optional(),
  }),
  /** moves the station to TLS: 2 with its password, 3 with a certificate of its own */
  z.object({
    task: z.literal('raise_profile'),
    profile: z.union([z.literal(2), z.literal(3)]),
    url: z.string().trim().max(512).regex(secureAddress),
  }),
  /** gives the station another address of its central system and restarts it when it is idle; the present one stays behind it */
  z.object({
    task: z.literal('move'),
    url: z
      .string()
      .trim()
      .max(255)
      .regex(/^wss?:\/\//),
    security_profile: z.number().int().min(0).max(3),
    /** of OCPP 1.6 */
    key: z.string().trim().min(1).max(50).optional(),
  }),
  ...readingTasks,
])
export type StationTaskBody = z.input<typeof stationTaskBody>

/** The station's answer, with what it holds beside the status. */
export const stationTaskAnswerSchema = z.object({
  accepted: z.boolean(),
  status: z.string(),
  latency_ms: z.number(),
  list_version: z.number().optional(),
  certificates: z.array(hashes).optional(),
  /** the limits that will apply, each from its instant on */
  schedule: z
    .object({
      unit: z.enum(limitUnits),
      from: z.string(),
      until: z.string(),
      steps: z.array(z.object({ at: z.string(), limit: z.number() })),
    })
    .optional(),
})
export type StationTaskAnswer = z.infer<typeof stationTaskAnswerSchema>

/** The state of work that a station continues after its answer. */
const workOutcomes = ['under_way', 'done', 'failed'] as const

export const stationUploadSchema = z.object({
  id: z.number(),
  kind: z.enum(['diagnostics', 'security']),
  asked_at: z.string(),
  /** the last status that the station reported; null: none yet */
  status: z.string().nullable(),
  file_name: z.string().nullable(),
  size: z.number().nullable(),
  received_at: z.string().nullable(),
  /** whether the file may still come */
  open: z.boolean(),
})
export type StationUpload = z.infer<typeof stationUploadSchema>

/** How far a list is that follows: never sent; as it should be; as far as the station has room; not taken; the station has no lists. */
export const listStates = ['waiting', 'in_step', 'part', 'failed', 'unsupported'] as const
export type ListState = (typeof listStates)[number]

/** A certificate that was signed for a station. */
const signedCertificate = z.object({
  /** hexadecimal */
  serial: z.string(),
  issued_at: z.string(),
  not_after: z.string(),
  /** the station's answer to it; null: none yet */
  status: z.string().nullable(),
})

/** The tasks of a station, and how far they are. */
export const stationTaskStateSchema = z.object({
  online: z.boolean(),
  uploads: z.array(stationUploadSchema),
  firmware: z
    .object({
      location: z.string(),
      asked_at: z.string(),
      version_before: z.string().nullable(),
      version_now: z.string().nullable(),
      steps: z.array(
        z.object({
          /** the status that the station reported, or why the request got no answer */
          status: z.string(),
          at: z.string(),
          outcome: z.enum(workOutcomes),
        }),
      ),
    })
    .nullable(),
  limits: z.array(
    z.object({
      profile_id: z.number(),
      evse: z.number().nullable(),
      /** null: the whole EVSE, where the station's version does not name connectors */
      connector: z.number().nullable(),
      /** what it limits: the whole station, every session there, or the running session */
      purpose: z.enum(['station', 'default', 'transaction']),
      unit: z.enum(limitUnits),
      limit: z.number(),
      /** others follow it by a schedule */
      varies: z.boolean(),
      set_at: z.string(),
      /** from when it applies; null: since it was set */
      from: z.string().nullable(),
      until: z.string().nullable(),
    }),
  ),
  local_list: z.object({ version: z.number(), entries: z.number(), sent_at: z.string() }).nullable(),
  /** the list follows the network's cards by itself; null: its location does not ask for it */
  list_following: z
    .object({
      state: z.enum(listStates),
      /** what the station said last where it did not take the list, or why there was no answer */
      answer: z.string().nullable(),
      /** cards for which the station has no room */
      left_out: z.number(),
      tried_at: z.string().nullable(),
      /** when the list was last what it should be */
      synced_at: z.string().nullable(),
      /** when it is sent next, at the earliest; null: nothing is to be sent */
      due_at: z.string().nullable(),
    })
    .nullable(),
  /** the prices with which it reckons by itself; null: its version cannot, or it has not booted since it can */
  tariffs: z
    .object({
      state: z.enum(stationTariffStates),
      /** what the station said last where it did not take a price, or why there was no answer */
      answer: z.string().nullable(),
      evses: z.array(evseTariffSchema),
      tried_at: z.string().nullable(),
      /** when it last got what it should have */
      synced_at: z.string().nullable(),
      /** when it gets them next, at the earliest; null: when something changes */
      due_at: z.string().nullable(),
    })
    .nullable(),
  reservations: z.array(
    z.object({
      id: z.number(),
      evse: z.number(),
      connector: z.number().nullable(),
      token: z.string(),
      until: z.string(),
    }),
  ),
  security: z.object({
    /** how it connected last: 0 open, 1 password, 2 password over TLS, 3 certificate over TLS; null: not known yet */
    profile: z.number().nullable(),
    /** since when it has a new password that it has not used yet */
    new_password_since: z.string().nullable(),
    /** where this server, or the proxy before it, accepts stations over TLS, without the station's id */
    secure_url: z.string().nullable(),
    /** whether the server checks certificates of stations */
    certificates: z.boolean(),
    /** whether this server signs certificates of stations */
    signs: z.boolean(),
    /** the station's own certificate that was signed here last */
    certificate: signedCertificate.nullable(),
    /** whether a contract provider signs what the station shows to cars (ISO 15118), and whether by -20 too */
    signs_for_cars: z.boolean(),
    signs_for_cars_20: z.boolean(),
    /** what the station shows to cars, as it was signed last */
    car_certificate: signedCertificate.nullable(),
    /** the same for cars of ISO 15118-20 (OCPP 2.1) */
    car_certificate_20: signedCertificate.nullable(),
  }),
  evses: z.array(z.number()),
  /** the connectors that commands can be sent to; `ordinal` counts through the station */
  connectors: z.array(
    z.object({ evse: z.number(), number: z.number(), ordinal: z.number(), type: z.enum(connectorTypes) }),
  ),
  /** the EVSE of each session that runs */
  charging: z.array(z.number()),
})
export type StationTaskState = z.infer<typeof stationTaskStateSchema>

export const stationTasks = {
  run: call({
    method: 'POST',
    path: 'stations/{id}/tasks',
    summary: 'Give a station work and wait for its answer; what comes of it afterwards is in its tasks',
    roles: ['administrator'],
    params: textIdParams,
    body: stationTaskBody,
    answer: stationTaskAnswerSchema,
  }),
  state: call({
    method: 'GET',
    path: 'stations/{id}/tasks',
    summary: 'Uploads, firmware update, limits, local list and reservations of a station',
    roles: ['administrator'],
    params: textIdParams,
    answer: stationTaskStateSchema,
  }),
  download: call({
    method: 'POST',
    path: 'stations/{id}/uploads/{uploadId}/download',
    summary: 'A link to a file that a station has brought: good for one minute and one use',
    roles: ['administrator'],
    params: textIdParams.extend({ uploadId: z.coerce.number().int().positive() }),
    answer: z.object({ url: z.string() }),
    status: 201,
  }),
}
