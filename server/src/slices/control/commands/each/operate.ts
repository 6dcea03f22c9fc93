import type { OperationAnswer, operationBody } from '@stationmaster/contract'
import type { CommandOutcome, ConnectorRef } from '@stationmaster/ocpp'
import { first } from '@stationmaster/units'
import type { z } from 'zod'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import { groupBy } from '../../../../platform/general/group-by.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { type KnownStation, loadKnownStations } from '../../../stations/stations/connecting/traffic-store.ts'
import {
  listPendingStatuses,
  listRequestedOtherwise,
  updateDesiredStatuses,
  updateOperationReplies,
} from '../../../stations/stations/status/operation-store.ts'
import { insertOperation } from '../../../stations/timeline/store.ts'
import type { StationLink } from '../../intake/reaching/station-link.ts'
import { failureOf, isAccepted, statusOf } from '../outcome/outcome.ts'
import { trackSending } from '../outcome/sent.ts'
import type { Commander, CommandParts } from '../parts.ts'
import { findVisibleStation } from '../target.ts'

/** A station's answer for one EVSE; the failure where it gave none or refused. */
export interface EvseAnswer extends Omit<OperationAnswer, 'error' | 'code'> {
  failure: Failure | null
}

/**
 * Puts EVSEs into or out of operation. The request is kept, and sent again after the station's next boot when
 * the station did not accept it now. Throws station.not_found or station.no_such_evse; the station's answers are in the result.
 */
export async function operate(
  parts: CommandParts,
  { caller, remoteAddress }: Commander,
  stationId: string,
  { operational_status, evses: requested }: z.output<typeof operationBody>,
): Promise<EvseAnswer[]> {
  const station = await findVisibleStation(parts.db, caller, stationId)
  if (!station) throw new Failure('station.not_found')
  const all = evsesOf(station)
  const evses = requested.includes(0) ? all : [...new Set(requested)]
  if (evses.some((evse) => !all.includes(evse))) throw new Failure('station.no_such_evse')
  const operative = operational_status === 'operative'
  return inTurn(station.id, async () => {
    const at = parts.clock.now()
    await inTransaction(parts.db, async (tx) => {
      const changed = await updateDesiredStatuses(tx, station.id, evses, operative)
      if (changed.length > 0) {
        await insertOperation(tx, { at, stationId: station.id, evses: changed, operative, by: caller.id })
      }
      await audit(tx, {
        caller,
        action: 'station.operate',
        subjectType: 'station',
        subjectId: station.id,
        after: { operational_status, evses },
        at,
        ...(remoteAddress ? { remoteAddress } : {}),
      })
    })
    parts.statusChanged(station)
    return sendOperation(parts, station, evses, operative)
  })
}

/** Sends stations that have booted the requested statuses that they have not accepted yet. */
export async function sendOpenOperations(parts: CommandParts, stationIds: readonly string[]): Promise<void> {
  const open = await listPendingStatuses(parts.db, stationIds)
  if (open.length === 0) return
  const stations = await loadKnownStations(parts.db, [...new Set(open.map(({ stationId }) => stationId))])
  await Promise.all(
    [...stations.values()].map((station) => inTurn(station.id, () => sendOpen(parts, station))),
  )
}

async function sendOpen(parts: CommandParts, station: KnownStation): Promise<void> {
  const open = await listPendingStatuses(parts.db, [station.id])
  for (const own of groupBy(open, ({ operative }) => operative).values()) {
    const evses = own.map(({ evse }) => evse)
    await sendOperation(parts, station, evses, first(own).operative)
  }
}

const turns = new Map<string, Promise<unknown>>()

/** Sends a station one requested status of this server after the other, so that a repetition after a boot neither doubles nor overtakes a new request. */
function inTurn<T>(stationId: string, work: () => Promise<T>): Promise<T> {
  const mine = (turns.get(stationId) ?? Promise.resolve()).then(work)
  const over = mine.then(
    () => undefined,
    () => undefined,
  )
  turns.set(stationId, over)
  void over.then(() => {
    if (turns.get(stationId) === over) turns.delete(stationId)
  })
  return mine
}

/**
 * Sends the command, for the whole station when it is about every EVSE, and stores the answers. Turns are those of one server: where
 * another server received the opposite request meanwhile, the station may have got the commands in either order, so what is requested by now is sent again.
 */
async function sendOperation(
  parts: CommandParts,
  station: KnownStation,
  evses: readonly number[],
  operative: boolean,
): Promise<EvseAnswer[]> {
  const link = await parts.stations.find(station.id)
  const sending = { stationId: station.id, name: 'availability' } as const
  const whole = evses.length === evsesOf(station).length
  const answers = !link
    ? evses.map((evse) => offline(evse))
    : whole
      ? await trackSending(parts, sending, () => commandStation(link, evses, operative))
      : await trackSending(parts, sending, () =>
          Promise.all(evses.map((evse) => commandEvse(link, station, evse, operative))),
        )
  await updateOperationReplies(
    parts.db,
    station.id,
    operative,
    answers.map(({ evse_number, accepted, status, failure }) => ({
      evse: evse_number,
      accepted,
      answer: status ?? failure?.code ?? '',
    })),
  )
  parts.statusChanged(station)
  const otherwise = link ? await listRequestedOtherwise(parts.db, station.id, evses, operative) : []
  if (otherwise.length > 0) await sendOperation(parts, station, otherwise, !operative)
  return answers
}

const evsesOf = ({ connectors }: KnownStation): number[] => [...new Set(connectors.map(({ evse }) => evse))]

async function commandStation(link: StationLink, evses: readonly number[], operative: boolean) {
  const outcome = await link.command({ type: 'availability', operative })
  return evses.map((evse) => answerOf(evse, outcome))
}

/** 1.6 knows only connectors, so an EVSE with several gets one command for each; in 2.x each of these names the EVSE. */
async function commandEvse(
  link: StationLink,
  { connectors }: KnownStation,
  evse: number,
  operative: boolean,
) {
  const refs: ConnectorRef[] = connectors
    .filter((one) => one.evse === evse)
    .map(({ ordinal }) => ({ evse, ordinal }))
  const outcomes = await Promise.all(refs.map((at) => link.command({ type: 'availability', at, operative })))
  const refused = outcomes.find((outcome) => !isAccepted(outcome))
  const later = outcomes.find((outcome) => statusOf(outcome) === 'Scheduled')
  return answerOf(evse, refused ?? later ?? first(outcomes))
}

const offline = (evse: number): EvseAnswer => ({
  evse_number: evse,
  accepted: false,
  status: null,
  failure: new Failure('station.offline'),
})

const answerOf = (evse: number, outcome: CommandOutcome): EvseAnswer => ({
  evse_number: evse,
  accepted: isAccepted(outcome),
  status: outcome.kind === 'answered' ? outcome.status : null,
  failure: isAccepted(outcome) ? null : failureOf(outcome),
})
