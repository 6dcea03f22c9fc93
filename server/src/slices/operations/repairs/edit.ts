import type { RepairRuleBody } from '@stationmaster/contract'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import * as store from './store/rule-store.ts'

export interface EditParts {
  db: Db
  clock: Clock
  timeZone: string
}

interface By {
  caller: Caller
  remoteAddress: string
}

/** Whose rules somebody has: administrators share those of the network. */
export const ownerOf = ({ role, id }: Pick<Caller, 'role' | 'id'>): number | null =>
  role === 'administrator' ? null : id

/** Adds a rule, which begins in dry run. */
export async function addRule(
  { db, clock }: EditParts,
  by: By,
  body: Omit<RepairRuleBody, 'mode'>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const at = clock.now()
    const rule = { ...body, mode: 'dry_run' as const }
    const id = await store.insertRule(tx, rule, { ownerId: ownerOf(by.caller), by: by.caller.id, at })
    await audit(tx, {
      ...by,
      action: 'repair_rule.add',
      subjectType: 'repair_rule',
      subjectId: id,
      after: rule,
      at,
    })
  })
}

/** Changes a rule, turns it on or off. Throws repair.rule_not_found. */
export async function changeRule(
  { db, clock }: EditParts,
  by: By,
  id: number,
  rule: RepairRuleBody,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await lockOwn(tx, by.caller, id)
    const at = clock.now()
    await store.updateRule(tx, id, rule, { by: by.caller.id, at })
    if (before.mode !== rule.mode) await store.removeTurns(tx, id)
    const entry = { action: 'repair_rule.change', subjectType: 'repair_rule', subjectId: id }
    await audit(tx, { ...by, ...entry, before: { mode: before.mode }, after: rule, at })
  })
}

/** Throws repair.rule_not_found. */
export async function dropRule({ db, clock }: EditParts, by: By, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockOwn(tx, by.caller, id)
    const at = clock.now()
    await store.updateRemoved(tx, id, at)
    await audit(tx, { ...by, action: 'repair_rule.remove', subjectType: 'repair_rule', subjectId: id, at })
  })
}

async function lockOwn(tx: Tx, caller: Caller, id: number) {
  const rule = await store.lockRule(tx, id)
  if (!rule || rule.ownerId !== ownerOf(caller)) throw new Failure('repair.rule_not_found')
  return rule
}

/** Stops all repairs, or lets them run again. */
export async function setSwitch(
  { db, clock }: EditParts,
  by: By,
  { stopped, network_most: networkMost }: { stopped: boolean; network_most: number },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const at = clock.now()
    await store.updateSwitch(tx, { stopped, networkMost }, { by: by.caller.id, at })
    const entry = { subjectType: 'repair_switch', subjectId: 'network', after: { stopped, networkMost } }
    await audit(tx, { ...by, ...entry, action: stopped ? 'repairs.stop' : 'repairs.allow', at })
  })
}
