import { contract, type RepairRule, type RepairSwitch } from '@stationmaster/contract'
import { DAY_MS, dayOf } from '@stationmaster/units'
import type { Caller } from '../../../platform/http/caller.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import { addRule, changeRule, dropRule, type EditParts, ownerOf, setSwitch } from './edit.ts'
import { countByRule, countToday, listAttempts, listOutcomes } from './store/attempt-store.ts'
import { findSwitch, listRules } from './store/rule-store.ts'

const countedMs = 30 * DAY_MS
const comparedMs = 90 * DAY_MS
const attemptsMost = 200
const none = { would: 0, refused: 0, begun: 0, helped: 0 }

/** Repairs that stations of incidents get by rules. */
export function repairRoutes(rest: Rest, parts: EditParts): void {
  const { db, clock } = parts
  const { repairCalls } = contract

  const rules = async (caller: Caller): Promise<RepairRule[]> => {
    const counts = await countByRule(db, new Date(clock.now().getTime() - countedMs))
    return (await listRules(db, ownerOf(caller))).map(
      ({ ownerId, changedById: _, changedAt, changedBy, ...rule }) => ({
        ...rule,
        network: ownerId === null,
        changed_at: changedAt.toISOString(),
        changed_by: changedBy,
        counts: counts.get(rule.id) ?? none,
      }),
    )
  }
  route(rest, repairCalls.rules, ({ caller }) => rules(caller))
  route(rest, repairCalls.addRule, async ({ body, caller, remoteAddress }) => {
    await addRule(parts, { caller, remoteAddress }, body)
    return rules(caller)
  })
  route(rest, repairCalls.changeRule, async ({ params, body, caller, remoteAddress }) => {
    await changeRule(parts, { caller, remoteAddress }, params.id, body)
    return rules(caller)
  })
  route(rest, repairCalls.removeRule, async ({ params, caller, remoteAddress }) => {
    await dropRule(parts, { caller, remoteAddress }, params.id)
    return undefined
  })
  attemptRoutes(rest, parts)
}

/** What was done, what helped, and the switch. */
function attemptRoutes(rest: Rest, parts: EditParts): void {
  const { db, clock, timeZone } = parts
  const { repairCalls } = contract
  const state = async (): Promise<RepairSwitch> => {
    const { stoppedAt, stoppedBy, networkMost } = await findSwitch(db)
    const today = await countToday(db, dayOf(clock.now(), timeZone))
    return {
      stopped_at: stoppedAt?.toISOString() ?? null,
      stopped_by: stoppedBy,
      network_most: networkMost,
      today,
    }
  }

  route(rest, repairCalls.attempts, async ({ caller }) =>
    (await listAttempts(db, caller, attemptsMost)).map(
      ({ ruleId, incidentId, stationId, locationName, at, ...attempt }) => ({
        ...attempt,
        rule_id: ruleId,
        incident_id: incidentId,
        station_id: stationId,
        location_name: locationName,
        at: at.toISOString(),
      }),
    ),
  )
  route(rest, repairCalls.outcomes, async ({ caller }) =>
    (await listOutcomes(db, caller, new Date(clock.now().getTime() - comparedMs))).map(
      ({ notHelped, ...outcome }) => ({
        ...outcome,
        not_helped: notHelped,
        open: outcome.begun - outcome.helped - notHelped,
      }),
    ),
  )
  route(rest, repairCalls.state, state)
  route(rest, repairCalls.setState, async ({ body, caller, remoteAddress }) => {
    await setSwitch(parts, { caller, remoteAddress }, body)
    return state()
  })
}
