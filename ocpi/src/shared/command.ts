import { whole } from '../codec/numbers.ts'
import { listOf, named, type ObjectCodec, objectOf, optional, ruled } from '../codec/objects.ts'
import { dateTime, oneOf, url } from '../codec/texts.ts'
import {
  type CommandRequests,
  type CommandResponse,
  type CommandResult,
  type CommandType,
  commandResultTypes,
} from '../model/index.ts'
import { displayText, id36, type Words } from './basics.ts'
import { tokenOf } from './token.ts'

export type CommandCodecs = { [K in CommandType]: ObjectCodec<CommandRequests[K]> }

export const commandsOf = (words: Words): CommandCodecs => ({
  CANCEL_RESERVATION: objectOf<CommandRequests['CANCEL_RESERVATION']>({
    responseUrl: url,
    reservationId: id36,
  }),
  RESERVE_NOW: objectOf<CommandRequests['RESERVE_NOW']>({
    responseUrl: url,
    token: tokenOf(words),
    until: named('expiry_date', dateTime),
    reservationId: id36,
    locationId: id36,
    evseUid: optional(id36),
    authorizationReference: optional(id36),
  }),
  START_SESSION: ruled(
    objectOf<CommandRequests['START_SESSION']>({
      responseUrl: url,
      token: tokenOf(words),
      locationId: id36,
      evseUid: optional(id36),
      connectorId: optional(id36),
      authorizationReference: optional(id36),
    }),
    ({ evseUid, connectorId }) =>
      connectorId !== undefined && evseUid === undefined ? 'a connector_id needs its evse_uid' : undefined,
  ),
  STOP_SESSION: objectOf<CommandRequests['STOP_SESSION']>({ responseUrl: url, sessionId: id36 }),
  UNLOCK_CONNECTOR: objectOf<CommandRequests['UNLOCK_CONNECTOR']>({
    responseUrl: url,
    locationId: id36,
    evseUid: id36,
    connectorId: id36,
  }),
})

export const commandResponse = objectOf<CommandResponse>({
  result: oneOf<CommandResponse['result']>(['NOT_SUPPORTED', 'REJECTED', 'ACCEPTED', 'UNKNOWN_SESSION']),
  timeoutSeconds: named('timeout', whole(0)),
  message: listOf(displayText),
})

export const commandResult = objectOf<CommandResult>({
  result: oneOf(commandResultTypes),
  message: listOf(displayText),
})
