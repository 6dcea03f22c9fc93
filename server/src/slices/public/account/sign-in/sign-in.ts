import type { DriverTokens, Language } from '@stationmaster/contract'
import { SECOND_MS } from '@stationmaster/units'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import {
  findDriverByAddress,
  listUnprovenDrivers,
  lockAddress,
  updateProven,
} from '../../../charging/drivers/own/account-store.ts'
import { insertDriver, learnLanguage } from '../../../charging/drivers/store.ts'
import { drawRefreshToken, hashRefreshToken } from '../../../people/managers/access.ts'
import { removeDevices } from '../../notices/store.ts'
import type { AccountParts } from '../parts.ts'
import { unusedMs } from './access.ts'
import type { Address } from './address.ts'
import { checkAddressCode, spendAddressCode } from './codes.ts'
import {
  endDriverSessions,
  insertDriverRefresh,
  insertDriverSession,
  lockDriverRefresh,
  removeOldDriverSessions,
  type SignInDevice,
  updateExchanged,
} from './driver-session-store.ts'

/** a refresh token works for so long after it was exchanged, so that two tabs do not log each other out */
const replacedMs = 60 * SECOND_MS

interface SigningIn {
  address: Address
  code: string
  language: Language
  device: SignInDevice
}

/** Signs a driver in with a code; throws driver.code_invalid, auth.too_many_attempts. */
export async function signIn(
  parts: AccountParts,
  { address, code, language, device }: SigningIn,
): Promise<DriverTokens> {
  const { db, clock } = parts
  const given = { address, purpose: 'sign-in', code } as const
  await checkAddressCode(parts, given, device.remoteAddress)
  const at = clock.now()
  return inRepeatableTransaction(db, async (tx) => {
    await spendAddressCode(tx, parts, given)
    const driverId = await driverOfAddress(tx, { address, language, at })
    await audit(tx, {
      caller: null,
      action: 'driver.sign_in',
      subjectType: 'driver',
      subjectId: driverId,
      remoteAddress: device.remoteAddress,
      at,
    })
    const sessionId = await insertDriverSession(tx, { driverId, device, at })
    return issueTokens(tx, parts, { id: driverId, sessionId }, at)
  })
}

/**
 * The driver of a proven address. First who has proven it before. Then the one driver that the staff have entered with it and
 * that has proven nothing else: what we write to that driver goes there anyway. Where there are several of those, nobody can
 * say whose it is, so none of them is opened; the driver becomes a new one, as with an address that nobody knows.
 */
async function driverOfAddress(
  tx: Tx,
  { address, language, at }: { address: Address; language: Language; at: Date },
): Promise<number> {
  await lockAddress(tx, address)
  const known = await findDriverByAddress(tx, address)
  if (known !== undefined) return known
  const [only, ...others] = await listUnprovenDrivers(tx, address)
  const entered = others.length === 0 ? only : undefined
  const driverId = entered ?? (await insertDriver(tx, { ...unnamed, createdAt: at }))
  await updateProven(tx, driverId, address, at)
  if (entered === undefined) await learnLanguage(tx, driverId, language)
  return driverId
}

const unnamed = { firstName: '', lastName: '', phone: null, email: null }

/**
 * Exchanges a refresh token; the old one works for another minute. Where it is used later, one of the two was stolen, so the
 * sign-in ends for both. Throws auth.token_expired.
 */
export async function refreshDriver(
  parts: AccountParts,
  refreshToken: string,
  remoteAddress: string,
): Promise<DriverTokens> {
  const { db, clock, throttles } = parts
  const at = clock.now()
  const hash = hashRefreshToken(refreshToken)
  const tokens = await inRepeatableTransaction(db, async (tx) => {
    const token = await lockDriverRefresh(tx, hash)
    if (!token || token.ended || token.expiresAt <= at) return undefined
    const { sessionId, driverId, replacedAt } = token
    if (replacedAt && at.getTime() - replacedAt.getTime() > replacedMs) {
      await endDriverSessions(tx, { sessionId }, at)
      return undefined
    }
    await updateExchanged(tx, { hash, sessionId, at })
    return issueTokens(tx, parts, { id: driverId, sessionId }, at)
  })
  if (tokens) return tokens
  await throttles.missedRefresh(remoteAddress, at)
  throw new Failure('auth.token_expired')
}

/** Ends the sign-in of a refresh token, or all of its driver's with the notices to all devices; an unknown token changes nothing. */
export async function logOutDriver(
  { db, clock }: AccountParts,
  { refreshToken, everywhere }: { refreshToken: string; everywhere: boolean },
): Promise<void> {
  await inRepeatableTransaction(db, async (tx) => {
    const token = await lockDriverRefresh(tx, hashRefreshToken(refreshToken))
    // one that has ended ends no other
    if (!token || token.ended) return
    const { sessionId, driverId } = token
    await endDriverSessions(tx, everywhere ? { driverId } : { sessionId }, clock.now())
    if (everywhere) await removeDevices(tx, driverId)
  })
}

async function issueTokens(
  tx: Tx,
  { access }: AccountParts,
  driver: { id: number; sessionId: number },
  at: Date,
): Promise<DriverTokens> {
  const refreshToken = drawRefreshToken()
  const hash = hashRefreshToken(refreshToken)
  const expiresAt = new Date(at.getTime() + unusedMs)
  await insertDriverRefresh(tx, { hash, sessionId: driver.sessionId, at, expiresAt })
  return { access_token: await access.sign(driver), refresh_token: refreshToken }
}

/** Deletes sign-ins that nobody can use any more. */
export const removeOldSignIns = (db: Db, now: Date): Promise<void> =>
  removeOldDriverSessions(db, now, new Date(now.getTime() - unusedMs))
