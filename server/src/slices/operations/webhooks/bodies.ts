import { MINUTE_MS } from '@stationmaster/units'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Reads } from '../../../platform/general/reads.ts'
import type { Deliveries } from '../../../platform/jobs/deliveries/deliveries.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { type Endpoint, findEndpoint } from './endpoint-store.ts'
import { apiVersion, kindOf, pathOf, type Subject } from './events/events.ts'
import {
  drawVersion,
  findLast,
  leaveNew,
  lockObject,
  type Message,
  removeMessage,
  takeNew,
  updateBody,
} from './message-store.ts'
import { ownerOf } from './owner.ts'
import { previousOf } from './rules.ts'

export interface BodyParts {
  db: Db
  clock: Clock
  reads: Pick<Reads, 'as'>
  deliveries: Pick<Deliveries, 'send'>
  publicUrl(): string
}

export const channel = 'webhooks'

/** what goes to an endpoint for one message */
export const deliveryOf = (endpointId: number, message: { id: number; type: string }) => ({
  channel,
  target: String(endpointId),
  topic: message.type,
  key: String(message.id),
  replaceable: false,
})

const takenMs = MINUTE_MS
const atOnce = 50
/** so often another state of the object may come between before the next look tries again */
const turnsMost = 10

/** Makes the bodies of all messages that have none, and has them sent; answers whether some are to be tried again soon. */
export async function makeBodies(parts: BodyParts, report: (error: unknown) => void): Promise<boolean> {
  const left: number[] = []
  for (;;) {
    const now = parts.clock.now()
    const until = new Date(now.getTime() + takenMs)
    const taken = await takeNew(parts.db, { now, until, most: atOnce })
    for (const message of taken) {
      const isDone = await makeBody(parts, message).catch((error) => {
        report(error)
        return false
      })
      // what fails for longer waits for the job of the minute
      if (!isDone && now.getTime() - message.createdAt.getTime() < takenMs) left.push(message.id)
    }
    if (taken.length < atOnce) break
  }
  if (left.length === 0) return false
  await leaveNew(parts.db, left)
  return true
}

/**
 * Reads the object as the endpoint's owner sees it. Its version is drawn before, and counts only if no other state of it was kept for
 * the endpoint meanwhile: so a higher version never carries an older state. Answers whether nothing is left to do.
 */
async function makeBody(parts: BodyParts, message: Message): Promise<boolean> {
  const { db, clock, deliveries } = parts
  const endpoint = await findEndpoint(db, message.endpointId)
  const subject = subjectOf(message)
  const kind = kindOf(message.type)
  if (!endpoint || !kind || !subject) return removeMessage(db, message.id)
  const objectId = `${kind.object.name}/${subject.objectId}`
  for (let turn = 0; turn < turnsMost; turn++) {
    const last = await findLast(db, endpoint.id, objectId)
    const version = await drawVersion(db)
    const object = await readObject(parts, endpoint, message)
    if (object === undefined) return removeMessage(db, message.id)
    const content = endpoint.thin
      ? { link: new URL(pathOf(kind.object, subject), parts.publicUrl()).href }
      : { object }
    const body = JSON.stringify({
      id: `evt_${message.eventNumber}`,
      type: message.type,
      api_version: apiVersion,
      created: message.at?.toISOString() ?? null,
      data: { object_type: kind.object.name, object_id: subject.objectId, version, ...content },
      previous: endpoint.thin ? null : previousOf(objectIn(last?.body), object),
    })
    const isKept = await inTransaction(db, async (tx) => {
      await lockObject(tx, endpoint.id, objectId)
      if ((await findLast(tx, endpoint.id, objectId))?.version !== last?.version) return false
      if (await updateBody(tx, message.id, { body, version, now: clock.now() }))
        await deliveries.send(tx, [deliveryOf(endpoint.id, message)])
      return true
    })
    if (isKept) return true
  }
  return false
}

const subjectOf = ({ objectId, parentId }: Message): Subject | undefined =>
  objectId === null ? undefined : { objectId, parentId }

/** The object of a message as the endpoint's owner sees it now; undefined: they do not. */
export async function readObject(
  { db, reads }: Pick<BodyParts, 'db' | 'reads'>,
  { managerId }: Endpoint,
  message: Message,
): Promise<unknown> {
  const owner = await ownerOf(db, managerId)
  const kind = kindOf(message.type)
  const subject = subjectOf(message)
  if (!owner || !kind || !subject) return undefined
  const answer = await reads.as(owner, kind.object.call, { id: kind.object.idOf(subject) })
  return answer === undefined ? undefined : kind.object.pick(answer, subject)
}

function objectIn(body: string | null | undefined): unknown {
  if (!body) return undefined
  const { data } = JSON.parse(body) as { data?: { object?: unknown } }
  return data?.object
}
