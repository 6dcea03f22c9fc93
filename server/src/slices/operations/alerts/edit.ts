import type { AlertRuleBody, alertChannelBody } from '@stationmaster/contract'
import type { z } from 'zod'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { seal } from '../../../platform/secrets/seal.ts'
import {
  type ChannelRow,
  findChannel,
  insertChannel,
  listChannels,
  removeChannel,
} from './store/channel-store.ts'
import { insertRule, lockRule, removeRule, updateRule } from './store/rule-store.ts'

export interface EditParts {
  db: Db
  clock: Clock
  secretKey: string
}

export interface By {
  caller: Caller
  remoteAddress: string
}

/** Whose rules and channels somebody has: administrators share those of the network. */
export const ownerOf = ({ role, id }: Pick<Caller, 'role' | 'id'>): number | null =>
  role === 'administrator' ? null : id

/** Adds a rule. Throws alert.nobody, alert.channel_not_found. */
export async function addRule({ db, clock }: EditParts, by: By, body: AlertRuleBody): Promise<void> {
  await inTransaction(db, async (tx) => {
    const ownerId = ownerOf(by.caller)
    await checkSteps(tx, ownerId, body)
    const at = clock.now()
    const id = await insertRule(tx, body, { ownerId, by: by.caller.id, at })
    await audit(tx, {
      ...by,
      action: 'alert_rule.add',
      subjectType: 'alert_rule',
      subjectId: id,
      after: body,
      at,
    })
  })
}

/** Changes a rule. Throws alert.rule_not_found, alert.nobody, alert.channel_not_found. */
export async function changeRule(
  { db, clock }: EditParts,
  by: By,
  id: number,
  body: AlertRuleBody,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockOwn(tx, by.caller, id)
    await checkSteps(tx, ownerOf(by.caller), body)
    const at = clock.now()
    await updateRule(tx, id, body, { by: by.caller.id, at })
    await audit(tx, {
      ...by,
      action: 'alert_rule.change',
      subjectType: 'alert_rule',
      subjectId: id,
      after: body,
      at,
    })
  })
}

/** Throws alert.rule_not_found. */
export async function dropRule({ db, clock }: EditParts, by: By, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockOwn(tx, by.caller, id)
    const at = clock.now()
    await removeRule(tx, id, at)
    await audit(tx, { ...by, action: 'alert_rule.remove', subjectType: 'alert_rule', subjectId: id, at })
  })
}

async function lockOwn(tx: Tx, caller: Caller, id: number): Promise<void> {
  const rule = await lockRule(tx, id)
  if (!rule || rule.ownerId !== ownerOf(caller)) throw new Failure('alert.rule_not_found')
}

/** Each step tells somebody, and channels only of the same owner. */
async function checkSteps(tx: Tx, ownerId: number | null, { steps }: AlertRuleBody): Promise<void> {
  const known = new Set((await listChannels(tx, ownerId)).map(({ id }) => id))
  for (const { people, channels } of steps) {
    if (channels.some((id) => !known.has(id))) throw new Failure('alert.channel_not_found')
    if (channels.length === 0 && !people.some(({ mail, push }) => mail || push))
      throw new Failure('alert.nobody')
  }
}

/** A channel of the caller's; throws alert.channel_not_found. */
export async function findOwnChannel(db: Db, caller: Caller, id: number): Promise<ChannelRow> {
  const channel = await findChannel(db, id)
  if (!channel || channel.ownerId !== ownerOf(caller)) throw new Failure('alert.channel_not_found')
  return channel
}

/** Adds a channel; its secret is sealed, and in no log. */
export async function addChannel(
  { db, clock, secretKey }: EditParts,
  by: By,
  { secret, ...body }: z.output<typeof alertChannelBody>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const at = clock.now()
    const channel = { ...body, ownerId: ownerOf(by.caller), sealed: seal(secretKey, secret) }
    const id = await insertChannel(tx, channel, { by: by.caller.id, at })
    const entry = { action: 'alert_channel.add', subjectType: 'alert_channel', subjectId: id, after: body }
    await audit(tx, { ...by, ...entry, at })
  })
}

/** Throws alert.channel_not_found. */
export async function dropChannel({ db, clock }: EditParts, by: By, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { name } = await findOwnChannel(tx, by.caller, id)
    const at = clock.now()
    await removeChannel(tx, id, at)
    await audit(tx, {
      ...by,
      action: 'alert_channel.remove',
      subjectType: 'alert_channel',
      subjectId: id,
      before: { name },
      at,
    })
  })
}
