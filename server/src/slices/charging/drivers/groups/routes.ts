import { contract, type TagGroup } from '@stationmaster/contract'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import { type Caller, seesNetwork } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { type Rest, route } from '../../../../platform/http/http.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { simpleElements, simpleView } from '../../../places/tariffs/elements.ts'
import { insertOwnVersion } from '../../../places/tariffs/own-store.ts'
import { tokenKey } from '../tokens.ts'
import { deleteGroup, findGroup, listGroups, lockGroup, type TagGroupRow, updateGroup } from './store.ts'

interface Parts {
  db: Db
  clock: Clock
  currency: string
}

/** Groups of charging cards; administrators change them, operators of the whole network read. */
export function tagGroupRoutes(rest: Rest, { db, clock, currency }: Parts): void {
  const { tagGroups } = contract

  route(rest, tagGroups.list, async ({ query, caller }) => {
    if (!seesNetwork(caller)) return []
    return (await listGroups(db, query.search ?? '', clock.now())).map((row) => viewOf(row, caller))
  })

  route(rest, tagGroups.put, async ({ params, body, caller, remoteAddress }) => {
    const key = tokenKey(params.key)
    const at = clock.now()
    return inRepeatableTransaction(db, async (tx) => {
      const found = await lockGroup(tx, key, body.name, at)
      const { name, charging } = body
      const tariffId =
        charging === 'tariff'
          ? await insertOwnVersion(tx, {
              tariffId: found.tariffId,
              name: `${name} (${key})`,
              currency,
              elements: simpleElements({
                // a group with a tariff of its own has a price (the contract)
                tariffMinorPerKwh: body.tariff ?? 0,
                rateMinorPerMinute: body.rate,
                startFeeMinor: body.start_fee,
              }),
              managerId: caller.id,
              at,
            })
          : null
      await updateGroup(tx, key, { name, charging, tariffId, priority: body.priority ?? null })
      const group = await findGroup(tx, key, at)
      if (!group) throw new Failure('tag_group.not_found')
      const [before, after] = [viewOf(found, caller), viewOf(group, caller)]
      const subject = { subjectType: 'tag_group', subjectId: key }
      await audit(tx, { caller, remoteAddress, action: 'tag_group.change', ...subject, before, after, at })
      return after
    })
  })

  route(rest, tagGroups.remove, async ({ params, caller, remoteAddress }) => {
    const key = tokenKey(params.key)
    const at = clock.now()
    await inRepeatableTransaction(db, async (tx) => {
      const found = await findGroup(tx, key, at)
      if (!found) throw new Failure('tag_group.not_found')
      if (found.tags > 0) throw new Failure('tag_group.in_use')
      await deleteGroup(tx, key)
      const before = viewOf(found, caller)
      const subject = { subjectType: 'tag_group', subjectId: key }
      await audit(tx, { caller, remoteAddress, action: 'tag_group.remove', ...subject, before, at })
    })
  })
}

function viewOf(
  { key, name, charging, priority, elements, tags }: TagGroupRow,
  { role }: Pick<Caller, 'role'>,
): TagGroup {
  const prices = charging === 'tariff' && elements ? simpleView(elements) : null
  const administers = role === 'administrator'
  return {
    key,
    name,
    charging,
    tariff: prices?.tariff ?? null,
    rate: prices?.rate ?? null,
    start_fee: prices?.startFee ?? null,
    priority,
    tags,
    can: { change: administers, remove: administers && tags === 0 },
  }
}
