import type { ConnectorType } from '@stationmaster/contract'
import { sql } from 'kysely'
import { groupBy } from '../../../../platform/general/group-by.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { type ColumnMap, rows } from '../../../../platform/statements/bulk.ts'
import { waitsForAdmission } from '../../../places/locations/access/admission-store.ts'

/** The state of a connector that decides how its messages are handled. */
export interface KnownConnector {
  id: number
  stationId: string
  locationId: number
  ownerId: number | null
  evse: number
  number: number
  ordinal: number
  type: ConnectorType
  current: string
  powerW: number
  ocppStatus: string | null
  errorCode: string | null
  /** since when it has its status, and when the station reported it last, by the station's clock */
  statusSince: Date | null
  statusAt: Date | null
}

/** How a station's boots are answered while it is on hold. */
export interface Hold {
  registration: 'Pending' | 'Rejected'
  intervalSeconds: number
}

/** The state of a station that decides how its messages are handled. */
export interface KnownStation {
  id: string
  number: number
  locationId: number
  timeZone: string
  monetized: boolean
  /** nobody may start there, because no plan covers it */
  paused: boolean
  /** it sells energy for an owner who is not admitted: no card begins a session there that costs its driver something */
  notAdmitted: boolean
  /** roaming partners are shown its location */
  published: boolean
  firmwareVersion: string | null
  bootedAt: Date | null
  hold: Hold | null
  /** how its last boot was answered; null: Accepted */
  held: Hold['registration'] | null
  connectors: KnownConnector[]
}

interface KnownStationColumns
  extends Pick<
    KnownStation,
    | 'timeZone'
    | 'monetized'
    | 'paused'
    | 'notAdmitted'
    | 'published'
    | 'firmwareVersion'
    | 'bootedAt'
    | 'held'
  > {
  stationNumber: number
  holdAs: Hold['registration'] | null
  intervalSeconds: number | null
}

/** Stations with their connectors, in one query however many. */
export async function loadKnownStations(db: Db, ids: string[]): Promise<Map<string, KnownStation>> {
  const result = await sql<KnownConnector & KnownStationColumns>`
    select c.id, s.id as "stationId", s.number as "stationNumber", s.location_id as "locationId",
      l.owner_id as "ownerId", l.time_zone as "timeZone", s.monetized, s.sales_paused_at is not null as paused,
      coalesce(s.monetized and ${waitsForAdmission}, false) as "notAdmitted",
      exists (select from roaming_location_view v where v.location_id = s.location_id) as published, c.evse_number as evse, c.number, c.ordinal,
      c.type, c.current, c.power_w as "powerW", c.ocpp_status as "ocppStatus", c.error_code as "errorCode",
      c.status_updated_at as "statusSince", c.status_told_at as "statusAt", s.firmware_version as "firmwareVersion",
      s.booted_at as "bootedAt", s.hold as "holdAs", s.hold_interval_seconds as "intervalSeconds", s.held
    from stations s join location_view l on l.id = s.location_id left join manager_view m on m.id = l.owner_id
      left join connectors c on c.station_id = s.id
    where s.id = any(${ids}::text[]) and s.deleted_at is null
    order by s.id, c.ordinal`.execute(db)
  const stations = new Map<string, KnownStation>()
  for (const row of result.rows) {
    const {
      stationNumber,
      timeZone,
      monetized,
      paused,
      notAdmitted,
      published,
      firmwareVersion,
      bootedAt,
      holdAs,
      intervalSeconds,
      held,
      ...connector
    } = row
    let station = stations.get(row.stationId)
    if (!station) {
      const { stationId: id, locationId } = row
      station = {
        id,
        number: stationNumber,
        locationId,
        timeZone,
        monetized,
        paused,
        notAdmitted,
        published,
        firmwareVersion,
        bootedAt,
        hold: holdAs && { registration: holdAs, intervalSeconds: intervalSeconds ?? 0 },
        held,
        connectors: [],
      }
      stations.set(id, station)
    }
    if (connector.id !== null) station.connectors.push(connector)
  }
  return stations
}

