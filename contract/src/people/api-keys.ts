import { z } from 'zod'
import { call, idParams, instant } from '../base/call.ts'
import type { Role } from '../base/enums.ts'
import { currentPassword, filledRule } from '../base/rules.ts'
import { type Scope, scopes } from '../base/scopes.ts'
import { idOf } from '../base/subjects.ts'

/** Who may have API keys, each for what they may do themselves. */
export const keyMakers = ['administrator', 'manager', 'app-developer'] as const satisfies readonly Role[]

/** A key ends at the latest so many days after it was made. */
const keyDaysMost = 730
/** A key that was replaced ends at the latest so many hours later. */
const keptHoursMost = 720
/** From so many days before its end, a key is shown as one that ends soon, and its maker is mailed. */
export const keyWarnedDays = 14

/** ending: within `keyWarnedDays`; idle: its maker is blocked, or has no role with keys any more */
export const keyStates = ['active', 'ending', 'replaced', 'expired', 'revoked', 'idle'] as const
export type KeyState = (typeof keyStates)[number]

const scopeRule = z.enum(scopes as readonly [Scope, ...Scope[]])

const named = z.object({ id: z.number(), name: z.string() })

const apiKeySchema = z.object({
  id: z.number(),
  name: z.string(),
  /** how the key begins, which is no secret: `sm_live_` and eight characters */
  begins: z.string(),
  scopes: z.array(scopeRule),
  /** null: all locations that its maker may see */
  locations: z.array(named).nullable(),
  /** addresses and networks that it may be used from; none: all */
  addresses: z.array(z.string()),
  maker: named.extend({ email: z.string() }),
  created_at: instant,
  expires_at: instant,
  /** to a minute */
  last_used_at: instant.nullable(),
  last_used_from: z.string().nullable(),
  revoked_at: instant.nullable(),
  state: z.enum(keyStates),
  can: z.object({ rotate: z.boolean(), revoke: z.boolean() }),
})
export type ApiKey = z.infer<typeof apiKeySchema>

const madeSchema = z.object({
  key: z.string().describe('The key itself, shown this once'),
  made: apiKeySchema,
})
export type MadeKey = z.infer<typeof madeSchema>

const proven = { current_password: currentPassword.optional() }
const days = z.number().int().min(1).max(keyDaysMost)

/** Addresses and networks, such as 203.0.113.7 or 2001:db8::/32. */
const addressRule = z
  .string()
  .trim()
  .max(43)
  .regex(/^[0-9a-f:.]{2,39}(?:\/[0-9]{1,3})?$/i)

const apiKeyBody = z.object({
  name: filledRule,
  scopes: z.array(scopeRule).min(1).max(scopes.length),
  /** left out or null: all locations that the maker may see, those of later too */
  location_ids: z.array(idOf('location')).min(1).max(500).nullish(),
  addresses: z.array(addressRule).max(50).default([]),
  days: days.describe('After so many days it ends'),
})

const path = 'api-keys'

/** Keys with which other programs call this interface. */
export const apiKeys = {
  list: call({
    method: 'GET',
    path,
    summary: 'API keys, the latest made first: administrators see all, others their own',
    roles: keyMakers,
    answer: z.array(apiKeySchema),
  }),
  choices: call({
    method: 'GET',
    path: `${path}/scopes`,
    summary: 'The scopes that the caller may give a key',
    roles: keyMakers,
    answer: z.array(scopeRule),
  }),
  add: call({
    method: 'POST',
    path,
    summary: 'Make an API key; the answer holds it, and nothing shows it again',
    roles: keyMakers,
    body: apiKeyBody.extend(proven),
    answer: madeSchema,
    answersSecret: true,
    status: 201,
  }),
  rotate: call({
    method: 'POST',
    path: `${path}/{id}/rotation`,
    summary: 'Make a key in place of one of the own, which still works for some hours',
    roles: keyMakers,
    params: idParams,
    body: z.object({ days, kept_hours: z.number().int().min(0).max(keptHoursMost), ...proven }),
    answer: madeSchema,
    answersSecret: true,
    status: 201,
  }),
  revoke: call({
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'End a key at once, on all servers: everybody their own, an administrator anybody’s',
    roles: keyMakers,
    params: idParams,
    status: 204,
  }),
}
