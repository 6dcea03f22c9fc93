import { z } from 'zod'
import { connectorStatuses, connectorTypes, currents, ocppStatuses } from '../base/enums.ts'

export const connectorSchema = z.object({
  id: z.number(),
  number: z.number(),
  evse_number: z.number(),
  type: z.enum(connectorTypes),
  current: z.enum(currents),
  /** kW */
  power: z.number(),
  status: z.enum(connectorStatuses),
  origin_status: z.enum(ocppStatuses).nullable(),
  error_code: z.string().nullable(),
  info: z.string().nullable(),
  status_updated_at: z.string().nullable(),
  /** kopecks per minute */
  rate: z.number(),
  /** kopecks per kWh */
  tariff: z.number(),
  /** kopecks per session */
  start_fee: z.number(),
  operational: z.boolean(),
  monetized: z.boolean(),
  /** The open order of this connector, if the caller may see orders or not: an id only. */
  open_order_id: z.number().nullable(),
  live_power: z.number().nullable().describe('kW that a car takes now; null: none charges'),
  can: z.object({ start: z.boolean(), stop: z.boolean() }),
})
export type Connector = z.infer<typeof connectorSchema>

export const evseSchema = z.object({
  number: z.number(),
  operational: z.boolean(),
  /** The station has not accepted `operational` yet: the order is sent again after its next boot. */
  availability_pending: z.boolean(),
  ocpp_version: z.string().nullable(),
  connectors: z.array(connectorSchema),
})
