import { knows } from '@stationmaster/ocpp'
import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '../../../../platform/database/database-fault.ts'
import { upsertBootedTariffs } from '../../tasks/tariff-state-store.ts'
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
  await noteTariffs(parts, stationIds).catch((error) =>
    logFailure(log, error, 'prices of stations that booted could not be made due'),
  )
}

/** Stations whose version has tariffs get their prices from the keeper. */
async function noteTariffs({ db, clock, links }: CommandParts, stationIds: readonly string[]): Promise<void> {
  const able = stationIds.filter((id) => {
    const protocol = links.get(id)?.protocol
    return protocol !== undefined && knows(protocol, { type: 'tariff_abilities' })
  })
  if (able.length > 0) await upsertBootedTariffs(db, able, clock.now())
}
