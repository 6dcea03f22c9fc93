import { z } from 'zod'
import { countingNumber } from '../base/bounds.ts'
import { call, idParams, instant } from '../base/call.ts'
import { nameRule } from '../base/rules.ts'
import { idOf } from '../base/subjects.ts'

/** What other programs can hear of. The schema of each is in the OpenAPI document, under `webhooks`. */
export const webhookEventTypes = [
  'order.started',
  'order.completed',
  'order.failed',
  'order.corrected',
  'reservation.created',
  'reservation.ended',
  'payment.captured',
  'payment.refunded',
  'payment.failed',
  'receipt.registered',
  'station.online',
  'station.offline',
  'station.booted',
  'connector.status_changed',
  'fault.opened',
  'fault.closed',
  'firmware.finished',
  'location.updated',
  'tariff.published',
  'review.created',
  'driver.registered',
  'statement.issued',
  'partner.connected',
  'partner.suspended',
  'partner.withdrawn',
  'incident.opened',
  'incident.acknowledged',
  'incident.closed',
] as const
export type WebhookEventType = (typeof webhookEventTypes)[number]

export const webhookMessageStates = ['new', 'waiting', 'delivered', 'dead', 'withheld'] as const
export type WebhookMessageState = (typeof webhookMessageStates)[number]

/** The longest time (h) that a replaced secret goes on signing. */
const secretHoursMost = 168

const endpointSchema = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  /** whose it is: it hears of what this person may see */
  owner: z.object({ id: z.number(), name: z.string() }),
  events: z.array(z.enum(webhookEventTypes)),
  /** null: all that its owner sees */
  location_ids: z.array(z.number()).nullable(),
  locations: z.array(z.object({ id: z.number(), name: z.string() })).nullable(),
  /** it is sent the id and the link of what has changed, not the object */
  thin: z.boolean(),
  on: z.boolean(),
  /** person: somebody has switched it off; gone: it answered 410; failing: nothing has arrived for five days */
  off_why: z.enum(['person', 'gone', 'failing']).nullable(),
  off_at: instant.nullable(),
  /** until when the secret before signs too */
  previous_secret_until: instant.nullable(),
  failing_since: instant.nullable(),
  delivered_at: instant.nullable(),
  error: z.string().nullable(),
  created_at: instant,
  /** of the last seven days */
  delivered: z.number(),
  dead: z.number(),
  waiting: z.number(),
})
export type WebhookEndpoint = z.infer<typeof endpointSchema>

const url = z.url({ protocol: /^https?$/ }).max(2000)
const events = z.array(z.enum(webhookEventTypes)).min(1).max(webhookEventTypes.length)
const locationIds = z.array(idOf('location')).min(1).max(1000).nullable()

const webhookEndpointBody = z.object({
  name: nameRule,
  url,
  events,
  location_ids: locationIds.default(null),
  thin: z.boolean().default(false),
})

const messageSchema = z.object({
  id: z.number(),
  /** the header webhook-id */
  key: z.string(),
  type: z.string(),
  object_id: z.string().nullable(),
  state: z.enum(webhookMessageStates),
  attempts: z.number(),
  /** of the last attempt; null: none, or no answer */
  status: z.number().nullable(),
  created_at: instant,
  due_at: instant.nullable(),
  delivered_at: instant.nullable(),
})
export type WebhookMessage = z.infer<typeof messageSchema>

const messageDetails = messageSchema.extend({
  /** as it was sent; null: it is not made yet */
  body: z.string().nullable(),
  tries: z.array(
    z.object({
      at: instant,
      duration_ms: z.number(),
      status: z.number().nullable(),
      /** the first 2,000 characters */
      answer: z.string().nullable(),
      error: z.string().nullable(),
    }),
  ),
})
export type WebhookMessageDetails = z.infer<typeof messageDetails>

const roles = ['administrator', 'manager'] as const
const withSecret = z.object({ endpoint: endpointSchema, secret: z.string() })

/** Addresses of other programs that hear what happens, and what each was sent. */
export const webhookEndpoints = {
  list: call({
    method: 'GET',
    path: 'webhook-endpoints',
    summary: 'Addresses that are told what happens, by name; managers see their own',
    roles,
    answer: z.array(endpointSchema),
  }),
  events: call({
    method: 'GET',
    path: 'webhook-events',
    summary: 'What the caller’s endpoints can be told of, and which call answers the object of each',
    roles,
    answer: z.array(
      z.object({
        type: z.enum(webhookEventTypes),
        api_version: z.number(),
        object: z.string(),
        path: z.string(),
      }),
    ),
  }),
  add: call({
    method: 'POST',
    path: 'webhook-endpoints',
    summary: 'Tell an address what happens; its secret is answered once',
    roles,
    body: webhookEndpointBody,
    answer: withSecret,
    status: 201,
  }),
  change: call({
    method: 'PATCH',
    path: 'webhook-endpoints/{id}',
    summary: 'Change what an address is told, or switch it on or off',
    roles,
    params: idParams,
    body: z.object({
      name: nameRule.optional(),
      url: url.optional(),
      events: events.optional(),
      location_ids: locationIds.optional(),
      thin: z.boolean().optional(),
      on: z.boolean().optional(),
    }),
    answer: endpointSchema,
  }),
  remove: call({
    method: 'DELETE',
    path: 'webhook-endpoints/{id}',
    summary: 'Tell an address nothing more, and forget what it was sent',
    roles,
    params: idParams,
    status: 204,
  }),
  renewSecret: call({
    method: 'POST',
    path: 'webhook-endpoints/{id}/secret',
    summary: 'Draw a new secret, answered once; the old one signs too for some hours',
    roles,
    params: idParams,
    body: z.object({ keep_hours: z.number().int().min(0).max(secretHoursMost).default(24) }),
    answer: withSecret,
  }),
  test: call({
    method: 'POST',
    path: 'webhook-endpoints/{id}/test',
    summary: 'Send an address a test',
    roles,
    params: idParams,
    answer: messageSchema,
    status: 201,
  }),
  messages: call({
    method: 'GET',
    path: 'webhook-endpoints/{id}/messages',
    summary: 'What an address was sent or is to be sent, newest first',
    roles,
    params: idParams,
    query: z.object({
      state: z.enum(webhookMessageStates).optional(),
      type: z.string().max(60).optional(),
      from: z.iso.datetime({ offset: true }).optional(),
      to: z.iso.datetime({ offset: true }).optional(),
      before: z.coerce.number().int().positive().optional().describe('x-next-cursor of the page before'),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    answer: z.array(messageSchema),
    cursored: true,
  }),
  message: call({
    method: 'GET',
    path: 'webhook-endpoints/{id}/messages/{messageId}',
    summary: 'One message with its body and every attempt',
    roles,
    params: idParams.extend({ messageId: z.coerce.number().int().positive() }),
    answer: messageDetails,
  }),
  sendAgain: call({
    method: 'POST',
    path: 'webhook-endpoints/{id}/messages/send',
    summary: 'Send one message again, or all that were given up in a time',
    roles,
    params: idParams,
    body: z.union([
      z.object({ message_id: countingNumber }),
      z.object({
        from: z.iso.datetime({ offset: true }),
        to: z.iso.datetime({ offset: true }),
        only_count: z.boolean().default(false).describe('Answer how many they are, and send none'),
      }),
    ]),
    answer: z.object({ count: z.number() }),
  }),
}
