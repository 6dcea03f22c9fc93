import {
  contract,
  type WebhookEndpoint,
  type WebhookMessage,
  webhookEventTypes,
} from '@stationmaster/contract'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Received, type Rest, route } from '../../../platform/http/http.ts'
import { type ListedEndpoint, listEndpoints } from './endpoint-store.ts'
import {
  addEndpoint,
  changeEndpoint,
  dropEndpoint,
  type EndpointParts,
  mayHear,
  renewSecret,
  sendAgain,
  sendTest,
} from './endpoints.ts'
import { apiVersion, eventKinds } from './events/events.ts'
import { countDead, type ListedMessage, listAttempts, listMessages } from './listed-store.ts'

const calls = contract.webhookEndpoints

const byOf = ({ caller, remoteAddress }: Received<unknown, unknown, unknown>) => ({ caller, remoteAddress })

/** Endpoints of other programs, and what each was sent. `look` is called once what is wanted has changed. */
export function webhookEndpointRoutes(rest: Rest, parts: EndpointParts & { look(): Promise<void> }): void {
  const { db, clock } = parts
  const get = async (caller: Caller, id: number): Promise<WebhookEndpoint> => {
    const [found] = await listEndpoints(db, caller, { now: clock.now(), id })
    if (!found) throw new Failure('webhook.not_found')
    return viewOf(found)
  }

  route(rest, calls.list, async ({ caller }) =>
    (await listEndpoints(db, caller, { now: clock.now() })).map(viewOf),
  )
  route(rest, calls.events, async ({ caller: { role } }) =>
    webhookEventTypes
      .filter((type) => mayHear(role, type))
      .map((type) => ({
        type,
        api_version: apiVersion,
        object: eventKinds[type].object.name,
        path: eventKinds[type].object.call.path,
      })),
  )
  route(rest, calls.add, async (received) => {
    const { location_ids: locationIds, ...body } = received.body
    const { id, secret } = await addEndpoint(parts, byOf(received), { ...body, locationIds })
    await parts.look()
    return { endpoint: await get(received.caller, id), secret }
  })
  route(rest, calls.change, async (received) => {
    const { location_ids: locationIds, ...body } = received.body
    const change = { ...body, ...(locationIds === undefined ? {} : { locationIds }) }
    await changeEndpoint(parts, byOf(received), received.params.id, withoutAbsent(change))
    await parts.look()
    return get(received.caller, received.params.id)
  })
  route(rest, calls.remove, (received) => dropEndpoint(parts, byOf(received), received.params.id))
  route(rest, calls.renewSecret, async (received) => {
    const secret = await renewSecret(parts, byOf(received), received.params.id, received.body.keep_hours)
    return { endpoint: await get(received.caller, received.params.id), secret }
  })
  messageRoutes(rest, parts, get)
}

/** What is left out stays as it is. */
const withoutAbsent = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

function messageRoutes(
  rest: Rest,
  parts: EndpointParts,
  get: (caller: Caller, id: number) => Promise<WebhookEndpoint>,
): void {
  const { db } = parts
  const find = async (endpointId: number, id: number): Promise<ListedMessage> => {
    const [found] = await listMessages(db, endpointId, { id, limit: 1 })
    if (!found) throw new Failure('webhook.message_not_found')
    return found
  }

  route(rest, calls.test, async (received) => {
    const id = await sendTest(parts, byOf(received), received.params.id)
    return messageView(await find(received.params.id, id))
  })
  route(rest, calls.messages, async ({ caller, params, query: { from, to, ...query } }) => {
    await get(caller, params.id)
    const rows = await listMessages(db, params.id, {
      ...query,
      from: from === undefined ? undefined : new Date(from),
      to: to === undefined ? undefined : new Date(to),
    })
    const last = rows.length === query.limit ? rows.at(-1) : undefined
    return { items: rows.map(messageView), next: last ? String(last.id) : null }
  })
  route(rest, calls.message, async ({ caller, params }) => {
    await get(caller, params.id)
    const found = await find(params.id, params.messageId)
    const tries = (await listAttempts(db, found.id)).map(({ at, durationMs, ...one }) => ({
      ...one,
      at: at.toISOString(),
      duration_ms: durationMs,
    }))
    return { ...messageView(found), body: found.body, tries }
  })
  route(rest, calls.sendAgain, async (received) => {
    const { body, params } = received
    const which =
      'message_id' in body ? { id: body.message_id } : { from: new Date(body.from), to: new Date(body.to) }
    if ('id' in which) return { count: await sendAgain(parts, byOf(received), params.id, which) }
    if ('only_count' in body && body.only_count) {
      await get(received.caller, params.id)
      return { count: await countDead(db, params.id, which) }
    }
    return { count: await sendAgain(parts, byOf(received), params.id, which) }
  })
}

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null

const viewOf = (one: ListedEndpoint): WebhookEndpoint => ({
  id: one.id,
  name: one.name,
  url: one.url,
  owner: { id: one.managerId, name: one.ownerName },
  events: one.events,
  location_ids: one.locationIds,
  locations: one.locations,
  thin: one.thin,
  on: one.isOn,
  off_why: one.offWhy,
  off_at: isoOf(one.offAt),
  previous_secret_until: isoOf(one.previousUntil),
  failing_since: isoOf(one.failingSince),
  delivered_at: isoOf(one.deliveredAt),
  error: one.error,
  created_at: one.createdAt.toISOString(),
  delivered: one.delivered,
  dead: one.dead,
  waiting: one.waiting,
})

const messageView = (one: ListedMessage): WebhookMessage => ({
  id: one.id,
  key: one.key,
  type: one.type,
  object_id: one.objectId,
  state: one.state,
  attempts: one.attempts,
  status: one.status,
  created_at: one.createdAt.toISOString(),
  due_at: isoOf(one.dueAt),
  delivered_at: isoOf(one.deliveredAt),
})
