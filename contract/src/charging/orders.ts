import { z } from 'zod'
import { call, idParams } from '../base/call.ts'
import {
  commandStatuses,
  logLevels,
  logSources,
  orderStatuses,
  orderWarnings,
  paymentMethodTypes,
  signedVerdicts,
  signedWhys,
  verdictCodes,
} from '../base/enums.ts'
import { ocppMessageSchema } from '../stations/journal.ts'
import { meterKeySchema } from '../stations/meter-keys.ts'

const amount = z.number().nullable()
const when = z.string().nullable()
const metered = z.object({ value: z.number(), unit: z.string() })

/** The last meter values of an order; values that the station does not report are absent. */
const metersSchema = z.object({
  energy: metered.optional(),
  power: metered.optional(),
  soc: metered.optional(),
  current: metered.optional(),
  voltage: metered.optional(),
})

/** One priced piece of a session; together they explain the invoice. */
const segmentSchema = z.object({
  dimension: z.enum(['energy', 'time', 'flat', 'idle']),
  from: z.string(),
  to: z.string(),
  /** Wh for energy, seconds for time and idle, 1 for flat */
  quantity: z.number(),
  /** micro-units: a thousandth of a kopeck per kWh, per minute or per session */
  unit_price: z.number(),
  /** thousandths of a kopeck, before rounding the component */
  amount_micro: z.number(),
})

/** For all purposes of an order together, until now; in kopecks. */
export const paidInAllSchema = z.object({
  /** taken for charging, reservation, idle fee and services */
  captured: z.number(),
  /** the part of it that was refunded or charged back */
  given_back: z.number(),
  /** due and not paid */
  open: z.number(),
})
export type PaidInAll = z.infer<typeof paidInAllSchema>

/** The order with all that its page shows. Money in kopecks, energy in Wh, instants ISO 8601 UTC. */
export const orderDetailsSchema = z.object({
  id: z.number(),
  status: z.enum(orderStatuses),
  user_id: z.number().nullable(),
  rfid: z.string().nullable(),
  user: z
    .object({
      id: z.number(),
      phone: z.string().nullable(),
      first_name: z.string(),
      last_name: z.string(),
      email: z.string().nullable(),
      avatar_url: z.string().nullable(),
    })
    .nullable(),
  started_by: z.object({ id: z.number(), first_name: z.string(), last_name: z.string() }).nullable(),
  station_id: z.string(),
  station_number: z.number(),
  station_online: z.boolean(),
  connector_id: z.number(),
  connector_number: z.number(),
  evse_number: z.number(),
  connector_type: z.string(),
  /** kW */
  connector_power: z.number(),
  location: z.object({ name: z.string(), country: z.string(), city: z.string(), street: z.string() }),
  location_id: z.number(),
  created_at: z.string(),
  reservation_start: when,
  reservation_finish: when,
  charging_start: when,
  charging_finish: when,
  countdown_finish: when,
  ev_charging_start: when,
  ev_disconnected_at: when,
  payment_method_type: z.enum(paymentMethodTypes).nullable(),
  rate: z.number(),
  tariff: z.number(),
  start_fee: z.number(),
  discount: z.number(),
  /** the group of cards whose terms hold for it, free: nobody pays; null: none, or the caller may not see it */
  tag_group: z.object({ key: z.string(), name: z.string(), free: z.boolean() }).nullable(),
  /** the company that pays for it by invoice; null: none, or the caller may not see it */
  fleet: z.object({ id: z.number(), name: z.string() }).nullable(),
  tariff_version_id: z.number().nullable(),
  limit_amount: amount,
  limit_kwh: z.number().nullable(),
  limit_seconds: z.number().nullable(),
  limit_percents: z.number().nullable(),
  payment_intent_status: z.enum(['created', 'captured', 'canceled']).nullable(),
  captured_amount: amount,
  paid_in_all: paidInAllSchema,
  /** the part of its price that the network bears, beyond what its driver was promised */
  borne_amount: z.number(),
  charging_price: amount,
  services_price: amount,
  reservation_price: amount,
  cashback_amount: amount,
  current_charging_amount: amount,
  segments: z.array(segmentSchema),
  meters: metersSchema,
  /** time of the last meter values */
  metered_at: when,
  meters_begin: metersSchema,
  /** seconds of charging until now, or in total */
  duration: z.number().nullable(),
  stop_reason: z.string().nullable(),
  transaction_id: z.string().nullable(),
  transaction_start: when,
  transaction_finish: when,
  meter_start: z.number().nullable(),
  meter_stop: z.number().nullable(),
  meter_start_offset: z.number().nullable(),
  start_tx_status: z.enum(commandStatuses).nullable(),
  start_tx_status_at: when,
  stop_tx_status: z.enum(commandStatuses).nullable(),
  stop_tx_status_at: when,
  stop_tx_retry_count: z.number(),
  ev_connected: z.boolean(),
  parking_time: z.number().nullable(),
  parking_amount: amount,
  parking_captured_amount: amount,
  needs_review: z.boolean(),
  warning: z.enum(orderWarnings).nullable(),
  /** it comes before others at its station (OCPP 2.1): since when, and who has requested that, where it was not somebody at the station; null: it does not */
  priority: z
    .object({
      since: z.string(),
      by: z.object({ id: z.number(), first_name: z.string(), last_name: z.string() }).nullable(),
    })
    .nullable(),
  /** Why the session did not end well; null while it is open, or if it ended well. */
  verdict: z
    .object({
      code: z.enum(verdictCodes),
      /** when the problem appeared, if that is known */
      at: z.string().nullable(),
      /** the station's own term: an error code, a status, a reason */
      word: z.string().nullable(),
    })
    .nullable(),
  /** the amount that must be held before it starts; null: it is not paid beforehand */
  hold_amount: amount,
  /** end: on the server, because its station has lost it; prioritize: at its station, before others, or no longer; inquire: ask its station about it; cancel: before it starts; pay: its driver pays by a link */
  can: z.object({
    stop: z.boolean(),
    end: z.boolean(),
    prioritize: z.boolean(),
    inquire: z.boolean(),
    cancel: z.boolean(),
    pay: z.boolean(),
    console: z.boolean(),
  }),
})
export type OrderDetails = z.infer<typeof orderDetailsSchema>

