import type { DisplayText } from './common.ts'
import type { Token } from './token.ts'

/** What each command brings; its result goes to `responseUrl` later. */
export interface CommandRequests {
  CANCEL_RESERVATION: { responseUrl: string; reservationId: string }
  RESERVE_NOW: {
    responseUrl: string
    token: Token
    /** when the reservation ends */
    until: Date
    reservationId: string
    locationId: string
    evseUid?: string
    authorizationReference?: string
  }
  START_SESSION: {
    responseUrl: string
    token: Token
    locationId: string
    evseUid?: string
    connectorId?: string
    authorizationReference?: string
  }
  STOP_SESSION: { responseUrl: string; sessionId: string }
  UNLOCK_CONNECTOR: { responseUrl: string; locationId: string; evseUid: string; connectorId: string }
}
export type CommandType = keyof CommandRequests

/** What we answer at once; the result comes within `timeoutSeconds`. */
export interface CommandResponse {
  result: 'NOT_SUPPORTED' | 'REJECTED' | 'ACCEPTED' | 'UNKNOWN_SESSION'
  timeoutSeconds: number
  message: DisplayText[]
}

/** What became of a command at the station. */
export interface CommandResult {
  result: CommandResultType
  message: DisplayText[]
}

export type CommandResultType = (typeof commandResultTypes)[number]
export const commandResultTypes = [
  'ACCEPTED',
  'CANCELED_RESERVATION',
  'EVSE_OCCUPIED',
  'EVSE_INOPERATIVE',
  'FAILED',
  'NOT_SUPPORTED',
  'REJECTED',
  'TIMEOUT',
  'UNKNOWN_RESERVATION',
] as const
