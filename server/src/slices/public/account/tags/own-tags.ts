import { type DriverTag, type TagProof, tagProofSeconds } from '@stationmaster/contract'
import { HOUR_MS, SECOND_MS } from '@stationmaster/units'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { takeAttempt } from '../../../../platform/secrets/attempt-store.ts'
import {
  blockOwnTag,
  isRegistered,
  listOwnTags,
  type OwnTag,
  removeOwnTag,
} from '../../../charging/drivers/own/own-tag-store.ts'
import { insertTagProof, listTagProofs } from '../../../charging/drivers/own/tag-proof-store.ts'
import { tokenKey } from '../../../charging/drivers/tokens.ts'
import type { AccountParts } from '../parts.ts'
import { findStationId } from './station-store.ts'

/** how many cards a driver may begin to take: nobody waits for other people's cards all day */
const proofs = { limit: 10, windowMs: HOUR_MS }

interface OfDriver {
  driverId: number
  remoteAddress: string
}

const viewOf = ({ token, blocked, expiresAt, createdAt }: OwnTag): DriverTag => ({
  token,
  blocked,
  expires_at: expiresAt?.toISOString() ?? null,
  added_at: createdAt.toISOString(),
})

/** The cards of a driver, and those that are to be shown. */
export async function readTags(
  { db, clock }: AccountParts,
  driverId: number,
): Promise<{ tags: DriverTag[]; proofs: TagProof[] }> {
  const [tags, waiting] = await Promise.all([
    listOwnTags(db, driverId),
    listTagProofs(db, driverId, clock.now()),
  ])
  return {
    tags: tags.map(viewOf),
    proofs: waiting.map(({ token, stationNumber, expiresAt }) => ({
      token,
      station_number: stationNumber,
      until: expiresAt.toISOString(),
    })),
  }
}

/** Begins to take a card; throws token.exists, station.not_found, driver.blocked, request.too_many. */
export async function beginTag(
  { db, clock }: AccountParts,
  { driverId, remoteAddress }: OfDriver,
  wanted: { token: string; stationNumber: number | null },
): Promise<TagProof> {
  const at = clock.now()
  const seconds = await takeAttempt(db, `tags of driver ${driverId}`, proofs, at)
  if (seconds > 0) throw new Failure('request.too_many', { retry_after_seconds: seconds })
  const token = tokenKey(wanted.token)
  if (await isRegistered(db, token)) throw new Failure('token.exists')
  const stationId = await stationOf(db, wanted.stationNumber)
  const expiresAt = new Date(at.getTime() + tagProofSeconds * SECOND_MS)
  await inRepeatableTransaction(db, async (tx) => {
    await insertTagProof(tx, { token, driverId, stationId }, { at, expiresAt })
    await audit(tx, { ...entryOf('tag_begin', driverId, token), remoteAddress, at })
  })
  return { token, station_number: wanted.stationNumber, until: expiresAt.toISOString() }
}

async function stationOf(db: Db, number: number | null): Promise<string | null> {
  if (number === null) return null
  const id = await findStationId(db, number)
  if (id === undefined) throw new Failure('station.not_found')
  return id
}

/** Blocks a card that is lost; throws token.not_found. */
export async function blockTag(
  { db, clock }: AccountParts,
  { driverId, remoteAddress }: OfDriver,
  token: string,
): Promise<DriverTag> {
  return inRepeatableTransaction(db, async (tx) => {
    const blocked = await blockOwnTag(tx, driverId, tokenKey(token))
    if (!blocked) throw new Failure('token.not_found')
    await audit(tx, { ...entryOf('tag_block', driverId, blocked.token), remoteAddress, at: clock.now() })
    return viewOf(blocked)
  })
}

/** Gives a card up; throws token.not_found, also for a blocked one. */
export async function removeTag(
  { db, clock }: AccountParts,
  { driverId, remoteAddress }: OfDriver,
  token: string,
): Promise<void> {
  await inRepeatableTransaction(db, async (tx) => {
    if (!(await removeOwnTag(tx, driverId, tokenKey(token)))) throw new Failure('token.not_found')
    await audit(tx, { ...entryOf('tag_remove', driverId, tokenKey(token)), remoteAddress, at: clock.now() })
  })
}

const entryOf = (action: string, driverId: number, token: string) => ({
  caller: null,
  action: `driver.${action}`,
  subjectType: 'driver',
  subjectId: driverId,
  after: { token },
})
