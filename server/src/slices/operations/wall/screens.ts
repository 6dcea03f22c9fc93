import { createHash, randomBytes } from 'node:crypto'
import type { WallScreen } from '@stationmaster/contract'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { LiveBus } from '../../../platform/general/live.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { findByKey, insertScreen, listScreens, type ScreenRow, updateRevoked } from './screen-store.ts'

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')
const bearer = /^Bearer (wall_[\w-]{20,100})$/

export interface ScreensParts {
  db: Db
  clock: Clock
  live: LiveBus
}

type Origin = { caller: Caller; remoteAddress: string }

/** The name of a screen as a reader of live signals. */
export const readerOf = ({ id }: Pick<ScreenRow, 'id'>): string => `screen ${id}`

/** The screen of the sent key; undefined when the key is unknown or revoked. */
export async function findScreen(db: Db, authorization: string | undefined): Promise<ScreenRow | undefined> {
  const key = bearer.exec(authorization ?? '')?.[1]
  return key === undefined ? undefined : findByKey(db, hashOf(key))
}

export const viewScreens = async (db: Db): Promise<WallScreen[]> => (await listScreens(db)).map(viewOf)

const viewOf = ({ id, name, createdAt, usedAt }: ScreenRow): WallScreen => ({
  id,
  name,
  created_at: createdAt.toISOString(),
  used_at: usedAt?.toISOString() ?? null,
})

/** Adds a screen. Its key is returned only here and cannot be read later. */
export async function addScreen(
  { db, clock }: ScreensParts,
  { caller, remoteAddress }: Origin,
  name: string,
): Promise<{ screen: WallScreen; key: string }> {
  const at = clock.now()
  const key = `wall_${randomBytes(24).toString('base64url')}`
  const id = await inTransaction(db, async (tx) => {
    const screenId = await insertScreen(tx, {
      name,
      keyHash: hashOf(key),
      createdAt: at,
      managerId: caller.id,
    })
    const subject = { subjectType: 'wall_screen', subjectId: screenId }
    await audit(tx, { caller, remoteAddress, ...subject, action: 'wall_screen.add', after: { name }, at })
    return screenId
  })
  return { screen: viewOf({ id, name, createdAt: at, usedAt: null }), key }
}

/** Revokes a screen's key and closes its live connection. Throws wall_screen.not_found. */
export async function revokeScreen(
  { db, clock, live }: ScreensParts,
  { caller, remoteAddress }: Origin,
  id: number,
): Promise<void> {
  const at = clock.now()
  await inTransaction(db, async (tx) => {
    if (!(await updateRevoked(tx, id, at))) throw new Failure('wall_screen.not_found')
    const subject = { subjectType: 'wall_screen', subjectId: id }
    await audit(tx, { caller, remoteAddress, ...subject, action: 'wall_screen.revoke', at })
  })
  live.dismiss(readerOf({ id }))
}
