import {
  type CommandRequests,
  type CommandResponse,
  type CommandType,
  type VersionCodec,
  write,
} from '@stationmaster/ocpi'
import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '../../../platform/database/database-fault.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { OcpiFailure } from '../partners/serving/failure.ts'
import { ocpiRoute } from '../partners/serving/ocpi-route.ts'
import type { OcpiServer } from '../partners/serving/ocpi-server.ts'
import type { PartnerRow } from '../partners/store.ts'
import {
  type Accepted,
  type CommandSide,
  cancelReservation,
  Refused,
  reserveNow,
  startSession,
  stopSession,
  unlockConnector,
} from './carried-out.ts'
import { concludeCommand, resultSeconds } from './results.ts'

type CarryOut<T extends CommandType> = (
  side: CommandSide,
  partner: PartnerRow,
  command: CommandRequests[T],
) => Promise<Accepted>

/** The commands module, of which we are the receiver: an answer at once, the result later (OCPI 13.2). */
export function commandRoutes(ocpi: OcpiServer, side: CommandSide & { log: FastifyBaseLogger }): void {
  const serve = <T extends CommandType>(type: T, carryOut: CarryOut<T>) =>
    ocpiRoute(
      ocpi,
      {
        module: 'commands',
        role: 'RECEIVER',
        method: 'POST',
        path: `/${type}`,
        body: ({ commands }) => commands[type],
      },
      async ({ partner, codecs, body }) => answerTo(side, codecs, () => carryOut(side, partner, body)),
    )
  serve('START_SESSION', startSession)
  serve('STOP_SESSION', stopSession)
  serve('UNLOCK_CONNECTOR', unlockConnector)
  serve('RESERVE_NOW', reserveNow)
  serve('CANCEL_RESERVATION', cancelReservation)
}

/** Accepts a command, and has its result follow; or says why not. */
async function answerTo(
  side: CommandSide & { log: FastifyBaseLogger },
  codecs: VersionCodec,
  accept: () => Promise<Accepted>,
) {
  const answer = (result: CommandResponse['result'], text?: string) => ({
    data: write(codecs.commandResponse, {
      result,
      timeoutSeconds: resultSeconds,
      message: text === undefined ? [] : [{ language: 'en', text }],
    }),
  })
  try {
    const { id, result } = await accept()
    void result()
      .catch((error) => {
        logFailure(side.log, error, 'a command of a partner could not be carried out')
        return 'FAILED' as const
      })
      .then((what) => concludeCommand(side, id, what))
      // the minute's look concludes it
      .catch((error) => logFailure(side.log, error, 'the result of a command could not be kept'))
    return answer('ACCEPTED')
  } catch (error) {
    if (error instanceof Failure) return answer('REJECTED', error.message)
    if (!(error instanceof Refused)) throw error
    const { kind, message } = error
    if (kind === 'unknown_location') throw new OcpiFailure('unknownLocation', message)
    if (kind === 'unknown_session') return answer('UNKNOWN_SESSION', message)
    return answer(kind === 'unsupported' ? 'NOT_SUPPORTED' : 'REJECTED', message)
  }
}
