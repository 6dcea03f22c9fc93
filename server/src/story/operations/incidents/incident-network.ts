import type { IncidentEntry, IncidentView } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import { Office } from '../../world/office.ts'

/** Eight locations of five stations behind one modem network, which one manager owns. */
export const here = Array.from({ length: 40 }, (_, n) => `H${n}`)
/** As many elsewhere, each behind a network of its own. */
export const elsewhere = Array.from({ length: 40 }, (_, n) => `E${n}`)

/** A network that loses stations. */
export class IncidentNetwork {
  private constructor(
    readonly office: Office,
    readonly places: number[],
    /** the manager who owns what is here */
    readonly owner: number,
  ) {}

  static async open(database: Database): Promise<IncidentNetwork> {
    // who is to be notified is a job
    const office = await Office.open(database, {}, { jobs: true })
    const owner = await office.idOf('manager')
    const places: number[] = []
    for (let n = 0; n < 16; n += 1)
      places.push(await office.addLocation(`Place ${n}`, ...(n < 8 ? [owner] : [])))
    const all = [...here, ...elsewhere]
    const { db } = office.database
    const at = office.clock.now()
    await sql`insert into stations (id, number, location_id, vendor_name, model, firmware_version, monetized, created_at)
      select id, nr, place, 'Voltwerk', 'V1', '1.0', true, ${at} from unnest(${all}::text[],
        ${all.map((_, n) => n + 1)}::int[], ${all.map((_, n) => places[Math.floor(n / 5)] ?? 0)}::bigint[]) s(id, nr, place)`.execute(
      db,
    )
    await sql`insert into evses (station_id, number) select id, 1 from stations`.execute(db)
    await sql`insert into connectors (station_id, evse_number, number, ordinal, type, current, power_w)
      select id, 1, 1, 1, 'CCS 2', 'DC', 50000 from stations`.execute(db)
    await sql`insert into hourly_takings (day, connector_id, hour, location_id, station_id, order_count, energy_wh, amount_minor,
        cash_minor)
      select (${at}::timestamptz - interval '2 days')::date, c.id, 9, s.location_id, s.id, 28, 1000, 28000, 0
      from stations s join connectors c on c.station_id = s.id`.execute(db)
    await sql`insert into station_presence (station_id, node, connection_id, connected_at, last_seen_at, remote_address)
      select id, 'a', 'c-' || id, ${at}, ${at}, case when id like 'H%' then '10.20.' || (number / 5) || '.7'
        else '198.51.' || number || '.7' end from stations`.execute(db)
    office.clock.forward(60 * MINUTE_MS)
    return new IncidentNetwork(office, places, owner)
  }

  /** Forgets all incidents. */
  async forget(): Promise<void> {
    for (const table of ['incident_entries', 'incident_members', 'incidents'])
      await sql`delete from ${sql.table(table)}`.execute(this.office.database.db)
  }

  /** Lets minutes pass, and looks at each as two servers would at once. */
  async pass(minutes: number): Promise<void> {
    for (let minute = 0; minute < minutes; minute += 1) {
      this.office.clock.forward(MINUTE_MS)
      await Promise.all([this.look(), this.look()])
    }
  }

  /** Lets minutes pass, and looks once. */
  async leap(minutes: number): Promise<void> {
    this.office.clock.forward(minutes * MINUTE_MS)
    await this.look()
  }

  look(): Promise<void> {
    return this.office.parts.incidents.look()
  }

  /** Stations lose their link, within so many seconds. */
  async lose(ids: readonly string[], spreadSeconds = 0): Promise<void> {
    await sql`update station_presence set connection_id = null,
        disconnected_at = ${this.office.clock.now()}::timestamptz
          + make_interval(secs => (get_byte(station_id::bytea, 1) % 10) * ${spreadSeconds}::int / 10)
      where station_id = any(${[...ids]}::text[])`.execute(this.office.database.db)
  }

  async back(ids: readonly string[]): Promise<void> {
    await sql`update station_presence set connection_id = 'c-' || station_id, connected_at = ${this.office.clock.now()},
        disconnected_at = null
      where station_id = any(${[...ids]}::text[])`.execute(this.office.database.db)
  }

  /** What somebody sees in the list. */
  async listed(
    who: 'administrator' | 'manager' | 'operator' = 'administrator',
    query = '',
  ): Promise<IncidentView[]> {
    const { body, headers } = await this.office.call<IncidentView[]>(
      who,
      'GET',
      `incidents?limit=100${query}`,
    )
    expect(Number(headers['x-total-count'])).toBe(body.length)
    return body
  }

  async timeline(id: number, who: 'administrator' | 'manager' = 'administrator'): Promise<IncidentEntry[]> {
    return (await this.office.call<IncidentEntry[]>(who, 'GET', `incidents/${id}/timeline`)).body
  }

  /** The kinds of the lines of a timeline, in their order. */
  async kinds(id: number): Promise<string[]> {
    return (await this.timeline(id)).map(({ kind }) => kind).reverse()
  }
}
