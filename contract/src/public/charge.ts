import { z } from 'zod'
import { call, instant } from '../base/call.ts'
import { connectorTypes, currents } from '../base/enums.ts'
import { idlePriceSchema } from '../places/idle.ts'
import { limitFields } from '../stations/connectors.ts'
import { driverPriceSchema } from './pay-page.ts'

const minor = z.number().int().nonnegative()

/** How a connector stands for a driver who is there. */
export const chargeStates = [
  'free',
  /** a car is plugged in and waits */
  'plugged',
  'busy',
  'reserved',
  'faulted',
  'out_of_use',
  'offline',
] as const
export type ChargeState = (typeof chargeStates)[number]

/** Why nobody can begin at a station, whatever its connectors say. */
export const chargeHindrances = ['offline', 'maintenance', 'sales_paused', 'no_payments'] as const
export type ChargeHindrance = (typeof chargeHindrances)[number]

/** What a session costs, as it will be charged. */
const chargePriceSchema = driverPriceSchema.extend({
  quote: z
    .string()
    .describe('Sent back with the order: until then the price is this one, whatever happens to the tariff'),
  quoted_until: instant,
  idle: idlePriceSchema.nullable(),
  hold_amount: minor.describe('What is held for a session without a limit; what is not charged is released'),
  example: z
    .object({ energy: z.number(), minutes: z.number(), amount: minor })
    .describe('What this much energy costs here, charged from now on at the connector’s power'),
})

const chargeConnectorSchema = z.object({
  id: z.number(),
  number: z.number(),
  evse: z.number(),
  type: z.enum(connectorTypes),
  current: z.enum(currents),
  power_kw: z.number(),
  state: z.enum(chargeStates),
  price: chargePriceSchema.nullable().describe('null: charging costs nothing'),
  can: z.object({ charge: z.boolean(), reserve: z.boolean() }),
})
export type ChargeConnector = z.infer<typeof chargeConnectorSchema>

/** A session that was begun with this device. */
const ownSessionSchema = z.object({
  order_id: z.number(),
  station_number: z.number(),
  place: z.string(),
  created_at: instant,
  open: z.boolean(),
  token: z.string().describe('Of its page /pay/{token}, and of the calls pay/{token}/...'),
})
export type OwnSession = z.infer<typeof ownSessionSchema>

/** A station as its sticker leads to it. Money in kopecks, energy in Wh. */
export const chargeStationSchema = z.object({
  number: z.number(),
  place: z.object({
    id: z.number(),
    name: z.string(),
    city: z.string(),
    street: z.string(),
    time_zone: z.string(),
  }),
  currency: z.string(),
  support_phone: z.string().nullable(),
  sticker: z
    .enum(['ours', 'foreign', 'old', 'none'])
    .describe(
      'Whether the address was printed by this network, or is shown by the station now; old: it was, and is over or used; none: the number was typed',
    ),
  hindrance: z.enum(chargeHindrances).nullable(),
  maintenance_until: instant.nullable(),
  read_at: instant,
  connectors: z.array(chargeConnectorSchema),
  sessions: z.array(ownSessionSchema).describe('Open ones of this device'),
})
export type ChargeStation = z.infer<typeof chargeStationSchema>

const stationParams = z.object({ number: z.coerce.number().int().min(1).max(2_147_483_647) })

/** What a driver without an account does at a station; a device is known by a cookie, or by `device-key` in the header. */
export const charge = {
  station: call({
    method: 'GET',
    path: 'driver/stations/{number}',
    summary:
      'A station, what charging costs there and what can be begun; `k` is the signature of its sticker',
    roles: 'public',
    params: stationParams,
    query: z.object({
      k: z.string().max(64).optional(),
      c: z.string().max(64).optional().describe('The one-time password of the code that the station shows'),
      evse: z.string().max(4).optional().describe('The EVSE that shows it'),
      connector: z.coerce
        .number()
        .int()
        .positive()
        .optional()
        .describe('One of its connectors, where several stations have the number (`station.same_number`)'),
    }),
    answer: chargeStationSchema,
  }),
  begin: call({
    method: 'POST',
    path: 'driver/stations/{number}/sessions',
    summary:
      'Take a charge or a reservation at the price that was quoted; it is paid on its page, and where charging is free it begins at once. The same `request_id` again makes no other one',
    roles: 'public',
    params: stationParams,
    body: z.object({
      connector_id: z.number().int().positive(),
      quote: z.string().max(1000).nullish().describe('Of the connector’s price; null: charging is free'),
      ...limitFields,
      reserve_minutes: z.number().int().min(5).max(60).nullish().describe('null: to charge at once'),
      request_id: z.string().regex(/^[\w-]{16,64}$/),
    }),
    answer: z.object({
      order_id: z.number(),
      token: z.string(),
      hold_amount: minor,
      device_key: z.string().describe('By which the device finds its sessions again'),
    }),
    status: 201,
  }),
  sessions: call({
    method: 'GET',
    path: 'driver/sessions',
    summary: 'The sessions of this device of the last thirty days, newest first',
    roles: 'public',
    answer: z.array(ownSessionSchema),
  }),
}
