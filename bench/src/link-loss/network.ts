import type { Query } from '../seeding/seeding.ts'
import { modemNetworks } from './traits.ts'

const perLocation = 4
const owners = 10

/**
 * Spreads the stations of a seeded database over locations, four at each and a fifth of them with owners, and gives each of them takings
 * of the last weeks, by which incidents are reckoned.
 */
export async function spreadStations(query: Query, stations: number): Promise<void> {
  for (const [text, values] of statements(stations)) await query(text, values)
}

/** The address with which the nth owner logs in. */
export const ownerEmail = (nth: number): string => `owner${nth}@seed.example`
export const ownerCount = owners

function statements(stations: number): [text: string, values: unknown[]][] {
  return [
    [
      `insert into managers (email, password_hash, role, first_name, last_name, created_at, email_verified_at)
      select 'owner' || n || '@seed.example', 'none', 'manager', 'Owner', n::text, now(), now()
      from generate_series(1, $1::int) n`,
      [owners],
    ],
    [
      `insert into locations (name, country, city, street, postal_code, lat, lng, time_zone, owner_id, created_at)
      select 'Place ' || n, 'Russia', 'Tver', 'Ring ' || n, lpad(n::text, 6, '0'), 48 + (n % 1000) / 100.0, 8 + (n % 3000) / 100.0,
        'Europe/Moscow', case when n % 5 = 0 then o.ids[1 + n / 5 % cardinality(o.ids)] end, now()
      from generate_series(1, $1::int) n,
        (select array_agg(id order by id) as ids from managers where email like 'owner%@seed.example') o`,
      [Math.ceil(stations / perLocation)],
    ],
    [
      `with place as (select id, row_number() over (order by id) - 1 as nth from locations where name like 'Place %')
      update stations s set location_id = place.id from place where place.nth = (s.number - 1) / $1::int`,
      [perLocation],
    ],
    [
      `update stations set imsi = '2500' || (number / $1::int) % 3 || lpad(number::text, 10, '0')`,
      [modemNetworks],
    ],
    [
      `insert into hourly_takings (day, connector_id, hour, location_id, station_id, order_count, energy_wh, amount_minor, cash_minor)
      select (now() - d * interval '1 day')::date, c.id, 9, s.location_id, s.id, 3, 40000, 68000, 0
      from stations s join connectors c on c.station_id = s.id, generate_series(1, 28) d`,
      [],
    ],
    ['vacuum analyze', []],
  ]
}
