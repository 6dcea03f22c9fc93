import type { CallRule, Role, Scope } from '@stationmaster/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from './failure.ts'

/** Who makes a call. */
export interface Caller {
  id: number
  role: Role
  /** whose locations an operator or accounter sees; null: the whole network */
  ownerId: number | null
  email: string
  /** the log-in that a call is made with; the server itself has none */
  sessionId?: number
  /** the API key that a call is made with */
  key?: CallerKey
}

/** An API key in a call. */
export interface CallerKey {
  id: number
  scopes: readonly Scope[]
  /**
   * The only locations that it sees, of those that its maker sees in the role `of`; the caller has the role of those locations' manager
   * then, whoever made the key. null: it sees what its maker sees.
   */
  within: { locationIds: readonly number[]; of: Role } | null
}

/** Whether a call has a scope; a person's has them all. */
export const hasScope = ({ key }: Pick<Caller, 'key'>, scope: Scope): boolean =>
  !key || key.scopes.includes(scope)

/** Throws key.scope_missing where a call is made with an API key that lacks a scope. */
export function requireScope(caller: Pick<Caller, 'key'>, scope: Scope): void {
  if (!hasScope(caller, scope)) throw new Failure('key.scope_missing', { scope }, { scope })
}

/** Whether somebody reads what is done with money and does nothing of it: accounters. */
export const onlyReads = ({ role }: Pick<Caller, 'role'>): boolean => role === 'accounter'

/** Whether the network's own accounts are somebody's to see: not where they work for one owner. */
export const seesNetwork = ({ role, ownerId }: Pick<Caller, 'role' | 'ownerId'>): boolean =>
  role === 'administrator' || (role !== 'manager' && ownerId === null)

/** What decides which locations somebody sees. */
export type Viewer = Pick<Caller, 'id' | 'role' | 'ownerId' | 'key'>

/**
 * Reads the Authorization header; throws auth.required, auth.token_expired, auth.blocked, or auth.second_factor_needed, but
 * for what one does to set it up.
 */
export type Authenticate = (
  authorization: string | undefined,
  options?: { settingUp: boolean },
) => Promise<{ caller: Caller; expiresAt: Date }>

/**
 * Lets in whoever makes a request: a person by an access token, or a program by an API key, where the rule allows it. Throws what
 * `Authenticate` does, or a failure of the key.
 */
export type Admit = (
  request: FastifyRequest,
  reply: FastifyReply,
  rule: CallRule & { settingUp?: boolean },
) => Promise<{ caller: Caller; expiresAt: Date }>

/** A driver who is signed in to their own account. */
export interface DriverCaller {
  id: number
  /** the sign-in that a call is made with */
  sessionId: number
}

/** Reads the Authorization header of a driver's call; throws auth.required or auth.token_expired. */
export type AuthenticateDriver = (authorization: string | undefined) => Promise<DriverCaller>