/** One line of an order's chronology (domain.md#chronology). */
export const orderLogSchema = z.object({
  id: z.number(),
  kind: z.enum(['ocpp', 'payment', 'order', 'api', 'logs']),
  event: z.string(),
  created_at: z.string(),
  value: z.number().nullish(),
  holded_value: z.number().nullish(),
  status: z.string().nullish(),
  meter_start: z.number().nullish(),
  meter_stop: z.number().nullish(),
  /** what the station has reckoned by itself, kopecks */
  station_cost: z.number().nullish(),
  reason: z.string().nullish(),
  transaction_id: z.string().nullish(),
  /** the car paid by its contract (ISO 15118) */
  plug_and_charge: z.boolean().nullish(),
  meters: metersSchema.nullish(),
  text: z.string().nullish(),
  request_url: z.string().nullish(),
  request_endpoint: z.string().nullish(),
  request_post: z.string().nullish(),
  response_code: z.number().nullish(),
  app_type: z.string().nullish(),
  app_version: z.string().nullish(),
  /** when a late line arrived: it happened while the station was offline */
  received_at: z.string().nullish(),
  /** of a returned connection: since when it was lost */
  gone_at: z.string().nullish(),
  /** of a returned connection: the number of messages that it delivered late */
  late_count: z.number().nullish(),
  /** of a line of the controller's log */
  level: z.enum(logLevels).nullish(),
  source: z.enum(logSources).nullish(),
  /** of a line of the controller's log, as 1.6 counts connectors; null: the station itself */
  connector_id: z.number().nullish(),
})
export type OrderLog = z.infer<typeof orderLogSchema>

/** Values that the meter of an order has signed, and what can be said of them. */
export const signedValuesSchema = z.object({
  /** null: nothing is signed */
  verdict: z.enum(signedVerdicts).nullable(),
  why: z.enum(signedWhys).nullable(),
  /** signed registers and energy, Wh; null: not signed */
  begin: z.number().nullable(),
  end: z.number().nullable(),
  energy: z.number().nullable(),
  /** of the key that they were checked with */
  fingerprint: z.string().nullable(),
  /** that key, where it is kept at the station */
  key: meterKeySchema.nullable(),
  values: z.array(
    z.object({
      at: z.string(),
      /** the station's word for the moment, such as Transaction.Begin */
      context: z.string(),
      format: z.string(),
      result: z.enum(['valid', 'self_declared', 'wrong', 'not_checkable']),
      why: z.enum(signedWhys).nullable(),
      /** as its station has sent it */
      data: z.string(),
    }),
  ),
  /** the file that the transparency software takes (XML); null: nothing is signed */
  file: z.string().nullable(),
})
export type SignedValues = z.infer<typeof signedValuesSchema>

