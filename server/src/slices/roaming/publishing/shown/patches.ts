import type { Sent } from './sent-store.ts'
import type { Shown } from './stamps.ts'

/** with more EVSEs than these, one call with the whole location says it in less */
const patchedMost = 3

/** The new status of an EVSE, as it is sent (OCPI 8.2.2.3). */
export interface EvsePatch {
  uid: string
  body: { status: unknown; last_updated: unknown }
}

/** The EVSEs of a location that a partner has not in their present status; null: it gets the whole location. */
export function patchesOf(
  { body, wholeAt }: { body: Shown; wholeAt: Date | null },
  sent: Sent | undefined,
): EvsePatch[] | null {
  if (!sent || sent.wholeOnly || wholeAt === null || wholeAt > sent.lastUpdated) return null
  const news = ((body.evses ?? []) as Shown[]).filter(
    ({ last_updated }) => new Date(String(last_updated)) > sent.lastUpdated,
  )
  if (news.length > patchedMost) return null
  return news.map(({ uid, status, last_updated }) => ({ uid: String(uid), body: { status, last_updated } }))
}
