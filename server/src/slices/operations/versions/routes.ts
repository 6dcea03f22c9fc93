import { type Language, versions } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import { languageOf } from '../../../platform/general/language.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { findCurrentVersion, insertVersion, listVersions, updatePing } from './store.ts'

/** The text of the popup after the versions were set. */
const setTexts: Record<Language, (android: number, ios: string) => string> = {
  en: (android, ios) => `The versions are set: Android ${android}, iOS ${ios}.`,
  de: (android, ios) => `Die Versionen sind gesetzt: Android ${android}, iOS ${ios}.`,
  ru: (android, ios) => `Версии установлены: Android ${android}, iOS ${ios}.`,
}

/** Versions of the drivers' apps: staff set them, apps read them (domain.md#public-pages). */
export function versionRoutes(rest: Rest, { db, clock }: { db: Db; clock: Clock }): void {
  route(rest, versions.list, async () =>
    (await listVersions(db)).map(({ first_name, last_name, email, ...version }) => ({
      ...version,
      created_at: version.created_at.toISOString(),
      ping_timestamp: version.ping_timestamp?.toISOString() ?? null,
      manager_first_name: first_name,
      manager_last_name: last_name,
      manager_email: email,
    })),
  )

  route(rest, versions.set, async ({ body, caller, remoteAddress, request }) => {
    const { android_v: androidV, ios_v: iosV } = body
    const at = clock.now()
    await inRepeatableTransaction(db, async (tx) => {
      const before = await findCurrentVersion(tx)
      const id = await insertVersion(tx, { androidV, iosV, managerId: caller.id, createdAt: at })
      await audit(tx, {
        caller,
        action: 'app_version.set',
        subjectType: 'app_version',
        subjectId: id,
        before: before && { android_v: before.android_v, ios_v: before.ios_v },
        after: body,
        remoteAddress,
        at,
      })
    })
    return setTexts[languageOf(request.headers['accept-language'])](androidV, iosV)
  })

  route(rest, versions.current, async () => {
    const current = await findCurrentVersion(db)
    if (!current) throw new Failure('app_version.not_found')
    const now = clock.now()
    await updatePing(db, current.id, now, new Date(now.getTime() - MINUTE_MS))
    return {
      android_v: current.android_v,
      ios_v: current.ios_v,
      created_at: current.created_at.toISOString(),
    }
  })
}
