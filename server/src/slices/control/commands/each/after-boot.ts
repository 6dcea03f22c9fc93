import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '../../../../platform/database/database-fault.ts'
import { type CodeParts, sendCodes } from '../codes/send-codes.ts'
import type { CommandParts } from '../parts.ts'
import { sendOpenOperations } from './operate.ts'
import { renewReservations } from './reservation.ts'

/** Sends stations after their boot what they may have forgotten, and what could not be sent before. */
export async function sendAfterBoot(
  parts: CommandParts & CodeParts,
  log: FastifyBaseLogger,
  stationIds: readonly string[],
): Promise<void> {
  await renewReservations(parts, stationIds).catch((error) =>
    logFailure(log, error, 'reservations of stations that booted could not be renewed'),
  )
  await sendOpenOperations(parts, stationIds).catch((error) =>
    logFailure(log, error, 'wishes of stations that booted could not be sent'),
  )
  await sendCodes(parts, stationIds).catch((error) =>
    logFailure(log, error, 'codes of stations that booted could not be set up'),
  )
}
