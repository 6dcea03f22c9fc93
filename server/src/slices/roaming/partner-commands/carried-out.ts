import type { CommandRequests, CommandResultType, Token } from '@stationmaster/ocpi'
import type { CommandOutcome } from '@stationmaster/ocpp'
import { MINUTE_MS } from '@stationmaster/units'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Deliveries } from '../../../platform/jobs/deliveries/deliveries.ts'
import { updateAllowedUntil } from '../../charging/drivers/fleets/company-card-store.ts'
import { tokenKey } from '../../charging/drivers/tokens.ts'
import * as rules from '../../charging/orders/machine/rules.ts'
import { lockOrder } from '../../charging/orders/store.ts'
import { isAccepted } from '../../control/commands/outcome/outcome.ts'
import type { TaskParts } from '../../control/commands/prepared.ts'
import { orderToStart, sendPaidStart } from '../../control/commands/sessions/start.ts'
import { keptStartWindow } from '../../control/commands/sessions/start-questions.ts'
import { sendStop } from '../../control/commands/sessions/stop.ts'
import { type CommandTarget, findAnyTarget } from '../../control/commands/target.ts'
import { prepareReservation } from '../../control/commands/tasks/reserve.ts'
import type { PartnerRow } from '../partners/store.ts'
import { isPublished } from '../publishing/shown/store.ts'
import { companyOf, keepToken } from '../tokens/keep.ts'
import { startResultOf } from './results.ts'
import { findOwnOrder, findReservation, insertCommand, listNamed, updateReserved } from './store.ts'

/** What carries out partners' commands. */
export interface CommandSide extends TaskParts {
  deliveries: Pick<Deliveries, 'send'>
}

/** A command that is accepted: its number, and what brings its result. */
export interface Accepted {
  id: number
  result: () => Promise<CommandResultType>
}

/** Why a command is not accepted. */
export class Refused extends Error {
  constructor(
    readonly kind: 'unknown_location' | 'unknown_session' | 'rejected' | 'unsupported',
    message: string,
  ) {
    super(message)
  }
}

/** a driver who was let in by a command plugs in within this time */
const allowedMs = 10 * MINUTE_MS
const place = 'ocpi/commands'

/** Keeps the token that a command brings, which may charge: its partner says so by the command. */
async function admit({ db, clock }: CommandSide, partner: PartnerRow, token: Token): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    if (!(await keepToken(tx, partner, token, { now })))
      throw new Refused('rejected', 'This token is in use by somebody else.')
    const until = new Date(now.getTime() + allowedMs)
    await updateAllowedUntil(tx, await companyOf(tx, partner, now), { token: tokenKey(token.uid), until })
  })
}

/** The connector that is meant: the first free one of an EVSE where none is named. Throws Refused. */
async function targetOf(
  { db }: CommandSide,
  { locationId, evseUid, connectorId }: { locationId: string; evseUid?: string; connectorId?: string },
): Promise<CommandTarget> {
  if (evseUid === undefined) throw new Refused('unsupported', 'An evse_uid is needed.')
  // what partners are not shown is not theirs to command
  const isShown = /^\d{1,15}$/.test(locationId) && (await isPublished(db, Number(locationId)))
  const named = isShown ? await listNamed(db, { locationId, evseUid, connectorId }) : []
  const targets = await Promise.all(named.map((one) => findAnyTarget(db, one.connectorId)))
  const [first] = targets
  if (!first) throw new Refused('unknown_location', 'There is no such EVSE or connector.')
  return targets.find(({ openOrderId, awaitsCard }) => openOrderId === null || awaitsCard) ?? first
}

/** Starts a session for a partner's token (OCPI 13.2.2, START_SESSION). */
export async function startSession(
  side: CommandSide,
  partner: PartnerRow,
  command: CommandRequests['START_SESSION'],
): Promise<Accepted> {
  const { db, stations } = side
  const target = await targetOf(side, command)
  const { token, responseUrl, authorizationReference } = command
  await admit(side, partner, token)
  const link = await stations.find(target.station.id)
  if (!link) throw new Refused('rejected', 'The station is not connected.')
  let id = 0
  const order = await orderToStart(
    side,
    target,
    { card: tokenKey(token.uid) },
    {
      managerId: null,
      startWindowSeconds: await keptStartWindow(db, link),
      record: async (book, tx, { id: orderId }) => {
        const at = book.context.now
        book.log(orderId, at, 'api', 'connector_start', { request_endpoint: place, text: partner.name })
        const type = 'START_SESSION'
        const from = { partnerId: partner.id, responseUrl, authorizationReference }
        id = await insertCommand(tx, { ...from, type, orderId }, at)
      },
    },
  )
  return {
    id,
    result: async () => {
      await sendPaidStart(side, order.id)
      return startResultOf(db, { partnerId: partner.id, orderId: order.id })
    },
  }
}

