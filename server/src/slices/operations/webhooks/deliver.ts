import { storableText } from '@stationmaster/ocpp'
import { MINUTE_MS } from '@stationmaster/units'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { OutgoingFault, sendOutgoing } from '../../../platform/http/outgoing/send.ts'
import type { Reach } from '../../../platform/http/outgoing/targets.ts'
import type { DeliveryOutcome } from '../../../platform/jobs/deliveries/deliveries.ts'
import type { Delivery } from '../../../platform/jobs/deliveries/store.ts'
import type { Mailer } from '../../../platform/mail/mail.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import { unseal } from '../../../platform/secrets/seal.ts'
import { loadVisibleIds } from '../../places/locations/access/scope-store.ts'
import { type BodyParts, readObject } from './bodies.ts'
import {
  type Endpoint,
  findAddressee,
  findEndpoint,
  switchOff,
  updateDelivered,
  updateFailing,
} from './endpoint-store.ts'
import { followWanted, isFor } from './events/collect.ts'
import { buryMessages, findMessage, type Message, recordAttempt, updateWithheld } from './message-store.ts'
import { ownerOf } from './owner.ts'
import {
  type Attempt,
  answerBytesMost,
  answerKept,
  answerMs,
  isGivenUp,
  type Verdict,
  verdictOf,
} from './rules.ts'
import { signedHeaders } from './sign.ts'

export interface DeliverParts extends BodyParts {
  secretKey: string
  reach: Reach
  mailer: Pick<Mailer, 'send' | 'link'>
  report(error: unknown): void
}

/** Sends a message of an endpoint that is on, if its owner still sees what it tells. */
export async function deliverWebhook(parts: DeliverParts, { key }: Delivery): Promise<DeliveryOutcome> {
  try {
    const message = await findMessage(parts.db, Number(key))
    const endpoint = message && (await findEndpoint(parts.db, message.endpointId))
    if (!endpoint?.isOn || message?.state !== 'waiting' || message.body === null) return { kind: 'done' }
    if (message.eventNumber !== null && !(await isStillSeen(parts, endpoint, message))) {
      await updateWithheld(parts.db, message.id)
      return { kind: 'done' }
    }
    return await conclude(parts, {
      endpoint,
      message,
      attempt: await attempt(parts, endpoint, { ...message, body: message.body }),
    })
  } catch (error) {
    parts.report(error)
    return { kind: 'refused', error: String(error), againAfterMs: MINUTE_MS }
  }
}

async function isStillSeen(parts: DeliverParts, endpoint: Endpoint, message: Message): Promise<boolean> {
  const owner = await ownerOf(parts.db, endpoint.managerId)
  if (!owner || !isFor(endpoint, message, await loadVisibleIds(parts.db, owner))) return false
  return (await readObject(parts, endpoint, message)) !== undefined
}

async function attempt(
  { clock, secretKey, reach }: DeliverParts,
  endpoint: Endpoint,
  { key, body }: { key: string; body: string },
): Promise<Attempt> {
  const at = clock.now()
  const isPreviousGood = endpoint.previousUntil !== null && at < endpoint.previousUntil
  const secrets = [
    endpoint.secret,
    ...(endpoint.previousSecret && isPreviousGood ? [endpoint.previousSecret] : []),
  ]
  const signed = await signedHeaders(
    { key, at, body },
    secrets.map((sealed) => unseal<string>(secretKey, sealed)),
  )
  const begunMs = performance.now()
  const attempted = (rest: Pick<Attempt, 'status' | 'answer' | 'error'>): Attempt => ({
    at,
    durationMs: Math.round(performance.now() - begunMs),
    ...rest,
  })
  try {
    const { status, text } = await sendOutgoing(
      {
        method: 'POST',
        url: endpoint.url,
        headers: { 'content-type': 'application/json', 'user-agent': 'Stationmaster-Webhooks/1', ...signed },
        body,
        timeoutMs: answerMs,
        bytesMost: answerBytesMost,
      },
      reach,
    )
    return attempted({ status, answer: storableText(text.slice(0, answerKept)), error: null })
  } catch (error) {
    if (!(error instanceof OutgoingFault)) throw error
    return attempted({ status: null, answer: null, error: `${error.kind}: ${error.message}`.slice(0, 500) })
  }
}

interface Tried {
  endpoint: Endpoint
  message: Message
  attempt: Attempt
}

/**
 * Records an attempt with all that follows from it, and says when the next one is. The endpoint comes before its messages in each
 * transaction: deliveries that fail together would wait for each other otherwise.
 */
async function conclude(
  parts: DeliverParts,
  { endpoint, message, attempt }: Tried,
): Promise<DeliveryOutcome> {
  const verdict = verdictOf(attempt, message.attempts + 1)
  const now = parts.clock.now()
  const error = attempt.error ?? `HTTP ${attempt.status}`
  const concluded = await inTransaction(parts.db, async (tx): Promise<Verdict> => {
    const since =
      verdict.kind === 'delivered'
        ? await updateDelivered(tx, endpoint.id, now)
        : await updateFailing(tx, endpoint.id, { at: now, error })
    // it was switched off while it was sent this
    const after: Verdict = since === null && verdict.kind === 'later' ? { kind: 'dead' } : verdict
    await recordAttempt(tx, message.id, attempt, stateAfter(after, now))
    if (verdict.kind === 'gone') await giveUp(tx, parts, endpoint.id, { why: 'gone', at: now })
    else if (isGivenUp(since ?? null, now)) await giveUp(tx, parts, endpoint.id, { why: 'failing', at: now })
    return after
  })
  if (concluded.kind !== 'later') return { kind: 'done' }
  return { kind: concluded.isAway ? 'away' : 'refused', error, againAfterMs: concluded.afterMs }
}

function stateAfter(verdict: Verdict, now: Date) {
  if (verdict.kind === 'delivered') return { state: 'delivered' as const, dueAt: null, deliveredAt: now }
  if (verdict.kind === 'later')
    return { state: 'waiting' as const, dueAt: new Date(now.getTime() + verdict.afterMs), deliveredAt: null }
  return { state: 'dead' as const, dueAt: null, deliveredAt: null }
}

/** Switches an endpoint off and mails whose it is. */
async function giveUp(
  tx: Tx,
  { mailer, clock }: DeliverParts,
  endpointId: number,
  { why, at }: { why: 'gone' | 'failing'; at: Date },
): Promise<void> {
  const off = await switchOff(tx, endpointId, { why, at })
  if (!off) return
  await buryMessages(tx, endpointId)
  await followWanted(tx, clock.now())
  const to = await findAddressee(tx, off.managerId)
  if (!to) return
  await mailer.send(tx, {
    to: to.email,
    language: to.language,
    name: why === 'gone' ? 'webhookGone' : 'webhookFailing',
    values: { name: off.name, address: off.url, link: mailer.link('/webhooks') },
  })
}
