import type { LimitPurpose, OutsideLimit, OutsideSource, RawMeasurement } from '@stationmaster/ocpp'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'

/** A driver's need as it is kept; `departsAt` and `statedAt` in ms. */
export interface NeedRow {
  departsAt: number
  /** of the whole session; null: in percent, or as much as there is */
  energyWh: number | null
  percent: number | null
  /** the battery and the session's energy when it was stated */
  soc: number | null
  beginWh: number
  statedAt: number
}

/** A connector of a location with its station's connection, and the session that runs there. */
export interface PlugRow {
  stationId: string
  stationNumber: number
  /** the station has never connected: it is not in operation yet */
  isNew: boolean
  online: boolean
  connectorId: number
  evse: number
  number: number
  ordinal: number
  current: 'AC' | 'DC'
  powerW: number
  orderId: number | null
  transactionId: string | null
  transactionStart: Date | null
  energyWh: number | null
  powerNowW: number | null
  currentA: number | null
  soc: number | null
  sampledAt: Date | null
  limitWh: number | null
  measuredAt: Date | null
  measurements: RawMeasurement[] | null
  /** what its driver needs; null: nothing */
  need: NeedRow | null
  /** whose priority it has where current is shared by groups, the company's before the card group's; null: that of its EVSE */
  priority: { group: number; of: 'fleet' | 'cards'; name: string } | null
  /** it comes before all others, however current is shared; null: nothing runs */
  isFirst: boolean | null
  /** as a partner wants its driver to charge, in the words of OCPI 2.3.0 */
  partnerProfile: Record<string, unknown> | null
}

/** All connectors of a location with what runs there: one statement, however many stations. */
export async function listPlugs(db: Db, locationId: number): Promise<PlugRow[]> {
  const { rows } = await sql<PlugRow>`
    select s.id as "stationId", s.number as "stationNumber", s.booted_at is null as "isNew",
      p.connection_id is not null as online, c.id as "connectorId", c.evse_number as evse, c.number, c.ordinal, c.current,
      c.power_w as "powerW", o.id as "orderId", o.transaction_id as "transactionId",
      o.transaction_start as "transactionStart", o.energy_wh as "energyWh", o.power_w as "powerNowW",
      o.current_a as "currentA", o.soc, o.last_sample_at as "sampledAt", o.limit_wh as "limitWh",
      m.measured_at as "measuredAt", m.measurements, r.body as "partnerProfile",
      case when w.order_id is not null then json_build_object('departsAt', (extract(epoch from w.departs_at) * 1000)::bigint,
        'energyWh', w.energy_wh, 'percent', w.percent, 'soc', w.soc, 'beginWh', w.begin_wh,
        'statedAt', (extract(epoch from w.stated_at) * 1000)::bigint) end as need,
      case when f.id is not null then json_build_object('group', f.priority, 'of', 'fleet', 'name', f.name)
        when k.token is not null then json_build_object('group', k.priority, 'of', 'cards', 'name', k.name) end as priority,
      y.id is not null as "isFirst"
    from station_view s
      join connector_view c on c.station_id = s.id
      left join station_presence_view p on p.station_id = s.id
      left join running_session_view o on o.connector_id = c.id
      left join connector_meter_view m on m.connector_id = c.id and m.order_id = o.id
      left join roaming_profile_view r on r.order_id = o.id
      left join energy_needs w on w.order_id = o.id
      left join session_card_view q on q.id = o.id
      left join session_priority_view y on y.id = o.id
      left join fleet_priority_view f on f.id = q.fleet_id
      left join card_priority_view k on k.token = q.rfid
    where s.location_id = ${locationId} and s.deleted_at is null
    order by s.number, s.id, c.ordinal, o.id`.execute(db)
  return rows
}

/** A limit that a station has accepted. */
export interface SetLimit {
  stationId: string
  profileId: number
  evse: number | null
  connector: number | null
  purpose: LimitPurpose
  transactionId: string | null
  unit: 'A' | 'W'
  amount: number
  from: Date | null
  until: Date | null
}

/** The limits of a location's stations that hold now or later. */
export async function listSetLimits(db: Db, locationId: number, now: Date): Promise<SetLimit[]> {
  const { rows } = await sql<SetLimit>`
    select t.station_id as "stationId", t.profile_id as "profileId", t.evse, t.connector, t.purpose,
      t.transaction_id as "transactionId", t.unit, t.amount, t.valid_from as "from", t.until
    from station_limit_view t join station_view s on s.id = t.station_id
    where s.location_id = ${locationId} and s.deleted_at is null and (t.until is null or t.until > ${now})`.execute(
    db,
  )
  return rows
}

/** The units in which a location's stations take limits, as they have reported them: "Current,Power" or "A,W". */
export async function listUnits(
  db: Db,
  locationId: number,
): Promise<{ stationId: string; units: string | null }[]> {
  const { rows } = await sql<{ stationId: string; units: string | null }>`
    select s.id as "stationId", (
      select setting ->> 'value' from jsonb_array_elements(g.settings) as setting
      where setting ->> 'name' = 'ChargingScheduleAllowedChargingRateUnit'
        or setting ->> 'name' = 'RateUnit' and setting ->> 'component' like 'SmartChargingCtrlr%' limit 1) as units
    from station_view s join station_configuration_view g on g.station_id = s.id
    where s.location_id = ${locationId} and s.deleted_at is null`.execute(db)
  return rows
}

/** What a station has reported that others allow there. */
export interface OutsideRow {
  stationId: string
  /** 0: all of the station */
  evse: number
  source: OutsideSource
  /** as JSON holds them: instants are texts */
  limits: (Omit<OutsideLimit, 'from'> & { from?: string })[]
  reportedAt: Date
}

/** What others allow at a location's stations, as these have reported it since they began. */
export async function listOutside(db: Db, locationId: number): Promise<OutsideRow[]> {
  const { rows } = await sql<OutsideRow>`
    select t.station_id as "stationId", t.evse, t.source, t.body as limits, t.reported_at as "reportedAt"
    from station_outside_limit_view t join station_view s on s.id = t.station_id
    where s.location_id = ${locationId} and s.deleted_at is null
      and (s.booted_at is null or t.reported_at >= s.booted_at)`.execute(db)
  return rows
}
