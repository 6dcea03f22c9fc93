import { meterKeys } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { findStation } from '../stations/store.ts'
import { givenKey } from './given-key.ts'
import { listKeyDeeds, listMeterKeys, updateRetired, upsertConfirmed } from './key-store.ts'
import { keyHistory, keyView, keyViews } from './key-view.ts'

/** The keys that stations' meters sign with: seen, given by people, and replaced. */
export function meterKeyRoutes(rest: Rest, { db, clock }: { db: Db; clock: Clock }): void {
  const checkSeen = async (caller: Caller, id: string): Promise<void> => {
    if (!(await findStation(db, caller, id))) throw new Failure('station.not_found')
  }

  route(rest, meterKeys.list, async ({ caller, params }) => {
    await checkSeen(caller, params.id)
    const [keys, deeds] = [await listMeterKeys(db, params.id), await listKeyDeeds(db, params.id)]
    return {
      keys: keyViews(keys),
      history: keyHistory(keys, deeds),
      can_change: caller.role !== 'operator',
    }
  })

  route(rest, meterKeys.confirm, async ({ caller, params, body, remoteAddress }) => {
    await checkSeen(caller, params.id)
    const at = clock.now()
    const key = givenKey(params.id, body.public_key, at, body.connector)
    return inTransaction(db, async (tx) => {
      await upsertConfirmed(tx, key, caller.id)
      const subject = { caller, remoteAddress, subjectType: 'station', subjectId: params.id, at }
      const { replaces } = body
      if (replaces && replaces !== key.fingerprint && (await updateRetired(tx, params.id, replaces, at)))
        await audit(tx, {
          ...subject,
          action: 'station.meter_key_retire',
          before: { fingerprint: replaces },
        })
      const after = { fingerprint: key.fingerprint }
      await audit(tx, { ...subject, action: 'station.meter_key_confirm', after })
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
