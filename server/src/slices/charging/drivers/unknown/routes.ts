import { contract } from '@stationmaster/contract'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import { type Rest, route } from '../../../../platform/http/http.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { tokenKey } from '../tokens.ts'
import { deleteUnknown, listUnknown } from './store.ts'

/** Cards that were shown at stations and nobody has registered. */
export function unknownTagRoutes(rest: Rest, { db, clock }: { db: Db; clock: Clock }): void {
  const { unknownTags } = contract

  route(rest, unknownTags.list, async ({ query }) => {
    const { rows, total } = await listUnknown(db, query)
    const items = rows.map((row) => ({
      token: row.token,
      shown: row.shown,
      first_at: row.firstAt.toISOString(),
      last_at: row.lastAt.toISOString(),
      station: { id: row.stationId, number: row.stationNumber },
      location: { id: row.locationId, name: row.locationName },
    }))
    return { items, total }
  })

  route(rest, unknownTags.remove, async ({ params, caller, remoteAddress }) => {
    const token = tokenKey(params.token)
    const at = clock.now()
    await inTransaction(db, async (tx) => {
      await deleteUnknown(tx, [token])
      const subject = { subjectType: 'token', subjectId: token }
      await audit(tx, { caller, remoteAddress, action: 'unknown_tag.remove', ...subject, at })
    })
  })
}
