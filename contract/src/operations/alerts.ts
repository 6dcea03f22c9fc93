import { z } from 'zod'
import { call, idParams, instant } from '../base/call.ts'
import { incidentKinds, incidentSeverities, languages } from '../base/enums.ts'
import { idOf } from '../base/subjects.ts'
import { pushSubscriptionBody } from '../public/account-devices.ts'

export const alertChannelKinds = ['webhook', 'telegram'] as const

const channelSchema = z.object({
  id: z.number(),
  kind: z.enum(alertChannelKinds),
  name: z.string(),
  /** the webhook's address, or the chat's id */
  target: z.string(),
  /** of its messages */
  language: z.enum(languages),
  /** of the network, not of one manager */
  network: z.boolean(),
  /** what did not arrive last, and since when nothing arrives; null: all is well */
  error: z.string().nullable(),
  failing_since: instant.nullable(),
  delivered_at: instant.nullable(),
})
export type AlertChannel = z.infer<typeof channelSchema>

const named = { name: z.string().trim().min(1).max(100), language: z.enum(languages).default('en') }

export const alertChannelBody = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('webhook'),
    ...named,
    target: z.url({ protocol: /^https?$/ }).max(500),
    /** signs each message (HMAC-SHA256); at least 16 characters */
    secret: z.string().min(16).max(200),
  }),
  z.object({
    kind: z.literal('telegram'),
    ...named,
    /** a chat's number, or @ and the name of a public one */
    target: z.string().regex(/^(-?\d{1,20}|@\w{5,32})$/),
    /** the bot's token */
    secret: z.string().regex(/^\d{1,20}:[\w-]{20,80}$/),
  }),
])

const minuteOfDay = z.number().int().min(0).max(1439)

const stepBody = z.object({
  /** after the step before, while nobody acknowledges; of the first step 0 */
  after_minutes: z.number().int().min(0).max(1440),
  people: z
    .array(z.object({ id: idOf('manager'), mail: z.boolean(), push: z.boolean() }))
    .max(50)
    .default([]),
  /** ids of channels */
  channels: z.array(z.number().int().positive()).max(20).default([]),
})

export const alertRuleBody = z.object({
  name: z.string().trim().min(1).max(100),
  on: z.boolean(),
  severity: z.enum(incidentSeverities),
  /** empty: all */
  kinds: z.array(z.enum(incidentKinds)).max(50).default([]),
  /** empty: all that whoever has made the rule sees */
  locations: z.array(idOf('location')).max(500).default([]),
  /** in the network's time zone; null: at any time */
  hours: z.object({ from_minute: minuteOfDay, until_minute: minuteOfDay }).nullable().default(null),
  /** outside of the hours too, of this severity and above; null: of none */
  urgent_severity: z.enum(incidentSeverities).nullable().default(null),
  /** how long messages wait for others to go with them */
  digest_minutes: z.number().int().min(0).max(1440).default(0),
  steps: z.array(stepBody).min(1).max(5),
})
export type AlertRuleBody = z.output<typeof alertRuleBody>

const ruleSchema = alertRuleBody.extend({
  id: z.number(),
  network: z.boolean(),
  changed_at: instant,
  changed_by: z.string(),
  /** receivers notified in the last 30 days */
  notified: z.number(),
})
export type AlertRule = z.infer<typeof ruleSchema>

const deviceSchema = z.object({ id: z.number(), name: z.string(), since: instant })
const devicesSchema = z.object({
  /** what a browser subscribes with; null: this network sends no notices */
  push_key: z.string().nullable(),
  devices: z.array(deviceSchema),
})

const testedSchema = z.object({
  /** null: it has arrived */
  error: z.string().nullable(),
})

const roles = ['administrator', 'manager'] as const
const staff = ['administrator', 'manager', 'operator', 'accounter'] as const

/** Who is notified of incidents, and how. */
export const alerts = {
  rules: call({
    method: 'GET',
    path: 'alerts/rules',
    summary: 'Rules that say who is notified of which incidents; a manager sees their own',
    roles,
    answer: z.array(ruleSchema),
  }),
  addRule: call({
    method: 'POST',
    path: 'alerts/rules',
    summary: 'Add a rule; a manager tells themselves and their own channels',
    roles,
    body: alertRuleBody,
    answer: z.array(ruleSchema),
  }),
  changeRule: call({
    method: 'PUT',
    path: 'alerts/rules/{id}',
    summary: 'Change a rule; who was notified of an incident is not notified again',
    roles,
    params: idParams,
    body: alertRuleBody,
    answer: z.array(ruleSchema),
  }),
  removeRule: call({
    method: 'DELETE',
    path: 'alerts/rules/{id}',
    summary: 'Remove a rule; what it would still have notified is not notified',
    roles,
    params: idParams,
    status: 204,
  }),
  people: call({
    method: 'GET',
    path: 'alerts/people',
    summary: 'People who a rule may name',
    roles,
    answer: z.array(z.object({ id: z.number(), name: z.string(), email: z.string(), devices: z.number() })),
  }),
  channels: call({
    method: 'GET',
    path: 'alerts/channels',
    summary: 'Webhooks and chats that rules may name, with how it goes with them',
    roles,
    answer: z.array(channelSchema),
  }),
  addChannel: call({
    method: 'POST',
    path: 'alerts/channels',
    summary: 'Add a webhook or a chat; its secret is never shown again',
    roles,
    body: alertChannelBody,
    answer: z.array(channelSchema),
  }),
  removeChannel: call({
    method: 'DELETE',
    path: 'alerts/channels/{id}',
    summary: 'Remove a webhook or a chat; rules tell it no more',
    roles,
    params: idParams,
    status: 204,
  }),
  testChannel: call({
    method: 'POST',
    path: 'alerts/channels/{id}/test',
    summary: 'Send a test message at once and say whether it has arrived',
    roles,
    params: idParams,
    answer: testedSchema,
  }),
  devices: call({
    method: 'GET',
    path: 'alerts/devices',
    summary: 'The caller’s browsers that get notices of incidents, newest first',
    roles: staff,
    answer: devicesSchema,
  }),
  addDevice: call({
    method: 'POST',
    path: 'alerts/devices',
    summary: 'Send this browser notices of incidents; five at most, a sixth replaces the oldest',
    roles: staff,
    body: pushSubscriptionBody,
    answer: z.object({ id: z.number() }),
  }),
  removeDevice: call({
    method: 'DELETE',
    path: 'alerts/devices/{id}',
    summary: 'Send a browser no more notices of incidents',
    roles: staff,
    params: idParams,
    status: 204,
  }),
  testDevices: call({
    method: 'POST',
    path: 'alerts/devices/test',
    summary: 'Send the caller’s browsers a test notice; error: the browser that took none',
    roles: staff,
    answer: testedSchema,
  }),
}
