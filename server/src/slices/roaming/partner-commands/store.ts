import type { CommandResultType, CommandType } from '@stationmaster/ocpi'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'

export interface NewCommand {
  partnerId: number
  type: CommandType
  responseUrl: string
  orderId?: number
  /** as the partner names it */
  reservationId?: string
  authorizationReference?: string | undefined
}

/** A command that has no result yet. */
export interface OpenCommand {
  id: number
  partnerId: number
  type: CommandType
  responseUrl: string
  orderId: number | null
}

export async function insertCommand(tx: Tx, command: NewCommand, at: Date): Promise<number> {
  const { partnerId, type, responseUrl, orderId, reservationId, authorizationReference } = command
  const { rows } = await sql<{ id: number }>`
    insert into roaming_commands (partner_id, type, response_url, order_id, reservation_id, authorization_reference, created_at)
    values (${partnerId}, ${type}, ${responseUrl}, ${orderId ?? null}, ${reservationId ?? null},
      ${authorizationReference ?? null}, ${at}) returning id`.execute(tx)
  return first(rows).id
}

/** The reservation that a station has for a command. */
export async function updateReserved(
  db: Db,
  id: number,
  { stationId, reservationId }: { stationId: string; reservationId: number },
): Promise<void> {
  await sql`update roaming_commands set station_id = ${stationId}, station_reservation_id = ${reservationId}
    where id = ${id}`.execute(db)
}

/** Records a command's result; undefined: it has one already. */
export async function updateResult(
  tx: Tx,
  id: number,
  result: CommandResultType,
): Promise<OpenCommand | undefined> {
  const { rows } = await sql<OpenCommand>`update roaming_commands set result = ${result}
    where id = ${id} and result is null
    returning id, partner_id as "partnerId", type, response_url as "responseUrl", order_id as "orderId"`.execute(
    tx,
  )
  return rows[0]
}

/** Commands from before an instant that have no result. */
export async function listOpenCommands(db: Db, before: Date): Promise<OpenCommand[]> {
  const { rows } = await sql<OpenCommand>`
    select id, partner_id as "partnerId", type, response_url as "responseUrl", order_id as "orderId"
    from roaming_commands where result is null and created_at < ${before} order by created_at limit 500`.execute(
    db,
  )
  return rows
}

/** The order of a session, if a partner's driver has it; undefined: the partner has no such session. */
export async function findOwnOrder(db: Db, partnerId: number, orderId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select o.id from order_view o
    join partner_company_view c on c.fleet_id = o.fleet_id
    where o.id = ${orderId} and c.partner_id = ${partnerId}`.execute(db)
  return rows[0]?.id
}

/** A partner's reservation at a station, the newest of its name that a station has accepted. */
export async function findReservation(
  db: Db,
  partnerId: number,
  name: string,
): Promise<{ stationId: string; reservationId: number } | undefined> {
  const { rows } = await sql<{ stationId: string | null; reservationId: number | null }>`
    select station_id as "stationId", station_reservation_id as "reservationId" from roaming_commands
    where partner_id = ${partnerId} and upper(reservation_id) = upper(${name}) and type = 'RESERVE_NOW'
      and station_reservation_id is not null and result = 'ACCEPTED'
    order by id desc limit 1`.execute(db)
  const { stationId = null, reservationId = null } = rows[0] ?? {}
  return stationId === null || reservationId === null ? undefined : { stationId, reservationId }
}

/** A connector as partners name it. */
export interface NamedConnector {
  connectorId: number
  stationId: string
  evse: number
  number: number
}

/** The connectors of an EVSE, or the one that is named there; none where the location has no such EVSE. */
export async function listNamed(
  db: Db,
  {
    locationId,
    evseUid,
    connectorId,
  }: { locationId: string; evseUid: string; connectorId?: string | undefined },
): Promise<NamedConnector[]> {
  const numbers = [locationId, evseUid, connectorId ?? '0']
  if (!numbers.every((text) => /^\d{1,15}$/.test(text))) return []
  const { rows } = await sql<NamedConnector>`
    select c.id as "connectorId", c.station_id as "stationId", c.evse_number as evse, c.number
    from connector_view c join station_view s on s.id = c.station_id
    where s.location_id = ${Number(locationId)} and s.deleted_at is null
      and ${Number(evseUid)} = (select min(e.id) from connector_view e
        where e.station_id = c.station_id and e.evse_number = c.evse_number)
      and (${connectorId === undefined} or c.number = ${Number(connectorId ?? '0')})
    order by c.number`.execute(db)
  return rows
}

/** Forgets commands from before an instant. */
export async function removeOldCommands(db: Db, before: Date): Promise<void> {
  await sql`delete from roaming_commands where created_at < ${before} and result is not null`.execute(db)
}
