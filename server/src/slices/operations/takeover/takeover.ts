import type { ErrorCode } from '@stationmaster/contract'
import { DAY_MS } from '@stationmaster/units'
import { inRepeatableTransaction, inTransaction, isRace } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure, isDuplicate } from '../../../platform/http/failure.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import type { ImportsParts } from '../imports/actions.ts'
import { takeDrivers, takeTags } from './applying/people.ts'
import { takeLocations, takeStations } from './applying/places.ts'
import { takeSessions } from './applying/sessions.ts'
import { casesOf, type Result, type Step, type StepContext } from './applying/step.ts'
import { type Kind, kinds } from './neutral.ts'
import { addressOf, openSource, readSourceFile, type Sink, type SourceFile } from './reading/reading.ts'
import {
  addRead,
  findOpen,
  findRun,
  insertRun,
  type KeptFault,
  lockRun,
  type Run,
  updateRun,
} from './run-store.ts'
import type { KindReader } from './sources/source.ts'
import { sources } from './sources/sources.ts'
import { forgetRows, hasRows, keepRows, listRows, lookIn } from './stage-store.ts'

export interface TakeoverParts extends Omit<ImportsParts, 'live'> {
  /** has a run worked on, by this server or another one, once the transaction has committed */
  send(tx: Tx, id: number): Promise<void>
}

/** Takes over other systems by jobs: of several servers any one does them. */
export function openTakeovers(parts: Omit<TakeoverParts, 'send'> & { jobs: Jobs }): Takeovers {
  const { jobs } = parts
  const runs = new Takeovers({ ...parts, send: (tx, id) => jobs.send(tx, job, { id }) })
  jobs.work<{ id: number }>(job, async ({ id }) => {
    await runs.work(id)
  })
  jobs.schedule('takeovers-left', '50 4 * * *', () => runs.endLeft())
  return runs
}

const job = 'takeover'
/** what was read is forgotten when nobody has gone on for so long */
const keptMs = 7 * DAY_MS

export interface By {
  caller: Caller
  remoteAddress: string
}

const steps: { readonly [K in Kind]: Step<K> } = {
  locations: takeLocations,
  stations: takeStations,
  drivers: takeDrivers,
  tags: takeTags,
  sessions: takeSessions,
}
const pageRows: Readonly<Record<Kind, number>> = {
  locations: 200,
  stations: 100,
  drivers: 500,
  tags: 1000,
  sessions: 1000,
}
/** a job ends after this time and sends itself again, long before the queue takes it for lost */
const turnMs = 20_000
const shownRows = 20

/** Takes over another system: reads its rows, says what will come of them, and lets it come. */
export class Takeovers {
  constructor(private readonly parts: TakeoverParts) {}

  private get db(): Db {
    return this.parts.db
  }

  async begin(
    { caller, remoteAddress }: By,
    { system, source }: Pick<Run, 'system' | 'source'>,
  ): Promise<Run> {
    const at = this.parts.clock.now()
    try {
      return await inTransaction(this.db, async (tx) => {
        const id = await insertRun(tx, { system, source, managerId: caller.id, remoteAddress, at })
        await audit(tx, {
          caller,
          remoteAddress,
          at,
          action: 'takeover.begin',
          subjectType: 'takeover',
          subjectId: id,
          after: { system, source },
        })
        return this.found(tx, id)
      })
    } catch (error) {
      throw isDuplicate(error, 'takeovers_running') ? new Failure('takeover.under_way') : error
    }
  }

  /** Throws takeover.not_found. */
  one(id: number): Promise<Run> {
    return this.found(this.db, id)
  }

  /** Reads a file. Throws takeover.file_unknown, takeover.not_now. */
  async readFile(id: number, file: SourceFile): Promise<Run> {
    const run = await this.inState(id, readable)
    const sink = this.sinkOf(run)
    const read = await readSourceFile(sources[run.system], file, sink)
    if (read === 0 && sink.faults.length === 0) throw new Failure('takeover.file_unknown')
    return this.readEnded(id, sink.faults, null)
  }

  /**
   * Opens the database at an address, and resolves with what reads it and then has it checked. Throws takeover.address_wrong,
   * takeover.address_away. Nothing of the address is kept, and nothing of what its driver says of it.
   */
  async openAddress(id: number, text: string): Promise<() => Promise<Run>> {
    const run = await this.inState(id, readable)
    const address = addressOf(sources[run.system], text)
    if (!address) throw new Failure('takeover.address_wrong')
    const read = await openSource(sources[run.system], address).catch(() => {
      throw new Failure('takeover.address_away')
    })
    const sink = this.sinkOf(run)
    return async () => {
      const failed = await read(sink).then(
        () => false,
        () => true,
      )
      if (failed) return this.readEnded(id, sink.faults, 'takeover.address_away')
      await this.readEnded(id, sink.faults, null)
      return this.check(id)
    }
  }

