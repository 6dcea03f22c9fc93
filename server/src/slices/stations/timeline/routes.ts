import { type CsvFormat, contract, type Uptime } from '@stationmaster/contract'
import { csvIn } from '../../../platform/documents/csv.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { findStation } from '../stations/store.ts'
import { listEvents, type Position } from './store.ts'
import { eventOf, groupsOf, viewUptime } from './view.ts'

/** What happened to a station, and how much of its time it could be used. */
export function timelineRoutes(rest: Rest, { db, clock }: { db: Db; clock: Clock }): void {
  const checkSeen = async (caller: Caller, id: string): Promise<void> => {
    if (!(await findStation(db, caller, id))) throw new Failure('station.not_found')
  }
  const uptimeOf = async (caller: Caller, id: string, days: number): Promise<Uptime> => {
    await checkSeen(caller, id)
    return viewUptime(db, id, days, clock.now())
  }

  route(rest, contract.timeline.events, async ({ params, query, caller }) => {
    await checkSeen(caller, params.id)
    const { kinds, connector, limit } = query
    const { items, next } = await listEvents(db, params.id, {
      groups: groupsOf(caller, kinds),
      connector,
      limit,
      from: instantOf(query.from),
      to: instantOf(query.to),
      before: readCursor(query.before),
    })
    return {
      items: items.map((event) => eventOf(caller, event)),
      next: next && `${next.at.getTime()}_${next.follows ? 1 : 0}_${next.id}`,
    }
  })

  route(rest, contract.timeline.uptime, ({ params, query, caller }) =>
    uptimeOf(caller, params.id, query.days),
  )

  route(rest, contract.timeline.uptimeFile, async ({ params, query, caller }) =>
    fileOf(params.id, await uptimeOf(caller, params.id, query.days), query.format),
  )
}

const instantOf = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text)

/** Cursors are `<ms>_<follows>_<id>`. */
function readCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined
  const [ms, follows, id] = cursor.split('_').map(Number)
  // the contract takes only cursors of three numbers
  return { at: new Date(ms!), follows: follows === 1, id: id! }
}

const fileColumns = [
  'station_id',
  'connector',
  'day',
  'percent',
  'up_seconds',
  'down_seconds',
  'planned_seconds',
  'unknown_seconds',
  'no_data_seconds',
] as const

/** One row a day of the station (connector empty), then of each connector. */
function fileOf(stationId: string, { days, connectors }: Uptime, format: CsvFormat): string {
  const csv = csvIn(format)
  const cellOf = (value: string | number | null) =>
    typeof value === 'number' ? csv.number(value) : (value ?? '')
  const parts = [{ ordinal: null, days }, ...connectors]
  const lines = parts.flatMap((part) =>
    part.days.map((day) => {
      const row = { station_id: stationId, connector: part.ordinal, ...day }
      return fileColumns.map((name) => cellOf(row[name]))
    }),
  )
  return csv.header(fileColumns) + csv.lines(lines)
}
