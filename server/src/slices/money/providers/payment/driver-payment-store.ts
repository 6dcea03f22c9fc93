import type { DriverTopUp } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'
import type { PaymentAction } from '../port.ts'
import type { ProviderPaymentState } from './payment.ts'

/** A payment of a driver that is of no order. */
export interface DriverPayment {
  id: number
  purpose: 'top_up' | 'check'
  method: DriverTopUp['method']
  state: ProviderPaymentState
  amountMinor: number
  heldMinor: number
  action: PaymentAction | null
  declineCode: string | null
  createdAt: Date
}

const columns = sql`id, purpose, method, state, amount_minor as "amountMinor", held_minor as "heldMinor", action,
  decline_code as "declineCode", created_at as "createdAt"`

/** One payment of a driver into the balance. */
export async function findTopUp(db: Db, driverId: number, id: number): Promise<DriverPayment | undefined> {
  const { rows } = await sql<DriverPayment>`
    select ${columns} from provider_payments
    where id = ${id} and driver_id = ${driverId} and purpose = 'top_up'`.execute(db)
  return rows[0]
}

/** The payment that a driver has made with a key of their own. */
export async function findByDriverKey(
  db: Db,
  driverId: number,
  key: string,
): Promise<DriverPayment | undefined> {
  const { rows } = await sql<DriverPayment>`
    select ${columns} from provider_payments where driver_id = ${driverId} and driver_key = ${key}`.execute(
    db,
  )
  return rows[0]
}

/** The last payment of a driver for a purpose. */
export async function findLastOf(
  db: Db,
  driverId: number,
  purpose: DriverPayment['purpose'],
): Promise<DriverPayment | undefined> {
  const { rows } = await sql<DriverPayment>`
    select ${columns} from provider_payments where driver_id = ${driverId} and purpose = ${purpose}
    order by id desc limit 1`.execute(db)
  return rows[0]
}

/** Whether a payment of a driver is under way. */
export async function hasOpenPayment(db: Db, driverId: number): Promise<boolean> {
  const { rows } = await sql`select from provider_payments
    where driver_id = ${driverId} and state in ('created', 'pending', 'action', 'held') limit 1`.execute(db)
  return rows.length > 0
}
