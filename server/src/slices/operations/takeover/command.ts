import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { kinds } from './neutral.ts'
import type { Run } from './run-store.ts'
import type { By, Takeovers } from './takeover.ts'

/** What is read: files, or a database. */
export type From = { files: readonly string[] } | { address: string }

/** What a command takes over, and in whose name. */
export interface Ordered extends Pick<Run, 'system' | 'source'> {
  caller: Caller
  from: From
  dryRun: boolean
}

type Say = (line: string) => void

/** Takes over another system while whoever asks for it waits; nothing else works on it. Resolves with whether it came to its end. */
export async function takeOver(
  runs: Takeovers,
  { caller, system, source, from, dryRun }: Ordered,
  say: Say,
): Promise<boolean> {
  const by = byOf(caller)
  const { id } = await runs.begin(by, { system, source })
  say(`Takeover ${id} of ${source}`)
  try {
    report(await worked(runs, await read(runs, id, from, say)), say)
  } catch (error) {
    await stop(runs, id, by)
    throw error
  }
  if (dryRun) {
    await stop(runs, id, by)
    say('This was a dry run: nothing has come.')
    return true
  }
  const run = await worked(runs, await runs.start(id, by))
  report(run, say)
  say(run.state === 'done' ? 'Everything has come that can.' : failureOf(run))
  return run.state === 'done'
}

/** Ends the one that was interrupted. */
export async function endTakeover(
  runs: Takeovers,
  open: Pick<Run, 'id' | 'source' | 'state'> | undefined,
  caller: Caller,
  say: Say,
): Promise<void> {
  if (!open) return say('There is none that has not ended.')
  await stop(runs, open.id, byOf(caller))
  say(`Takeover ${open.id} of ${open.source}, which was ${open.state}, has ended.`)
}

const byOf = (caller: Caller): By => ({ caller, remoteAddress: 'command' })

async function stop(runs: Takeovers, id: number, by: By): Promise<void> {
  await runs.stop(id, by)
  await runs.work(id)
}

/** Reads everything, and begins to check it. */
async function read(runs: Takeovers, id: number, from: From, say: Say): Promise<Run> {
  if ('address' in from) {
    const readAll = await runs.openAddress(id, from.address)
    const run = await readAll()
    if (run.error) throw new Failure(run.error)
    say(`The database: ${run.rowsRead} rows`)
    return run
  }
  for (const path of from.files) {
    const { rowsRead } = await runs.readFile(id, { name: basename(path), body: createReadStream(path) })
    say(`${path}: ${rowsRead} rows so far`)
  }
  return runs.check(id)
}

async function worked(runs: Takeovers, { id }: Run): Promise<Run> {
  while (await runs.work(id));
  return runs.one(id)
}

const failureOf = ({ error, state }: Run): string =>
  error ? new Failure(error).textIn('en') : `It is ${state}.`

/** The same that the interface answers, in lines. */
function report({ state, counts, faults }: Run, say: Say): void {
  for (const kind of kinds) {
    const of = counts[kind]
    if (!of) continue
    const come = state === 'done' ? 'have come' : 'come'
    say(`${kind}: ${of.added} ${come}, ${of.here} are here, ${of.refused} cannot come`)
  }
  for (const { kind, code, refused, total, rows } of faults) {
    const some = rows.slice(0, 5).map(({ row, value }) => `${row}${value ? ` (${value})` : ''}`)
    const text = new Failure(code).textIn('en')
    say(`  ${kind}, ${refused ? 'refused' : 'note'}: ${text} (${total}: ${some.join(', ')})`)
  }
}