/** The id of a connector's station. */
export async function findStationOf(db: Db, connectorId: number): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select station_id as id from connectors where id = ${connectorId}`.execute(db)
  return rows[0]?.id
}

/** What the handshake needs to know of a station; absent for an unknown one. */
export interface KnownIdentity {
  id: string
  passwordHash: string | null
  /** hashes of passwords that were sent to it and that it has not used yet */
  nextPasswordHashes: string[]
  /** the hash by which another system knew it, until it has connected here once; null: none */
  formerPassword: string | null
  /** of its last handshake */
  securityProfile: number | null
  /** how its last boot was answered; null: Accepted */
  held: Hold['registration'] | null
  locationId: number
  /** the place of this handshake among those of all servers */
  epoch: number
}

export async function loadIdentities(db: Db, ids: string[]): Promise<Map<string, KnownIdentity>> {
  const result = await sql<KnownIdentity>`
    select id, password_hash as "passwordHash", next_password_hashes as "nextPasswordHashes", former_password as "formerPassword",
      security_profile as "securityProfile", held, location_id as "locationId",
      nextval('connection_epochs') as epoch from stations
    where id = any(${ids}::text[]) and deleted_at is null`.execute(db)
  return new Map(result.rows.map((row) => [row.id, row]))
}

/** How a station connected: its security profile, and the hash of the new password that it used; null: none. */
export interface SignIn {
  stationId: string
  securityProfile: number
  usedHash: string | null
}

const signInColumns: ColumnMap<SignIn> = {
  stationId: ['station_id', 'text'],
  securityProfile: ['security_profile', 'smallint'],
  usedHash: ['used_hash', 'text'],
}

/** Keeps how stations signed in; a new password that one has used is its only one then. */
export async function updateSignIns(db: Db, signIns: readonly SignIn[]): Promise<void> {
  const last = new Map<string, SignIn>()
  for (const one of signIns) {
    const usedHash = one.usedHash ?? last.get(one.stationId)?.usedHash ?? null
    last.set(one.stationId, { ...one, usedHash })
  }
  await sql`
    update stations s set security_profile = r.security_profile,
      password_hash = coalesce(r.used_hash, s.password_hash),
      former_password = case when r.used_hash is null then s.former_password end,
      next_password_hashes = case when r.used_hash is null then s.next_password_hashes else '{}' end,
      next_password_at = case when r.used_hash is null then s.next_password_at end
    from ${rows([...last.values()], signInColumns, ['stationId', 'securityProfile', 'usedHash'])}
    where s.id = r.station_id`.execute(db)
}

/** A password is on its way to a station, as hashes of all that it may sign in with. */
export async function updateNextPasswords(
  db: Db,
  stationId: string,
  hashes: readonly string[],
  at: Date,
): Promise<void> {
  await sql`update stations set next_password_hashes = next_password_hashes || ${[...hashes]}::text[],
    next_password_at = ${at} where id = ${stationId}`.execute(db)
}

/** How a station signs in: the security profile of its socket, and since when a new password is on its way to it. */
export function findSignIn(db: Db, stationId: string) {
  return db
    .selectFrom('stations')
    .select(['security_profile', 'next_password_at', 'protocol'])
    .where('id', '=', stationId)
    .executeTakeFirstOrThrow()
}

/** The station has not taken a password after all. */
export async function removeNextPasswords(
  db: Db,
  stationId: string,
  hashes: readonly string[],
): Promise<void> {
  await sql`
    with kept as (
      select coalesce(array_agg(hash), '{}') as hashes from stations s, unnest(s.next_password_hashes) as hash
      where s.id = ${stationId} and not hash = any(${[...hashes]}::text[])
    )
    update stations s set next_password_hashes = kept.hashes,
      next_password_at = case when cardinality(kept.hashes) = 0 then null else s.next_password_at end
    from kept where s.id = ${stationId}`.execute(db)
}

export interface Boot {
  stationId: string
  bootedAt: Date
  serialNumber: string | null
  firmwareVersion: string | null
  iccid: string | null
  imsi: string | null
  bootReason: string | null
  protocol: string
  /** how it was answered; null: Accepted */
  held: Hold['registration'] | null
}

const bootColumns: ColumnMap<Boot> = {
  stationId: ['station_id', 'text'],
  bootedAt: ['booted_at', 'timestamptz'],
  serialNumber: ['serial_number', 'text'],
  firmwareVersion: ['firmware_version', 'text'],
  iccid: ['iccid', 'text'],
  imsi: ['imsi', 'text'],
  bootReason: ['boot_reason', 'text'],
  protocol: ['protocol', 'text'],
  held: ['held', 'text'],
}

/** Records boots; the first accepted one makes a station configured. */
export async function updateBoots(tx: Tx, boots: Boot[]): Promise<void> {
  if (boots.length === 0) return
  await sql`
    update stations s set serial_number = r.serial_number, firmware_version = r.firmware_version, iccid = r.iccid,
      imsi = r.imsi, boot_reason = r.boot_reason, protocol = r.protocol, booted_at = r.booted_at,
      unknown_connectors = '{}', configured_at = coalesce(s.configured_at, case when r.held is null then r.booted_at end), held = r.held
    from ${rows(boots, bootColumns, Object.keys(bootColumns) as (keyof Boot)[])} where s.id = r.station_id`.execute(
    tx,
  )
}

/** Sets how a station's next boots are answered; null: Accepted. */
export async function updateHold(tx: Tx, stationId: string, hold: Hold | null): Promise<void> {
  await tx
    .updateTable('stations')
    .set({ hold: hold?.registration ?? null, hold_interval_seconds: hold?.intervalSeconds ?? null })
    .where('id', '=', stationId)
    .execute()
}

export interface ConnectorChange {
  connectorId: number
  state: string
  errorCode: string | null
  info: string | null
  /** when it changed to this state, and when the station reported that last */
  since: Date
  at: Date
}

const changeColumns: ColumnMap<ConnectorChange> = {
  connectorId: ['connector_id', 'bigint'],
  state: ['state', 'text'],
  errorCode: ['error_code', 'text'],
  info: ['info', 'text'],
  since: ['since', 'timestamptz'],
  at: ['at', 'timestamptz'],
}

/** Updates connectors to what their stations reported last; a report that is older than the known state changes nothing. */
export async function updateConnectorStates(tx: Tx, changes: ConnectorChange[]): Promise<void> {
  if (changes.length === 0) return
  await sql`
    update connectors c set ocpp_status = r.state, error_code = r.error_code, info = r.info,
      status_updated_at = r.since, status_told_at = r.at
    from ${rows(changes, changeColumns, Object.keys(changeColumns) as (keyof ConnectorChange)[])}
    where c.id = r.connector_id and (c.status_told_at is null or c.status_told_at <= r.at)`.execute(tx)
}

export interface VendorMessage {
  stationId: string
  vendorId: string
  messageId: string
  content: unknown
}

const vendorColumns: ColumnMap<{ stationId: string; messages: object }> = {
  stationId: ['station_id', 'text'],
  messages: ['messages', 'jsonb'],
}

/** Keeps the last payload per vendor and message on the station. */
export async function updateVendorMessages(tx: Tx, messages: readonly VendorMessage[]): Promise<void> {
  if (messages.length === 0) return
  const byStation = [...groupBy(messages, ({ stationId }) => stationId)].map(([stationId, own]) => ({
    stationId,
    messages: Object.fromEntries(
      [...groupBy(own, ({ vendorId }) => vendorId)].map(([vendorId, last]) => [
        vendorId,
        Object.fromEntries(last.map(({ messageId, content }) => [messageId, content ?? null])),
      ]),
    ),
  }))
  await sql`
    update stations s set data_transfer = s.data_transfer || (
      select jsonb_object_agg(vendor, coalesce(s.data_transfer -> vendor, '{}') || content)
      from jsonb_each(r.messages) as t(vendor, content))
    from ${rows(byStation, vendorColumns, ['stationId', 'messages'])} where s.id = r.station_id`.execute(tx)
}

/** A connector that a station reports and that is not set up; `place` is its number in the form of its OCPP version. */
export interface UnknownConnector {
  stationId: string
  place: string
}

/** Stores which unknown connectors stations report, at most 20 of each station. */
export async function updateUnknownConnectors(tx: Tx, unknown: readonly UnknownConnector[]): Promise<void> {
  if (unknown.length === 0) return
  await sql`
    update stations s set unknown_connectors = (array(
      select distinct place from unnest(s.unknown_connectors || r.places) as place order by place))[1:20]
    from (
      select station_id, array_agg(distinct place) as places
      from unnest(${unknown.map(({ stationId }) => stationId)}::text[], ${unknown.map(({ place }) => place)}::text[])
        as t(station_id, place) group by station_id
    ) r where s.id = r.station_id and cardinality(s.unknown_connectors) < 20
      and not s.unknown_connectors @> r.places`.execute(tx)
}