  /** Has what was read looked at from the beginning. Throws takeover.nothing_read, takeover.not_now. */
  async check(id: number): Promise<Run> {
    await this.inState(id, readable)
    if (!(await hasRows(this.db, id))) throw new Failure('takeover.nothing_read')
    return this.turn(id, readable, (run) => ({
      ...run,
      state: 'checking',
      kind: null,
      afterKey: null,
      counts: {},
      faults: run.faults.filter(({ kind }) => kind === 'files'),
      error: null,
    }))
  }

  /** Lets come what was looked at, in the name of whoever starts it; one that was interrupted goes on where it was. Throws takeover.not_now. */
  start(id: number, by: By): Promise<Run> {
    const whose = { managerId: by.caller.id, remoteAddress: by.remoteAddress }
    return this.turn(
      id,
      ['checked', 'applying'],
      (run) =>
        run.state === 'applying'
          ? { ...run, ...whose }
          : {
              ...run,
              ...whose,
              state: 'applying',
              kind: null,
              afterKey: null,
              counts: {},
              faults: run.faults.filter(({ kind }) => kind === 'files'),
            },
      { ...by, action: 'takeover.start' },
    )
  }

  /** Ends a run; what has come stays. Throws takeover.not_now. */
  async stop(id: number, by: By): Promise<Run> {
    const run = await this.turn(
      id,
      ['reading', 'checking', 'checked', 'applying'],
      (before) => ({ ...before, state: 'stopped', kind: null, afterKey: null }),
      { ...by, action: 'takeover.stop' },
    )
    return run
  }

  /** Ends what nobody has gone on with for a week. */
  async endLeft(): Promise<void> {
    const run = await findOpen(this.db)
    if (!run || this.parts.clock.now().getTime() - run.updatedAt.getTime() < keptMs) return
    if (readable.includes(run.state))
      await this.turn(run.id, readable, (before) => ({
        ...before,
        state: 'stopped',
        error: 'takeover.left',
      }))
  }

  /** Works on a run for some seconds; resolves with whether there is more to do. Two servers never work on one at once. */
  async work(id: number): Promise<boolean> {
    const begunMs = performance.now()
    for (;;) {
      const more = await this.step(id)
      if (!more) break
      if (performance.now() - begunMs > turnMs) {
        await inTransaction(this.db, (tx) => this.parts.send(tx, id))
        return true
      }
    }
    const run = await findRun(this.db, id)
    if (run && ended.includes(run.state)) while (await forgetRows(this.db, id));
    return false
  }

  /** Does the next part of a run in one transaction, with how far it is; resolves with whether there is more to do. */
  step(id: number): Promise<boolean> {
    return inRepeatableTransaction(this.db, (tx) => this.page(tx, id), isRace)
  }

  /** Looks at the next rows, or lets them come. */
  private async page(tx: Tx, id: number): Promise<boolean> {
    const run = await lockRun(tx, id)
    if (!run || (run.state !== 'checking' && run.state !== 'applying')) return false
    const at = this.parts.clock.now()
    if (run.state === 'applying' && !run.admitted) {
      await updateRun(tx, { ...run, state: 'failed', error: 'takeover.not_admitted' }, at)
      return false
    }
    const source = sources[run.system]
    const known = kinds.filter((kind) => source.kinds[kind])
    const kind = run.kind ?? known[0]
    const reader = kind && (source.kinds[kind] as KindReader<Kind> | undefined)
    if (!kind || !reader) return false
    const rows = await listRows(tx, id, { of: reader.of, after: run.afterKey ?? '', limit: pageRows[kind] })
    const last = rows.at(-1)
    if (!last) {
      const next = known[known.indexOf(kind) + 1]
      const state = next ? run.state : run.state === 'checking' ? 'checked' : 'done'
      await updateRun(tx, { ...run, state, kind: next ?? null, afterKey: null }, at)
      if (state === 'done') await this.auditDone(tx, run, at)
      return next !== undefined
    }
    const reads = await reader.read(rows, lookIn(tx, id), { currency: this.parts.currency })
    const { cases, refused } = casesOf(reads)
    const context: StepContext = {
      run,
      apply: run.state === 'applying',
      at,
      caller: callerOf(run),
      parts: this.parts,
    }
    const step = steps[kind] as Step<Kind>
    const { results, locationsAdded = 0 } = await step(tx, cases, context)
    const all = [...results, ...refused]
    const counts = { ...run.counts, [kind]: counted(run.counts[kind], all) }
    if (locationsAdded > 0) {
      const before = counts.locations ?? none
      counts.locations = {
        ...before,
        read: before.read + locationsAdded,
        added: before.added + locationsAdded,
      }
    }
    await updateRun(
      tx,
      { ...run, kind, afterKey: last.key, counts, faults: withFaults(run.faults, kind, all) },
      at,
    )
    return true
  }