/** What the meter has signed of an order, as its driver sees it; the file to check it with is `pay/{token}/signed-values`. */
export const driverSignedSchema = signedValuesSchema.pick({ begin: true, end: true, energy: true }).extend({
  verdict: z.enum(signedVerdicts),
  /** of the meter, hexadecimal digits; null: none is known */
  public_key: z.string().nullable(),
})
export type DriverSigned = z.infer<typeof driverSignedSchema>

/** Which sessions of roaming partners’ drivers: of one partner, or of any. */
export const partnerFilter = z.union([z.literal('any'), z.coerce.number().int().positive()])
export type PartnerFilter = z.output<typeof partnerFilter>

/** A station's answer to an inquiry about a session: whether it runs, and whether messages about it wait to be sent. */
export const inquiryWords = ['running', 'running_waiting', 'ended', 'ended_waiting'] as const
export type InquiryWord = (typeof inquiryWords)[number]

export const orders = {
  details: call({
    method: 'GET',
    path: 'orders/{id}/details',
    summary: 'An order with its chronology; protocol frames for administrators; accounters read only',
    roles: ['administrator', 'operator', 'accounter'],
    params: idParams,
    answer: z.object({
      order: orderDetailsSchema,
      logs: z.array(orderLogSchema),
      ocpp: z.array(ocppMessageSchema),
    }),
  }),
  partners: call({
    method: 'GET',
    path: 'orders/partners',
    summary:
      'Roaming partners whose drivers may have sessions, by name; to who sees one owner’s locations there are none',
    roles: ['administrator', 'operator'],
    answer: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  signedValues: call({
    method: 'GET',
    path: 'orders/{id}/signed-values',
    summary: 'What the meter of an order has signed, checked, with the file for the transparency software',
    roles: ['administrator', 'operator', 'accounter'],
    params: idParams,
    answer: signedValuesSchema,
  }),
  end: call({
    method: 'POST',
    path: 'orders/{id}/end',
    summary:
      'End a session that its station has lost, on its last meter value; what it costs waits for review',
    roles: ['administrator', 'manager', 'operator'],
    params: idParams,
    body: z.object({ reason: z.string().trim().min(1).max(500) }),
    answer: z.object({ order_id: z.number() }),
  }),
  prioritize: call({
    method: 'POST',
    path: 'orders/{id}/priority',
    summary:
      'Let a session that runs come before others at its station, or no longer (OCPP 2.1); answers once the station has accepted',
    roles: ['administrator', 'manager', 'operator'],
    params: idParams,
    body: z.object({ active: z.boolean() }),
    answer: z.object({ active: z.boolean() }),
  }),
  inquire: call({
    method: 'POST',
    path: 'orders/{id}/inquiry',
    summary:
      'Ask the station whether a session runs there, and whether it still has messages about it to send',
    roles: ['administrator', 'manager', 'operator'],
    params: idParams,
    answer: z.object({ told: z.enum(inquiryWords) }),
  }),
}

/** A node of the GraphQL orders connection. */
export interface OrderNode {
  id: number
  status: (typeof orderStatuses)[number]
  created_at: string
  location: { id: number; name: string; country: string; city: string; street: string }
  station: { id: string; number: number }
  connector: { id: number; type: string; evse_number: number; number: number; power: number }
  user: {
    id: number
    first_name: string
    last_name: string
    avatar_url: string | null
    phone: string | null
  } | null
  reservation_start: string | null
  reservation_finish: string | null
  charging_start: string | null
  charging_finish: string | null
  meter_start: number | null
  meter_stop: number | null
  /** Wh charged, as billed; null before a transaction began */
  energy: number | null
  service_orders: { id: number }[]
  charging_price: number | null
  services_price: number | null
  captured_amount: number | null
  transaction_start: string | null
  transaction_finish: string | null
  ev_connected: boolean
  payment_method_type: string | null
  meter_soc_start: number | null
  meter_soc_stop: number | null
  rate: number
  tariff: number
  discount: number
  rfid: string | null
  /** the roaming partner that pays for it; null: none, or the caller may not see it */
  partner: { id: number; name: string } | null
  parking_time: number | null
  parking_amount: number | null
  parking_captured_amount: number | null
  reservation_price: number | null
  current_charging_amount: number | null
  current_wh: number | null
  current_w: number | null
  /** time of the last meter values */
  metered_at: string | null
  limit_amount: number | null
  countdown_finish: string | null
  warning: string | null
  /** it comes before others at its station */
  priority: boolean
  wrong_captured_amount: boolean
}
