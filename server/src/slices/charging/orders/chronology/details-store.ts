import type { OrderDetails } from '@stationmaster/contract'
import type { Protocol } from '@stationmaster/ocpp'
import { sql } from 'kysely'
import type { Caller } from '../../../../platform/http/caller.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { visibleLocations } from '../../../places/locations/access/scope-store.ts'
import type { TariffElement } from '../../../places/tariffs/elements.ts'
import { paidFor, servicesPrice } from '../lists/list-store.ts'

/** The station, connector, location, people and payments of an order. */
export interface Surroundings {
  stationNumber: number
  stationOnline: boolean
  /** the version that it used last; null: it never connected */
  protocol: Protocol | null
  connectorNumber: number
  evseNumber: number
  connectorType: string
  connectorPowerW: number
  location: OrderDetails['location']
  user: OrderDetails['user']
  startedBy: OrderDetails['started_by']
  prioritizedBy: OrderDetails['started_by']
  groupName: string | null
  fleet: OrderDetails['fleet']
  elements: TariffElement[] | null
  paymentStatus: 'created' | 'captured' | 'canceled' | null
  capturedMinor: number | null
  parkingSeconds: number | null
  parkingMinor: number | null
  parkingCapturedMinor: number | null
  cashbackMinor: number | null
  servicesMinor: number | null
}

/** An order's surroundings, if the caller may see them. */
export async function findSurroundings(
  db: Db,
  caller: Caller,
  id: number,
): Promise<Surroundings | undefined> {
  const { rows } = await sql<Surroundings>`
    select s.number as "stationNumber", pr.connection_id is not null as "stationOnline", s.protocol, c.number as "connectorNumber",
      c.evse_number as "evseNumber", c.type as "connectorType", c.power_w as "connectorPowerW",
      json_build_object('name', l.name, 'country', l.country, 'city', l.city, 'street', l.street) as location,
      case when d.id is not null then json_build_object('id', d.id, 'phone', d.phone, 'first_name', d.first_name,
        'last_name', d.last_name, 'email', d.email, 'avatar_url', d.avatar_url) end as user,
      case when m.id is not null then json_build_object('id', m.id, 'first_name', m.first_name,
        'last_name', m.last_name) end as "startedBy",
      case when b.id is not null then json_build_object('id', b.id, 'first_name', b.first_name,
        'last_name', b.last_name) end as "prioritizedBy",
      g.name as "groupName", case when f.id is not null then json_build_object('id', f.id, 'name', f.name) end as fleet,
      v.elements, p.status as "paymentStatus", ${paidFor('charging')} as "capturedMinor",
      i.idle_seconds as "parkingSeconds", i.amount_minor as "parkingMinor", ${paidFor('parking')} as "parkingCapturedMinor",
      (select amount_minor from cashback_view where order_id = o.id) as "cashbackMinor", ${servicesPrice} as "servicesMinor"
    from orders o join location_view l on l.id = o.location_id join station_view s on s.id = o.station_id
    join connector_view c on c.id = o.connector_id left join station_presence_view pr on pr.station_id = s.id
    left join driver_view d on d.id = o.driver_id left join manager_view m on m.id = o.manager_id
    left join manager_view b on b.id = o.priority_manager_id
    left join tag_group_view g on g.key = o.tag_group left join fleet_view f on f.id = o.fleet_id
    left join tariff_version_view v on v.id = o.tariff_version_id
    left join payment_view p on p.order_id = o.id and p.purpose = 'charging'
    left join idle_fee_view i on i.order_id = o.id
    where o.id = ${id} and ${visibleLocations(caller, 'o.location_id')}`.execute(db)
  return rows[0]
}
