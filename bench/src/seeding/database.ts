import pg from 'pg'
import { callsPerSession, meterValuesPerSession, sessionWh, type Version } from '../stations/load-spec.ts'

const priceMinorPerKwh = 1700
const sessionMinor = (sessionWh * priceMinorPerKwh) / 1000
const durability = ['server_version', 'fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method']

/** The benchmark's own database, made on a PostgreSQL server and dropped at the end. */
export class BenchDatabase {
  private constructor(
    readonly url: string,
    private readonly name: string,
    private readonly serverUrl: string,
  ) {}

  static async create(serverUrl: string): Promise<BenchDatabase> {
    const name = `stationmaster_bench_${process.pid}`
    const url = new URL(serverUrl)
    url.pathname = `/${name}`
    await query(serverUrl, `create database ${name}`)
    return new BenchDatabase(url.href, name, serverUrl)
  }

  async drop(): Promise<void> {
    await query(this.serverUrl, `drop database if exists ${this.name} with (force)`)
  }

  /** PostgreSQL's version and what decides whether a commit survives a power cut. */
  async settings(): Promise<Record<string, string>> {
    const rows = await query<{ name: string; setting: string }>(
      this.url,
      'select name, setting from pg_settings where name = any($1)',
      [durability],
    )
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  }

  /** One location with a tariff of 17 roubles a kWh, and stations and tokens from 1 to `count`. */
  seed(count: number): Promise<void> {
    return seedStations(this.url, count)
  }

  /** Gives an account the password of another. */
  async copyPassword(email: string, as: string): Promise<void> {
    const text =
      'update managers m set password_hash = o.password_hash from managers o where m.email = $1 and o.email = $2'
    await query(this.url, text, [email, as])
  }

  async lastOrderId(): Promise<number> {
    const [row] = await query<{ id: string }>(this.url, 'select coalesce(max(id), 0) as id from orders')
    return Number(row?.id)
  }

  /** What is wrong with the orders after an id, given the sessions that were answered; empty when all is right. */
  async faults(afterId: number, sessions: number, version: Version): Promise<string[]> {
    const [row] = await query<Record<string, string>>(
      this.url,
      `select count(*) as orders,
        count(*) filter (where status <> 'completed') as "orders that are not completed",
        count(*) filter (where energy_wh <> $2) as "orders with another energy",
        count(*) filter (where charging_price_minor is distinct from $3) as "orders with another price",
        count(*) filter (where needs_review or not billable or tariff_version_id is null) as "orders in doubt",
        count(*) filter (where (select count(*) from payments p where p.order_id = o.id and p.purpose = 'charging'
          and p.status = 'captured' and p.captured_minor = $3 and p.energy_wh = $2) <> 1) as "orders without their payment",
        (select count(*) from payments where order_id > $1) as payments,
        (select count(*) from meter_samples where order_id > $1) as samples,
        (select count(*) from frames where order_id > $1 and direction = 'in') as frames
      from orders o where id > $1`,
      [afterId, sessionWh, sessionMinor],
    )
    const samplesEach = version === '1.6' ? meterValuesPerSession : meterValuesPerSession + 2
    const right: Record<string, number> = {
      orders: sessions,
      payments: sessions,
      samples: sessions * samplesEach,
      frames: sessions * (callsPerSession - 1),
    }
    return Object.entries(row ?? {})
      .filter(([name, count]) => Number(count) !== (right[name] ?? 0))
      .map(([name, count]) => `${count} ${name} after ${sessions} sessions, not ${right[name] ?? 0}`)
  }
}

/** The same in any database that is migrated. */
export async function seedStations(url: string, count: number): Promise<void> {
  const elements = [{ components: [{ dimension: 'energy', priceMicro: priceMinorPerKwh * 1000 }] }]
  await query(
    url,
    `with location as (
      insert into locations (name, country, city, street, postal_code, time_zone, created_at)
      values ('Bench', 'RU', 'Moscow', 'Arbat 1', '119019', 'Europe/Moscow', now()) returning id
    ), tariff as (
      insert into tariffs (name, currency, created_at) values ('Bench', 'RUB', now()) returning id
    ), version as (
      insert into tariff_versions (tariff_id, valid_from, elements, created_at)
      select id, '2020-01-01', $2::jsonb, now() from tariff
    ), assignment as (
      insert into tariff_assignments (tariff_id, scope, location_id, created_at)
      select tariff.id, 'location', location.id, now() from tariff, location
    ), station as (
      insert into stations (id, number, location_id, vendor_name, model, monetized, created_at)
      select 'LOAD' || lpad(n::text, 5, '0'), n, location.id, 'LoadVendor', 'LoadModel', true, now()
      from location, generate_series(1, $1::int) n
    )
    insert into id_tokens (token, created_at)
    select 'TAG' || lpad(n::text, 5, '0'), now() from generate_series(1, $1::int) n`,
    [count, JSON.stringify(elements)],
  )
  await query(url, 'insert into evses (station_id, number) select id, 1 from stations')
  await query(
    url,
    `insert into connectors (station_id, evse_number, number, ordinal, type, current, power_w)
    select id, 1, 1, 1, 'CCS 2', 'DC', 150000 from stations`,
  )
  // only what has rows: an analyzed empty table is planned as one that stays empty
  await query(
    url,
    'analyze locations, tariffs, tariff_versions, tariff_assignments, stations, id_tokens, evses, connectors',
  )
}

export async function query<T extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}
