import { bulkMostHours, type CsvFormat, contract, type Language } from '@stationmaster/contract'
import { first, last } from '@stationmaster/units'
import type { DownloadLinks } from '../../../platform/downloads/downloads.ts'
import { audit } from '../../../platform/general/audit.ts'
import { languageOf } from '../../../platform/general/language.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import { idsLackingRoots } from '../plug-and-charge/roots/held.ts'
import { cancelRun, getRun, reach, retryRun, startRun } from './actions.ts'
import { exportResults } from './export.ts'
import type { BulkRunner, RunnerParts } from './runner.ts'
import { listResults, listRuns } from './store.ts'
import { viewResult, viewRuns } from './view.ts'

/** Commands to many stations: start, follow, cancel, retry and export them. */
export function bulkRoutes(
  rest: Rest,
  parts: RunnerParts & { runner: BulkRunner; downloads: DownloadLinks },
): void {
  const { db, clock, runner, downloads } = parts
  const view = async (id: number) => first(await viewRuns(db, [await getRun(db, id)]))

  route(rest, contract.bulk.reach, ({ body, caller }) => reach(db, caller, body.selection))

  route(rest, contract.bulk.start, async ({ body, caller, remoteAddress }) => {
    const id = await startRun(parts, { caller, remoteAddress }, body)
    runner.take(id)
    return view(id)
  })

  route(rest, contract.bulk.installRoots, async ({ caller, remoteAddress }) => {
    const ids = await idsLackingRoots(db, clock.now())
    if (ids.length === 0) throw new Failure('bulk.nobody')
    const id = await startRun(
      parts,
      { caller, remoteAddress },
      {
        selection: { of: 'stations', ids },
        command: { kind: 'task', task: { task: 'trusted_roots' } },
        wait_hours: bulkMostHours,
      },
    )
    runner.take(id)
    return view(id)
  })

  route(rest, contract.bulk.list, async ({ query: { before, limit } }) => {
    const rows = await listRuns(db, before, limit + 1)
    const page = rows.slice(0, limit)
    return { items: await viewRuns(db, page), next: rows.length > limit ? String(last(page).id) : null }
  })

  route(rest, contract.bulk.get, ({ params }) => view(params.id))

  route(rest, contract.bulk.stations, async ({ params, query, request }) => {
    await getRun(db, params.id)
    const { result: results, search, ...page } = query
    const { rows, total } = await listResults(db, params.id, { results, search }, page)
    const language = languageOf(request.headers['accept-language'])
    return { items: rows.map((row) => viewResult(row, language)), total }
  })

  route(rest, contract.bulk.cancel, async ({ params, caller, remoteAddress }) => {
    await cancelRun(parts, { caller, remoteAddress }, params.id)
    runner.canceled(params.id)
    return view(params.id)
  })

  route(rest, contract.bulk.retry, async ({ params, caller, remoteAddress }) => {
    const id = await retryRun(parts, { caller, remoteAddress }, params.id)
    runner.take(id)
    return view(id)
  })

  route(rest, contract.bulk.export, async ({ params, query: { format }, caller, remoteAddress, request }) => {
    const { id } = await getRun(db, params.id)
    await audit(db, {
      caller,
      action: 'bulk.export',
      subjectType: 'bulk_run',
      subjectId: id,
      at: clock.now(),
      remoteAddress,
    })
    const language = languageOf(request.headers['accept-language'])
    return { url: downloads.offer('bulk', { id, language, format }) }
  })
  downloads.serve('bulk', (what) => {
    const { id, language, format } = what as { id: number; language: Language; format: CsvFormat }
    return exportResults(db, id, language, format)
  })
}
