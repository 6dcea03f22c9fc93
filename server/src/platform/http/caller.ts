import type { Role } from '@stationmaster/contract'

/** Who makes a call. */
export interface Caller {
  id: number
  role: Role
  /** whose locations an operator or accounter sees; null: the whole network */
  ownerId: number | null
  email: string
  /** the log-in that a call is made with; the server itself has none */
  sessionId?: number
}

/** Whether somebody reads what is done with money and does nothing of it: accounters. */
export const onlyReads = ({ role }: Pick<Caller, 'role'>): boolean => role === 'accounter'

/** Whether the network's own accounts are somebody's to see: not where they work for one owner. */
export const seesNetwork = ({ role, ownerId }: Pick<Caller, 'role' | 'ownerId'>): boolean =>
  role === 'administrator' || (role !== 'manager' && ownerId === null)

/** What decides which locations somebody sees. */
export type Viewer = Pick<Caller, 'id' | 'role' | 'ownerId'>

/**
 * Reads the Authorization header; throws auth.required, auth.token_expired, auth.blocked, or auth.second_factor_needed, but
 * for what one does to set it up.
 */
export type Authenticate = (
  authorization: string | undefined,
  options?: { settingUp: boolean },
) => Promise<{ caller: Caller; expiresAt: Date }>

/** A driver who is signed in to their own account. */
export interface DriverCaller {
  id: number
  /** the sign-in that a call is made with */
  sessionId: number
}

/** Reads the Authorization header of a driver's call; throws auth.required or auth.token_expired. */
export type AuthenticateDriver = (authorization: string | undefined) => Promise<DriverCaller>