  private auditDone(tx: Tx, run: Run, at: Date): Promise<void> {
    const { caller, remoteAddress } = { caller: callerOf(run), remoteAddress: run.remoteAddress }
    return audit(tx, {
      caller,
      remoteAddress,
      at,
      action: 'takeover.end',
      subjectType: 'takeover',
      subjectId: run.id,
      after: run.counts,
    })
  }

  private sinkOf({ id }: Run): Sink & { faults: string[] } {
    const faults: string[] = []
    return {
      faults,
      fault: (row) => void faults.push(row),
      keep: async (rows, read) => {
        await inTransaction(this.db, async (tx) => {
          await keepRows(tx, id, rows)
          await addRead(tx, id, read, this.parts.clock.now())
        })
      },
    }
  }

  private readEnded(id: number, faults: readonly string[], error: ErrorCode | null): Promise<Run> {
    return this.turn(id, readable, (run) => ({
      ...run,
      error,
      faults: withFaults(
        run.faults,
        'files',
        faults.map((row) => ({ row, outcome: 'refused', remarks: [{ code: 'takeover.line_wrong' }] })),
      ),
    }))
  }

  private async inState(id: number, states: readonly Run['state'][]): Promise<Run> {
    const run = await this.found(this.db, id)
    if (!states.includes(run.state)) throw new Failure('takeover.not_now')
    return run
  }

  private async found(db: Db, id: number): Promise<Run> {
    const run = await findRun(db, id)
    if (!run) throw new Failure('takeover.not_found')
    return run
  }

  /** Changes the state of a run, and has it worked on where that is next. */
  private turn(
    id: number,
    from: readonly Run['state'][],
    change: (run: Run) => Run,
    by?: By & { action: string },
  ): Promise<Run> {
    return inTransaction(this.db, async (tx) => {
      const run = await lockRun(tx, id)
      if (!run) throw new Failure('takeover.not_found')
      if (!from.includes(run.state)) throw new Failure('takeover.not_now')
      const at = this.parts.clock.now()
      const changed = change(run)
      await updateRun(tx, changed, at)
      if (by) {
        const { caller, remoteAddress, action } = by
        await audit(tx, { caller, remoteAddress, at, action, subjectType: 'takeover', subjectId: id })
      }
      if (changed.state !== 'reading' && changed.state !== 'checked') await this.parts.send(tx, id)
      return this.found(tx, id)
    })
  }
}

const readable: readonly Run['state'][] = ['reading', 'checked']
const ended: readonly Run['state'][] = ['done', 'failed', 'stopped']

const none = { read: 0, added: 0, here: 0, refused: 0, remarked: 0 }

const callerOf = ({ managerId, email }: Run): Caller => ({
  id: managerId,
  email,
  role: 'administrator',
  ownerId: null,
})

function counted(before = none, results: readonly Result[]): typeof none {
  const counts = { ...before, read: before.read + results.length }
  for (const { outcome, remarks } of results) {
    counts[outcome] += 1
    if (outcome !== 'refused' && remarks.length > 0) counts.remarked += 1
  }
  return counts
}

/** The faults with those of some more records: of each kind the first are named, and all are counted. */
function withFaults(
  before: readonly KeptFault[],
  kind: KeptFault['kind'],
  results: readonly Result[],
): KeptFault[] {
  const faults = before.map((fault) => ({ ...fault, rows: [...fault.rows] }))
  for (const { row, outcome, remarks } of results)
    for (const { code, value = '' } of remarks) {
      const refused = outcome === 'refused'
      let fault = faults.find((one) => one.kind === kind && one.code === code && one.refused === refused)
      if (!fault) {
        fault = { kind, code, refused, total: 0, rows: [] }
        faults.push(fault)
      }
      fault.total += 1
      if (fault.rows.length < shownRows)
        fault.rows.push({ row: row.slice(0, 100), value: value.slice(0, 100) })
    }
  return faults
}
