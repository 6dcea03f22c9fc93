import pg from 'pg'

export const framesOfStation = 1_000_000
const framesOfOthers = 1_000_000
const days = 10
const eventDays = 400
const eventsADay = 240
export const eventsOfStation = eventDays * eventsADay
export const dayMs = 24 * 60 * 60 * 1000

const midnight = (now: number): number => Math.floor(now / dayMs) * dayMs
export const journalStart = (now: number): number => midnight(now) - days * dayMs
export const journalEnd = (now: number): number => midnight(now)

/**
 * Fills a migrated database with frames of the last ten days, each day in its own partition: exchanges of one station
 * (MeterValues mostly, some StatusNotification) and as many frames of a thousand others.
 */
export async function seedJournal(databaseUrl: string, now: number): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query(`with location as (
      insert into locations (name, country, city, street, postal_code, time_zone, created_at)
      values ('Bench', 'RU', 'Moscow', 'Arbat 1', '119019', 'Europe/Moscow', now()) returning id
    ) insert into stations (id, number, location_id, vendor_name, model, monetized, created_at)
      select 'HISTORY', 1, id, 'Bench', 'Bench', true, now() from location`)
    for (let day = 0; day < days; day += 1) {
      const from = new Date(journalStart(now) + day * dayMs)
      const to = new Date(from.getTime() + dayMs)
      const name = `frames_p${from.toISOString().slice(0, 10).replaceAll('-', '')}`
      await client.query(
        `create table if not exists ${name} partition of frames for values from ('${from.toISOString()}') to ('${to.toISOString()}')`,
      )
      await insertExchanges(client, from, framesOfStation / days / 2, `'HISTORY'`)
      await insertExchanges(client, from, framesOfOthers / days / 2, `'OTHER' || n % 1000`)
    }
    await insertEvents(client, now)
    await client.query('analyze frames, station_events')
  } finally {
    await client.end()
  }
}

/** Calls and their answers 20 ms later, which stand in the same row, evenly over a day. */
async function insertExchanges(client: pg.Client, from: Date, count: number, station: string): Promise<void> {
  const values =
    '{"connectorId":1,"transactionId":77,"meterValue":[{"timestamp":"2026-01-01T00:00:00Z","sampledValue":[{"value":"' +
    "' || n || '" +
    '","context":"Sample.Periodic","measurand":"Energy.Active.Import.Register","unit":"Wh"}]}]}'
  await client.query(
    `insert into frames (at, station_id, direction, message_type, message_id, action, frame, answer, answered_at)
    select at, ${station}, 'in', 2, 'm' || n, action, '[2,"m' || n || '","' || action || '",${values}]',
      '[3,"m' || n || '",{}]', at + interval '20 ms'
    from generate_series(0, $2::int - 1) n
      cross join lateral (select date_trunc('milliseconds', $1::timestamptz + n * ${dayMs / count} * interval '1 ms') as at,
        case when n % 50 = 0 then 'StatusNotification' else 'MeterValues' end as action) w
    order by n`,
    [from, count],
  )
}

/** A timeline as long as it is kept: connected all the time, a status every six minutes, one in a hundred a fault. */
async function insertEvents(client: pg.Client, now: number): Promise<void> {
  await client.query(
    `insert into station_events (at, station_id, kind, connector, word, before)
    select $1::timestamptz - n * interval '1 minute' * ${(24 * 60) / eventsADay}, 'HISTORY', 'status', 1,
      case when n % 100 = 0 then 'Faulted' when n % 2 = 0 then 'Available' else 'Charging' end,
      case when n % 100 = 99 then 'Faulted' when n % 2 = 0 then 'Charging' else 'Available' end
    from generate_series(${eventsOfStation}, 1, -1) n
    union all select $1::timestamptz - interval '${eventDays} days', 'HISTORY', 'connected', 0, null, null`,
    [new Date(now)],
  )
}
