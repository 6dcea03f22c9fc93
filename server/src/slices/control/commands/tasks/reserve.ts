import { isMasterPass } from '../../../charging/drivers/authorization.ts'
import { loadTokens } from '../../../charging/drivers/token-store.ts'
import { tokenKey } from '../../../charging/drivers/tokens.ts'
import type { KnownConnector } from '../../../stations/stations/connecting/traffic-store.ts'
import { updateReserved } from '../../../stations/stations/status/reservable-store.ts'
import { insertReservation, updateReservationsEnded } from '../../tasks/reservation-store.ts'
import { keptPlace } from '../each/reservation.ts'
import { refOf } from '../outcome/outcome.ts'
import type { Prepared, TaskParts } from '../prepared.ts'

/** A reservation of a connector for a card, and its group, which is recorded before its station is sent it. */
export async function prepareReservation(
  {
    db,
    clock,
    stations,
    masterPassGroup,
    orderWork,
  }: Pick<TaskParts, 'db' | 'clock' | 'stations' | 'masterPassGroup' | 'orderWork'>,
  { connector, token, until }: { connector: KnownConnector; token: string; until: Date },
): Promise<Prepared & { reservationId: number }> {
  const madeAt = clock.now()
  const { stationId } = connector
  const card = (await loadTokens(db, [tokenKey(token)], orderWork.settingAt(madeAt))).get(tokenKey(token))
  const group = card?.group && !isMasterPass(card, masterPassGroup) ? { group: card.group } : {}
  const reservationId = await insertReservation(db, {
    ...keptPlace(await stations.find(stationId), connector),
    token,
    until,
    madeAt,
  })
  return {
    reservationId,
    sends: { type: 'reserve', at: refOf(connector), token, ...group, reservationId, until },
    answered: async (accepted) => {
      if (accepted) await updateReserved(db, stationId, clock.now())
      else await updateReservationsEnded(db, [{ stationId, reservationId, at: clock.now() }])
    },
  }
}
