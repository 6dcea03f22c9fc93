import { contract, type FrameFormat, type journalFilter } from '@stationmaster/contract'
import { commandSchemas, protocols, stationActions } from '@stationmaster/ocpp'
import type { z } from 'zod'
import type { DownloadLinks } from '../../../platform/downloads/downloads.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { findStation, type StationRow } from '../stations/store.ts'
import { clearControllerLines, listControllerLines } from './controller-log-store.ts'
import { exportHistory } from './export.ts'
import { findFrame } from './frame-store.ts'
import { type FrameFilter, listHistory, type Position } from './history-store.ts'
import { cursorOf, messageOf } from './messages.ts'
import { pairsOf } from './pairs.ts'
import type { JournalWatch } from './watch.ts'

export interface JournalParts {
  db: Db
  clock: Clock
  watch: JournalWatch
  downloads: DownloadLinks
}

type JournalQuery = { [K in keyof typeof journalFilter]?: z.output<(typeof journalFilter)[K]> | undefined }

/** The console of a station: its frames, its controller's lines, and the commands that it may be sent. */
export function journalRoutes(rest: Rest, parts: JournalParts): void {
  frameRoutes(rest, parts)
  controllerRoutes(rest, parts)

  route(rest, contract.journal.schemas, async ({ params }) => {
    const protocol = protocols.find((one) => one === params.protocol)
    if (!protocol) throw new Failure('request.not_found')
    return [...commandSchemas(protocol)]
  })

  route(rest, contract.journal.actions, async () => [...stationActions])
}

/** The frames of a station, also as a file. */
function frameRoutes(rest: Rest, { db, clock, watch, downloads }: JournalParts): void {
  route(rest, contract.journal.messages, async ({ params, query, caller }) => {
    watch.reading(await stationOf(db, caller, params.stationId))
    const { limit } = query
    const [before, after] = [readCursor(query.before), readCursor(query.after)]
    const { rows, next } = await listHistory(db, params.stationId, filterOf(query), { before, after, limit })
    if (after) rows.reverse()
    const pairs = await pairsOf(db, params.stationId, rows)
    return { items: rows.map((row) => messageOf(row, pairs.get(row.id))), next: next && cursorOf(next) }
  })

  route(rest, contract.journal.message, async ({ params, query, caller }) => {
    await stationOf(db, caller, params.stationId)
    const row = await findFrame(db, params.stationId, new Date(query.at), params.id)
    if (!row) throw new Failure('message.not_found')
    const pairs = await pairsOf(db, params.stationId, [row])
    return messageOf(row, pairs.get(row.id), true)
  })

  route(rest, contract.journal.export, async ({ params, body, caller, remoteAddress }) => {
    const { format, ...query } = body
    const station = await stationOf(db, caller, params.stationId)
    await audit(db, {
      caller,
      action: 'journal.export',
      subjectType: 'station',
      subjectId: station.id,
      after: body,
      at: clock.now(),
      remoteAddress,
    })
    return { url: downloads.offer('journal', { stationId: station.id, format, query }) }
  })
  downloads.serve('journal', (what) => {
    const { stationId, format, query } = what as {
      stationId: string
      format: FrameFormat
      query: JournalQuery
    }
    return exportHistory(db, stationId, filterOf(query), format)
  })
}

/** The lines of a station's controller. */
function controllerRoutes(rest: Rest, { db, clock, watch }: JournalParts): void {
  route(rest, contract.journal.controllerLog, async ({ params, query, caller }) => {
    watch.reading(await stationOf(db, caller, params.stationId))
    const { connector_id: connector, limit } = query
    const page = { connector, limit, before: readCursor(query.before) }
    const { items, next } = await listControllerLines(db, caller.id, params.stationId, page)
    return { items, next: next && cursorOf(next) }
  })

  route(rest, contract.journal.clearControllerLog, async ({ params, caller }) => {
    const station = await stationOf(db, caller, params.stationId)
    await clearControllerLines(db, caller.id, station.id, clock.now())
    return undefined
  })
}

async function stationOf(db: Db, caller: Caller, id: string): Promise<StationRow> {
  const station = await findStation(db, caller, id)
  if (!station) throw new Failure('station.not_found')
  return station
}

function filterOf({ direction, action, errors, search, from, to }: JournalQuery): FrameFilter {
  return {
    direction,
    actions: action?.split(',').filter((one) => one !== ''),
    errors,
    search,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  }
}

/** Cursors are `<ms>_<id>`. */
function readCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined
  const [ms, id] = cursor.split('_').map(Number)
  // the contract takes only cursors of two numbers
  return { at: new Date(ms!), id: id! }
}
