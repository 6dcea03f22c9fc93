import type { Query } from './seeding.ts'

export const networkSize = { owners: 50, locations: 5000, stations: 20_000, connectors: 60_000 }

/**
 * Fills a migrated database with a large network: four stations of three connectors at each location, most of them
 * connected, a price for the network and one for every tenth location, and a session on one connector in fifty. Takes
 * some seconds; meant for a database that holds nothing but accounts.
 */
export async function seedNetwork(query: Query): Promise<void> {
  for (const [text, values] of statements()) await query(text, values)
}

const cities = ['Tver', 'Kazan', 'Самара', 'Hamburg', 'Bremen', 'Пермь', 'Leipzig', 'Омск', 'Rostock', 'Тула']
const streets = ['Harbour Road', 'Station Square', 'Ленина', 'Parkstrasse', 'Market Lane', 'Заречная', 'Ring']
const family = ['Ivanova', 'Krause', 'Петров', 'Schmidt', 'Орлова', 'Weber', 'Смирнов']

function statements(): [text: string, values: unknown[]][] {
  const elements = (perKwh: number) =>
    JSON.stringify([{ components: [{ dimension: 'energy', priceMicro: perKwh * 1000 }] }])
  return [
    [
      `insert into managers (email, password_hash, role, first_name, last_name, created_at)
      select 'owner' || n || '@seed.example', 'none', 'manager', 'Owner', ($2::text[])[1 + n % array_length($2::text[], 1)] || ' ' || n, now()
      from generate_series(1, $1::int) n`,
      [networkSize.owners, family],
    ],
    [
      `insert into locations (name, country, city, street, postal_code, lat, lng, time_zone, owner_id, created_at)
      select ($2::text[])[1 + n % array_length($2::text[], 1)] || ' ' || n, 'Russia', ($3::text[])[1 + n % array_length($3::text[], 1)], ($2::text[])[1 + n % 7] || ' ' || n, lpad(n::text, 6, '0'),
        48 + (n % 1000) / 100.0, 8 + (n % 3000) / 100.0, 'Europe/Moscow', owners.ids[1 + n % (cardinality(owners.ids) + 1)], now()
      from generate_series(1, $1::int) n,
        (select array_agg(id) as ids from managers where email like '%@seed.example') owners`,
      [networkSize.locations, streets, cities],
    ],
    [
      `with place as (select id, row_number() over (order by id) - 1 as nth from locations where postal_code ~ '^\\d{6}$')
      insert into stations (id, number, location_id, vendor_name, model, monetized, reservations_supported, protocol,
        firmware_version, configured_at, data_transfer, created_at)
      select 'SEED-' || lpad(n::text, 5, '0'), n, place.id, (array['Voltwerk', 'AutoEnterprise', 'Ladestrom'])[1 + n % 3],
        (array['Duo 150', 'AE-Fast 120', 'Wall 22', 'HPC 300'])[1 + n % 4], n % 10 <> 0, n % 3 = 0,
        (array['ocpp1.6', 'ocpp2.0.1'])[1 + n % 2], '2.' || n % 9, case when n % 40 <> 0 then now() end,
        jsonb_build_object('autoenterprise', jsonb_build_object('miscInfo',
          jsonb_build_object('rssi', n % 33, 'tamper', n % 97 = 0))), now() - n * interval '1 minute'
      from generate_series(1, $1::int) n join place on place.nth = n % $2::int`,
      [networkSize.stations, networkSize.locations],
    ],
    [
      `insert into evses (station_id, number, operational) select id, evse, number % 53 <> 0
      from stations, generate_series(1, 2) evse where id like 'SEED-%'`,
      [],
    ],
    [
      `insert into connectors (station_id, evse_number, number, ordinal, type, current, power_w, ocpp_status, status_updated_at)
      select s.id, c.evse, c.number, c.ordinal, c.type, c.current, c.power_w, (array['Available', 'Available', 'Charging',
        'Available', 'Preparing', 'Faulted', 'Available', 'Unavailable'])[1 + (s.number * 3 + c.ordinal) % 8], now()
      from stations s, (values (1, 1, 1, 'CCS 2', 'DC', 150000), (1, 2, 2, 'CHAdeMO', 'DC', 50000),
        (2, 1, 3, 'Type 2', 'AC', 22000)) c(evse, number, ordinal, type, current, power_w)
      where s.id like 'SEED-%'`,
      [],
    ],
    [
      `insert into station_presence (station_id, node, connection_id, protocol, connected_at, last_seen_at)
      select id, 'seed', case when number % 7 <> 0 then gen_random_uuid()::text end, protocol, now(),
        now() - (number % 90) * interval '1 second' from stations where id like 'SEED-%'`,
      [],
    ],
    [
      `with place as (select null::bigint as id union all select id from locations where id % 10 = 0), tariff as (
        insert into tariffs (name, currency, created_at)
        select coalesce('Seed ' || id, 'Seed'), 'RUB', now() from place returning id, name
      ), version as (
        insert into tariff_versions (tariff_id, valid_from, elements, created_at)
        select id, '2020-01-01', case when name = 'Seed' then $1::jsonb else $2::jsonb end, now() from tariff
      )
      insert into tariff_assignments (tariff_id, scope, location_id, created_at)
      select tariff.id, case when place.id is null then 'network' else 'location' end, place.id, now()
      from tariff join place on tariff.name = coalesce('Seed ' || place.id, 'Seed')`,
      [elements(1700), elements(1450)],
    ],
    [
      `insert into orders (status, source, location_id, station_id, connector_id, created_at, transaction_id, transaction_start)
      select 'started', 'rfid', s.location_id, s.id, c.id, now(), 'T' || c.id, now()
      from connectors c join stations s on s.id = c.station_id where s.id like 'SEED-%' and c.id % 50 = 0`,
      [],
    ],
    ['vacuum analyze', []],
  ]
}
