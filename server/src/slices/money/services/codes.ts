import { randomInt } from 'node:crypto'
import type { Language } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import type { Clock } from '../../../platform/general/clock.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Mailer } from '../../../platform/mail/mail.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { findDriver } from '../../charging/drivers/store.ts'
import type { Order } from '../../charging/orders/order.ts'
import { findReceiver } from '../receipts/store.ts'
import { type CodePurpose, insertCode, tryCode, useCode } from './code-store.ts'

export interface CodeParts {
  db: Db
  clock: Clock
  mailer: Mailer
  secretKey: string
}

const codeMs = 10 * MINUTE_MS
/** how often one code may be tried */
const tries = 5

/** The person who pays for an order, if there is an address. */
export interface Payer {
  email: string
  /** null: not known */
  language: Language | null
}

/**
 * The person who is mailed a code before an order's money is used again: its driver, at the driver's own address, or, if the driver is
 * unknown, the payer, at the address that was given with the payment. Undefined: there is no address.
 */
export async function findPayer(db: Db, order: Pick<Order, 'id' | 'driverId'>): Promise<Payer | undefined> {
  if (order.driverId === null) return findReceiver(db, order.id)
  const driver = await findDriver(db, order.driverId)
  return driver?.email ? { email: driver.email, language: driver.language as Language | null } : undefined
}

/** A code for one purpose, kept for as long as it may be used; an earlier one of the order is void. */
export async function makeCode(
  tx: Tx,
  { clock, secretKey }: Pick<CodeParts, 'clock' | 'secretKey'>,
  order: Pick<Order, 'id' | 'driverId'>,
  purpose: CodePurpose,
): Promise<string> {
  const sentAt = clock.now()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresAt = new Date(sentAt.getTime() + codeMs)
  await insertCode(tx, { secretKey, orderId: order.id, purpose, code }, { sentAt, expiresAt })
  return code
}

interface GivenCode {
  orderId: number
  purpose: CodePurpose
  code: string
}

/** Counts a try at an order's code; throws payment.code_invalid where it is wrong. */
export async function checkCode({ db, clock, secretKey }: CodeParts, given: GivenCode): Promise<void> {
  if (!(await tryCode(db, { secretKey, ...given }, { now: clock.now(), most: tries })))
    throw new Failure('payment.code_invalid')
}

/** A code is good once; throws payment.code_invalid where it was used. */
export async function spendCode(
  tx: Tx,
  { secretKey }: Pick<CodeParts, 'secretKey'>,
  given: GivenCode,
): Promise<void> {
  if (!(await useCode(tx, { secretKey, ...given }))) throw new Failure('payment.code_invalid')
}
