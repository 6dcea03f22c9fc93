import { randomInt } from 'node:crypto'
import type { Language } from '@stationmaster/contract'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { type Bound, takeAttempt } from '../../../../platform/secrets/attempt-store.ts'
import type { AccountParts } from '../parts.ts'
import { type Address, addressKey } from './address.ts'
import {
  type AddressPurpose,
  insertAddressCode,
  tryAddressCode,
  useAddressCode,
} from './address-code-store.ts'

const codeMs = 10 * MINUTE_MS
/** how often one code may be tried */
const tries = 5
/** with the tries of each, nobody guesses a code of six digits in years */
const codesAtAddress: readonly Bound[] = [
  { limit: 5, windowMs: HOUR_MS },
  { limit: 10, windowMs: DAY_MS },
]

/** An SMS costs money, so nobody makes the network send them by the thousand. */
const smsInAll = (limit: number): Bound => ({ limit, windowMs: HOUR_MS })

interface CodeRequest {
  address: Address
  purpose: AddressPurpose
  language: Language
  remoteAddress: string
}

/**
 * Sends a code to an address, whether it is known or not. Throws driver.too_many_codes for the address, request.too_many
 * for who asks.
 */
export async function sendCode(parts: AccountParts, request: CodeRequest): Promise<void> {
  const { db, clock, secretKey, mailer, texter, throttles } = parts
  const { address, purpose, language, remoteAddress } = request
  const now = clock.now()
  await throttles.askCode(remoteAddress, now)
  await takeCode(parts, address, now)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await inRepeatableTransaction(db, async (tx) => {
    const expiresAt = new Date(now.getTime() + codeMs)
    await insertAddressCode(tx, { secretKey, address, purpose, code }, { sentAt: now, expiresAt })
    if (address.kind === 'phone') await texter.send(tx, { to: address.value, language, code })
    else await mailer.send(tx, { to: address.value, language, name: mailOf(purpose), values: { code } })
  })
}

const mailOf = (purpose: AddressPurpose) =>
  purpose === 'sign-in' ? 'driverSignIn' : purpose.startsWith('deletion') ? 'driverDeletion' : 'driverAddress'

/** Counts a code that is to be sent, in the database, so that several servers count together. */
async function takeCode({ db, smsPerHour }: AccountParts, address: Address, now: Date): Promise<void> {
  const counted = codesAtAddress.map((bound) => ({
    key: `driver codes ${bound.windowMs} ${addressKey(address)}`,
    bound,
  }))
  if (address.kind === 'phone') counted.push({ key: 'driver codes by sms', bound: smsInAll(smsPerHour) })
  for (const { key, bound } of counted) {
    const seconds = await takeAttempt(db, key, bound, now)
    if (seconds > 0) throw new Failure('driver.too_many_codes', { retry_after_seconds: seconds })
  }
}

interface Given {
  address: Address
  purpose: AddressPurpose
  code: string
}

/**
 * Counts a try at a code; throws driver.code_invalid where it is wrong, used, too old or tried too often, and
 * auth.too_many_attempts for who tries too many.
 */
export async function checkAddressCode(
  { db, clock, secretKey, throttles }: AccountParts,
  given: Given,
  remoteAddress: string,
): Promise<void> {
  const now = clock.now()
  const attempt = await throttles.driverCode(remoteAddress, now)
  if (!(await tryAddressCode(db, { secretKey, ...given }, { now, most: tries })))
    throw new Failure('driver.code_invalid')
  await attempt.forgive()
}

/** A code is good once; throws driver.code_invalid where another request was first. */
export async function spendAddressCode(
  tx: Tx,
  { secretKey }: Pick<AccountParts, 'secretKey'>,
  given: Given,
): Promise<void> {
  if (!(await useAddressCode(tx, { secretKey, ...given }))) throw new Failure('driver.code_invalid')
}
