import type { OrderLog } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'

const samplesMost = 2000
const loggedMost = 2000

interface LogRow {
  at: Date
  kind: OrderLog['kind']
  event: string
  fields: Record<string, unknown> | null
}

interface SampleRow {
  at: Date
  received_at: Date
  energy_wh: number | null
  power_w: number | null
  soc: number | null
  current_a: number | null
  voltage_v: number | null
  refused: string | null
}

export interface PaymentRow {
  held_minor: number
  captured_minor: number
  created_at: Date
  updated_at: Date
  status: string
}

/** The newest lines of an order, oldest first. */
export async function listLogRows(db: Db, orderId: number): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`select at, kind, event, fields from (
      select id, at, kind, event, fields from order_logs where order_id = ${orderId}
      order by id desc limit ${loggedMost}) newest order by id`.execute(db)
  return rows
}

export async function listSampleRows(db: Db, orderId: number): Promise<SampleRow[]> {
  const { rows } = await sql<SampleRow>`
    select at, received_at, energy_wh, power_w, soc, current_a, voltage_v, refused from meter_samples
    where order_id = ${orderId} order by at desc limit ${samplesMost}`.execute(db)
  return rows
}

export async function listPaymentRows(db: Db, orderId: number): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`select held_minor, captured_minor, created_at, updated_at, status
    from payment_view where order_id = ${orderId} and purpose !~ '^(borne$|charging:|parking:)'`.execute(db)
  return rows
}
