import type { WebhookEventType } from '@stationmaster/contract'
import { HOUR_MS } from '@stationmaster/units'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import { mayCall } from '../../../platform/general/reads.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { ForbiddenTarget, type Reach, targetOf } from '../../../platform/http/outgoing/targets.ts'
import type { Deliveries } from '../../../platform/jobs/deliveries/deliveries.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { seal } from '../../../platform/secrets/seal.ts'
import { channel, deliveryOf } from './bodies.ts'
import {
  type Endpoint,
  insertEndpoint,
  lockEndpoint,
  removeEndpoint,
  updateEndpoint,
} from './endpoint-store.ts'
import { followWanted } from './events/collect.ts'
import { apiVersion, eventKinds } from './events/events.ts'
import { buryMessages, insertTest, reviveMessages } from './message-store.ts'
import { drawKey, drawSecret } from './sign.ts'

export interface EndpointParts {
  db: Db
  clock: Clock
  secretKey: string
  reach: Reach
  deliveries: Pick<Deliveries, 'send' | 'retry'>
}

export interface By {
  caller: Caller
  remoteAddress: string
}

type Settings = Pick<Endpoint, 'name' | 'url' | 'events' | 'locationIds' | 'thin'>

const shown = ({ name, url, events, locationIds, thin, isOn }: Endpoint | Omit<Endpoint, 'id'>) => ({
  name,
  url,
  events,
  location_ids: locationIds,
  thin,
  on: isOn,
})

/** Throws where an address is not to be called, or an event tells of what its owner may not read. */
function check({ reach }: EndpointParts, { role }: Pick<Caller, 'role'>, { url, events }: Settings): void {
  try {
    targetOf(url, reach)
  } catch (error) {
    if (error instanceof ForbiddenTarget) throw new Failure('webhook.target_forbidden')
    throw error
  }
  const foreign = events.filter((type) => !mayHear(role, type))
  if (foreign.length > 0) throw new Failure('webhook.event_forbidden', { events: foreign })
}

/** Whoever may read an object may hear of it. */
export const mayHear = (role: Caller['role'], type: WebhookEventType): boolean =>
  mayCall({ role }, eventKinds[type].object.call)

/** Adds an endpoint; its secret is answered only here. */
export async function addEndpoint(
  parts: EndpointParts,
  by: By,
  settings: Settings,
): Promise<{ id: number; secret: string }> {
  check(parts, by.caller, settings)
  const at = parts.clock.now()
  const secret = drawSecret()
  const one = {
    ...settings,
    managerId: by.caller.id,
    isOn: true,
    offWhy: null,
    offAt: null,
    secret: seal(parts.secretKey, secret),
    previousSecret: null,
    previousUntil: null,
    failingSince: null,
    deliveredAt: null,
    error: null,
    createdAt: at,
  }
  const id = await inTransaction(parts.db, async (tx) => {
    const inserted = await insertEndpoint(tx, one)
    await followWanted(tx, at)
    await note(tx, by, { action: 'webhook.add', id: inserted, after: shown(one), at })
    return inserted
  })
  return { id, secret }
}

/** Changes an endpoint; throws webhook.not_found. */
export async function changeEndpoint(
  parts: EndpointParts,
  by: By,
  id: number,
  { on, ...change }: Partial<Settings> & { on?: boolean | undefined },
): Promise<void> {
  const at = parts.clock.now()
  await inTransaction(parts.db, async (tx) => {
    const before = await getLocked(tx, by, id)
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const after = switched({ ...before, ...given } as Endpoint, on, at)
    check(parts, by.caller, after)
    await updateEndpoint(tx, after)
    if (before.isOn && !after.isOn) await buryMessages(tx, id)
    await followWanted(tx, at)
    await note(tx, by, { action: 'webhook.change', id, before: shown(before), after: shown(after), at })
  })
}

