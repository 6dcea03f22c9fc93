import { type CommandResultType, codecOf, type OcpiVersion, write } from '@stationmaster/ocpi'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Deliveries, DeliveryOutcome } from '../../../platform/jobs/deliveries/deliveries.ts'
import type { Delivery } from '../../../platform/jobs/deliveries/store.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { findOrder } from '../../charging/orders/store.ts'
import { callPartnerAt } from '../partners/calling/call-partner.ts'
import { outcomeOf } from '../partners/calling/delivered.ts'
import type { PartnerParts } from '../partners/parts.ts'
import { findPartner } from '../partners/store.ts'
import { findOwnOrder, listOpenCommands, type OpenCommand, removeOldCommands, updateResult } from './store.ts'

/** how long a partner waits for a result, as our answers say */
export const resultSeconds = 60
const keptMs = 30 * DAY_MS
/** after so long nobody carries a command out any more */
const lateMs = resultSeconds * SECOND_MS + MINUTE_MS

interface ResultParts {
  db: Db
  clock: Clock
  deliveries: Pick<Deliveries, 'send'>
}

/**
 * What became of a partner's start, as far as its order says: one that a plug had begun before belongs to nobody again, or to somebody
 * else, when its station refused.
 */
export async function startResultOf(
  db: Db,
  { partnerId, orderId }: { partnerId: number; orderId: number },
): Promise<CommandResultType> {
  const own = await findOwnOrder(db, partnerId, orderId)
  const order = own === undefined ? undefined : await findOrder(db, own)
  if (!order || order.status === 'canceled') return 'REJECTED'
  return order.startTxStatus === 'wait' ? 'TIMEOUT' : 'ACCEPTED'
}

/** Records the result of a command, once, and has it sent to its partner. */
export async function concludeCommand(
  { db, clock, deliveries }: ResultParts,
  id: number,
  result: CommandResultType,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const command = await updateResult(tx, id, result)
    if (!command) return
    const payload = { url: command.responseUrl, result, at: clock.now().toISOString() }
    const target = String(command.partnerId)
    await deliveries.send(tx, [
      { channel: 'ocpi', target, topic: 'commands', key: String(id), payload, replaceable: false },
    ])
  })
}

/** Sends a result to the address that came with its command. */
export async function deliverResult(
  parts: PartnerParts,
  { target, payload }: Delivery,
): Promise<DeliveryOutcome> {
  const partner = await findPartner(parts.db, Number(target))
  if (!partner || partner.state === 'withdrawn') return { kind: 'done' }
  const { commandResult } = codecOf(partner.version as OcpiVersion)
  const result = { result: payload.result as CommandResultType, message: [] }
  const url = String(payload.url)
  const body = write(commandResult, result)
  return outcomeOf(await callPartnerAt(parts, partner, { module: 'commands', method: 'POST', url, body }))
}

export function resultJobs(jobs: Jobs, parts: ResultParts): void {
  jobs.schedule('roaming-results', '* * * * *', () => concludeLate(parts))
}

/** Concludes commands whose server died, or whose station never answered: each has a result in the end. */
export async function concludeLate(parts: ResultParts): Promise<void> {
  const { db, clock } = parts
  const now = clock.now()
  const before = new Date(now.getTime() - lateMs)
  for (const command of await listOpenCommands(db, before))
    await concludeCommand(parts, command.id, await lateResultOf(db, command))
  await removeOldCommands(db, new Date(now.getTime() - keptMs))
}

async function lateResultOf(db: Db, { type, orderId, partnerId }: OpenCommand): Promise<CommandResultType> {
  if (orderId === null || type !== 'START_SESSION') return 'TIMEOUT'
  return startResultOf(db, { partnerId, orderId })
}