/** Stops a session of a partner's driver, or a start that has not finished (STOP_SESSION). */
export async function stopSession(
  side: CommandSide,
  partner: PartnerRow,
  { sessionId, responseUrl }: CommandRequests['STOP_SESSION'],
): Promise<Accepted> {
  const { db, orderWork, stations } = side
  const orderId = /^\d{1,15}$/.test(sessionId)
    ? await findOwnOrder(db, partner.id, Number(sessionId))
    : undefined
  if (orderId === undefined) throw new Refused('unknown_session', 'There is no such session.')
  let id = 0
  const order = await orderWork.change(
    async (tx) => [(await lockOrder(tx, orderId)) ?? []].flat(),
    async (book, [locked], tx) => {
      const { now } = book.context
      if (!locked || (locked.status !== 'starting' && locked.status !== 'started'))
        throw new Refused('unknown_session', 'This session has ended.')
      if (locked.status === 'started' && !(await stations.find(locked.stationId)))
        throw new Refused('rejected', 'The station is not connected.')
      book.log(orderId, now, 'api', 'connector_stop', { request_endpoint: place, text: partner.name })
      const from = { partnerId: partner.id, responseUrl }
      id = await insertCommand(tx, { ...from, type: 'STOP_SESSION', orderId }, now)
      if (locked.status === 'starting')
        return book.put(rules.cancel(locked, null, now, 'canceled_by_driver'), 'all')
      book.log(orderId, now, 'ocpp', 'remote_stop_tx_request')
      return book.put(rules.withStopRequested(locked, now), 'all')
    },
  )
  const result = async () =>
    order.status === 'canceled' ? 'ACCEPTED' : resultOf(await sendStop(side, orderId))
  return { id, result }
}

/** Unlocks a connector (UNLOCK_CONNECTOR). */
export async function unlockConnector(
  side: CommandSide,
  partner: PartnerRow,
  { locationId, evseUid, connectorId, responseUrl }: CommandRequests['UNLOCK_CONNECTOR'],
): Promise<Accepted> {
  const { station, connector } = await targetOf(side, { locationId, evseUid, connectorId })
  const link = await side.stations.find(station.id)
  if (!link) throw new Refused('rejected', 'The station is not connected.')
  const at = { evse: connector.evse, connector: connector.number, ordinal: connector.ordinal }
  const id = await note(side, { partnerId: partner.id, type: 'UNLOCK_CONNECTOR', responseUrl })
  return { id, result: async () => resultOf(await link.command({ type: 'unlock', at })) }
}

/** Reserves an EVSE for a partner's token (RESERVE_NOW). */
export async function reserveNow(
  side: CommandSide,
  partner: PartnerRow,
  command: CommandRequests['RESERVE_NOW'],
): Promise<Accepted> {
  const { clock, stations } = side
  const { token, responseUrl, reservationId, authorizationReference, until } = command
  const { station, connector } = await targetOf(side, command)
  if (until <= clock.now()) throw new Refused('rejected', 'The reservation would have ended already.')
  await admit(side, partner, token)
  const link = await stations.find(station.id)
  if (!link) throw new Refused('rejected', 'The station is not connected.')
  const from = { partnerId: partner.id, responseUrl, reservationId, authorizationReference }
  const id = await note(side, { ...from, type: 'RESERVE_NOW' })
  return {
    id,
    result: async () => {
      const place = { connector, token: token.uid, until }
      const { sends, answered, reservationId: number } = await prepareReservation(side, place)
      const outcome = await link.command(sends)
      const accepted = isAccepted(outcome)
      const status = outcome.kind === 'answered' ? outcome.status : outcome.kind
      await answered?.(accepted, status, {})
      if (accepted) await updateReserved(side.db, id, { stationId: station.id, reservationId: number })
      return status === 'Occupied'
        ? 'EVSE_OCCUPIED'
        : status === 'Faulted'
          ? 'EVSE_INOPERATIVE'
          : resultOf(outcome)
    },
  }
}

/** Ends a reservation of a partner (CANCEL_RESERVATION). */
export async function cancelReservation(
  side: CommandSide,
  partner: PartnerRow,
  { reservationId, responseUrl }: CommandRequests['CANCEL_RESERVATION'],
): Promise<Accepted> {
  const found = await findReservation(side.db, partner.id, reservationId)
  if (!found) throw new Refused('rejected', 'There is no such reservation.')
  const link = await side.stations.find(found.stationId)
  if (!link) throw new Refused('rejected', 'The station is not connected.')
  const id = await note(side, {
    partnerId: partner.id,
    type: 'CANCEL_RESERVATION',
    responseUrl,
    reservationId,
  })
  const sends = { type: 'cancel_reservation', reservationId: found.reservationId } as const
  return { id, result: async () => resultOf(await link.command(sends)) }
}

const note = ({ db, clock }: CommandSide, command: Parameters<typeof insertCommand>[1]): Promise<number> =>
  inTransaction(db, (tx) => insertCommand(tx, command, clock.now()))

/** A station's answer as a result. */
function resultOf(outcome: CommandOutcome): CommandResultType {
  if (isAccepted(outcome)) return 'ACCEPTED'
  if (outcome.kind === 'timeout') return 'TIMEOUT'
  if (outcome.kind === 'unsupported') return 'NOT_SUPPORTED'
  return outcome.kind === 'answered' ? 'REJECTED' : 'FAILED'
}
