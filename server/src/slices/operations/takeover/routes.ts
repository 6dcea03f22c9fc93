import { contract, type Language, type Takeover, takeoverBytesMost } from '@stationmaster/contract'
import { writeHeader, writeLines } from '../../../platform/documents/csv.ts'
import { namedFileOf } from '../../../platform/files/uploads.ts'
import { languageOf } from '../../../platform/general/language.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { kinds } from './neutral.ts'
import { findRun, listRuns, type Run } from './run-store.ts'
import type { Takeovers } from './takeover.ts'

/** What is taken over from other systems, for administrators. */
export function takeoverRoutes(rest: Rest, { db, runs }: { db: Db; runs: Takeovers }): void {
  const { takeovers } = contract
  const languageIn = (request: { headers: Record<string, string | string[] | undefined> }) =>
    languageOf(request.headers['accept-language'] as string | undefined)
  const found = async (id: number): Promise<Run> => {
    const run = await findRun(db, id)
    if (!run) throw new Failure('takeover.not_found')
    return run
  }

  route(rest, takeovers.list, async ({ request }) => {
    const language = languageIn(request)
    return (await listRuns(db)).map((run) => viewOf(run, language))
  })

  route(rest, takeovers.one, async ({ params, request }) =>
    viewOf(await found(params.id), languageIn(request)),
  )

  route(rest, takeovers.begin, async ({ body, caller, remoteAddress, request }) =>
    viewOf(
      await runs.begin(
        { caller, remoteAddress },
        { system: body.system, source: body.source ?? body.system },
      ),
      languageIn(request),
    ),
  )

  route(rest, takeovers.address, async ({ params, body, request }) => {
    const read = await runs.openAddress(params.id, body.address)
    // it may take hours; its progress and its end stand in the run
    void read().catch(() => undefined)
    return viewOf(await found(params.id), languageIn(request))
  })

  route(rest, takeovers.file, async ({ params, request }) => {
    await found(params.id)
    const file = await namedFileOf(request, takeoverBytesMost)
    return viewOf(await runs.readFile(params.id, file), languageIn(request))
  })

  route(rest, takeovers.check, async ({ params, request }) =>
    viewOf(await runs.check(params.id), languageIn(request)),
  )

  for (const change of ['start', 'stop'] as const)
    route(rest, takeovers[change], async ({ params, caller, remoteAddress, request }) =>
      viewOf(await runs[change](params.id, { caller, remoteAddress }), languageIn(request)),
    )

  route(rest, takeovers.sheet, async ({ params, request }) =>
    sheetOf(viewOf(await found(params.id), languageIn(request))),
  )
}

function viewOf(run: Run, language: Language): Takeover {
  const { state } = run
  return {
    id: run.id,
    system: run.system,
    source: run.source,
    state,
    rows_read: run.rowsRead,
    kind: run.kind,
    counts: kinds.flatMap((kind) => {
      const counts = run.counts[kind]
      return counts ? [{ kind, ...counts }] : []
    }),
    faults: run.faults.map(({ kind, code, refused, total, rows }) => ({
      kind,
      code,
      text: new Failure(code).textIn(language),
      refused,
      total,
      rows,
    })),
    error: run.error && new Failure(run.error).textIn(language),
    created_at: run.createdAt.toISOString(),
    updated_at: run.updatedAt.toISOString(),
    finished_at: run.finishedAt?.toISOString() ?? null,
    by: { id: run.managerId, name: run.by },
    can: {
      read: state === 'reading' || state === 'checked',
      check: state === 'reading' || state === 'checked',
      start: state === 'checked' || state === 'applying',
      stop: state === 'reading' || state === 'checking' || state === 'checked' || state === 'applying',
    },
  }
}

/** The report as a sheet: what came of each kind, and then each fault with its rows. */
function sheetOf({ counts, faults }: Takeover): string {
  return (
    writeHeader(['kind', 'outcome', 'records', 'row', 'value', 'text']) +
    writeLines([
      ...counts.flatMap(({ kind, ...of }) =>
        (['read', 'added', 'here', 'refused', 'remarked'] as const).map((name) => [
          kind,
          name,
          String(of[name]),
          '',
          '',
          '',
        ]),
      ),
      ...faults.flatMap(({ kind, refused, total, rows, text }) =>
        rows.map(({ row, value }) => [
          kind,
          refused ? 'refused' : 'remarked',
          String(total),
          row,
          value,
          text,
        ]),
      ),
    ])
  )
}