/** One that is switched off by a person stays so; one that was given up may be put away so. */
function switched(one: Endpoint, on: boolean | undefined, at: Date): Endpoint {
  if (on === undefined) return one
  if (on) return { ...one, isOn: true, offWhy: null, offAt: null, failingSince: null }
  return { ...one, isOn: false, offWhy: 'person', offAt: one.offAt ?? at }
}

export async function dropEndpoint({ db, clock }: EndpointParts, by: By, id: number): Promise<void> {
  const at = clock.now()
  await inTransaction(db, async (tx) => {
    const before = await getLocked(tx, by, id)
    await removeEndpoint(tx, id)
    await followWanted(tx, at)
    await note(tx, by, { action: 'webhook.remove', id, before: shown(before), at })
  })
}

/** Draws a new secret; the one before signs too for some hours. */
export async function renewSecret(
  { db, clock, secretKey }: EndpointParts,
  by: By,
  id: number,
  keepHours: number,
): Promise<string> {
  const at = clock.now()
  const secret = drawSecret()
  await inTransaction(db, async (tx) => {
    const before = await getLocked(tx, by, id)
    const keeps = keepHours > 0
    await updateEndpoint(tx, {
      ...before,
      secret: seal(secretKey, secret),
      previousSecret: keeps ? before.secret : null,
      previousUntil: keeps ? new Date(at.getTime() + keepHours * HOUR_MS) : null,
    })
    await note(tx, by, { action: 'webhook.renew_secret', id, after: { keep_hours: keepHours }, at })
  })
  return secret
}

/** Sends a test to an endpoint that is on; answers its message. */
export async function sendTest(
  { db, clock, deliveries }: EndpointParts,
  by: By,
  id: number,
): Promise<number> {
  const at = clock.now()
  return inTransaction(db, async (tx) => {
    if (!(await getLocked(tx, by, id)).isOn) throw new Failure('webhook.off')
    const body = JSON.stringify({
      id: drawKey().replace('msg_', 'evt_'),
      type: 'webhook.test',
      api_version: apiVersion,
      created: at.toISOString(),
      data: { object_type: 'test', object_id: String(id), version: 0, object: { endpoint_id: id } },
      previous: null,
    })
    const messageId = await insertTest(tx, { key: drawKey(), endpointId: id, body, now: at })
    await deliveries.send(tx, [deliveryOf(id, { id: messageId, type: 'webhook.test' })])
    await deliveries.retry(tx, { channel, target: String(id) })
    await note(tx, by, { action: 'webhook.test', id, at })
    return messageId
  })
}

/** Sends one message again, or those that were given up in a time; answers how many. */
export async function sendAgain(
  { db, clock, deliveries }: EndpointParts,
  by: By,
  id: number,
  which: { id: number } | { from: Date; to: Date },
): Promise<number> {
  const at = clock.now()
  return inTransaction(db, async (tx) => {
    if (!(await getLocked(tx, by, id)).isOn) throw new Failure('webhook.off')
    const revived = await reviveMessages(tx, id, which, at)
    if ('id' in which && revived.length === 0) throw new Failure('webhook.message_not_found')
    await deliveries.send(
      tx,
      revived.map((message) => deliveryOf(id, message)),
    )
    await deliveries.retry(tx, { channel, target: String(id) })
    await note(tx, by, { action: 'webhook.send_again', id, after: { ...which, count: revived.length }, at })
    return revived.length
  })
}

async function getLocked(tx: Tx, { caller }: By, id: number): Promise<Endpoint> {
  const found = await lockEndpoint(tx, caller, id)
  if (!found) throw new Failure('webhook.not_found')
  return found
}

interface Noted {
  action: string
  id: number
  before?: unknown
  after?: unknown
  at: Date
}

const note = (tx: Tx, { caller, remoteAddress }: By, { id, ...what }: Noted): Promise<void> =>
  audit(tx, { caller, remoteAddress, subjectType: 'webhook', subjectId: id, ...what })
