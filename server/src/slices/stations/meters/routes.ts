import { type MeterKey, meterKeys } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { findStation } from '../stations/store.ts'
import { listMeterKeys, updateRetired, upsertConfirmed } from './key-store.ts'
import { reportedKey } from './reported-keys.ts'

/** The keys that stations' meters sign with: seen, given by people, and replaced. */
export function meterKeyRoutes(rest: Rest, { db, clock }: { db: Db; clock: Clock }): void {
  const checkSeen = async (caller: Caller, id: string): Promise<void> => {
    if (!(await findStation(db, caller, id))) throw new Failure('station.not_found')
  }

  route(rest, meterKeys.list, async ({ caller, params }) => {
    await checkSeen(caller, params.id)
    const keys = await listMeterKeys(db, params.id)
    return { keys: keys.map(keyView), can_change: caller.role !== 'operator' }
  })

  route(rest, meterKeys.confirm, async ({ caller, params, body, remoteAddress }) => {
    await checkSeen(caller, params.id)
    const at = clock.now()
    const key = reportedKey(params.id, body.public_key, 'staff', at, body.connector)
    if (!key) throw new Failure('meter_key.unreadable')
    return inTransaction(db, async (tx) => {
      await upsertConfirmed(tx, key, caller.id)
      const entry = { action: 'station.meter_key_confirm', after: { fingerprint: key.fingerprint }, at }
      await audit(tx, { caller, remoteAddress, subjectType: 'station', subjectId: params.id, ...entry })
      return keyView(first(await listMeterKeys(tx, params.id, key.fingerprint)))
    })
  })

  route(rest, meterKeys.retire, async ({ caller, params, remoteAddress }) => {
    await checkSeen(caller, params.id)
    const { id, key: fingerprint } = params
    const at = clock.now()
    await inTransaction(db, async (tx) => {
      if (!(await updateRetired(tx, id, fingerprint, at))) return
      const entry = { action: 'station.meter_key_retire', before: { fingerprint }, at }
      await audit(tx, { caller, remoteAddress, subjectType: 'station', subjectId: id, ...entry })
    })
    return undefined
  })
}

const keyView = (key: Awaited<ReturnType<typeof listMeterKeys>>[number]): MeterKey => ({
  fingerprint: key.fingerprint,
  public_key: key.publicKey,
  connector: key.connector,
  source: key.source,
  reported_at: key.reportedAt.toISOString(),
  confirmed_at: key.confirmedAt?.toISOString() ?? null,
  retired_at: key.retiredAt?.toISOString() ?? null,
})
