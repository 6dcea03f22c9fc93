import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { kinds } from './neutral.ts'
import type { Run } from './run-store.ts'
import type { Takeovers } from './takeover.ts'

/** What a command takes over, and in whose name. */
export interface Ordered extends Pick<Run, 'system' | 'source'> {
  caller: Caller
  files: readonly string[]
  dryRun: boolean
}

/** Takes over files of another system while whoever asks for it waits; nothing else works on it. Resolves with whether it came to its end. */
export async function takeOverFiles(
  runs: Takeovers,
  { caller, system, source, files, dryRun }: Ordered,
  say: (line: string) => void,
): Promise<boolean> {
  const by = { caller, remoteAddress: 'command' }
  const { id } = await runs.begin(by, { system, source })
  say(`Takeover ${id} of ${source}`)
  try {
    for (const path of files) {
      const { rowsRead } = await runs.readFile(id, { name: basename(path), body: createReadStream(path) })
      say(`${path}: ${rowsRead} rows so far`)
    }
    report(await worked(runs, await runs.check(id)), say)
  } catch (error) {
    await runs.stop(id, by)
    await runs.work(id)
    throw error
  }
  if (dryRun) {
    await runs.stop(id, by)
    await runs.work(id)
    say('This was a dry run: nothing has come.')
    return true
  }
  const run = await worked(runs, await runs.start(id, by))
  report(run, say)
  say(run.state === 'done' ? 'Everything has come that can.' : failureOf(run))
  return run.state === 'done'
}

async function worked(runs: Takeovers, { id }: Run): Promise<Run> {
  while (await runs.work(id));
  return runs.one(id)
}

const failureOf = ({ error, state }: Run): string =>
  error ? new Failure(error).textIn('en') : `It is ${state}.`

/** The same that the interface answers, in lines. */
function report({ state, counts, faults }: Run, say: (line: string) => void): void {
  for (const kind of kinds) {
    const of = counts[kind]
    if (!of) continue
    const come = state === 'done' ? 'have come' : 'come'
    say(`${kind}: ${of.added} ${come}, ${of.here} are here, ${of.refused} cannot come`)
  }
  for (const { kind, code, refused, total, rows } of faults) {
    const some = rows.slice(0, 5).map(({ row, value }) => `${row}${value ? ` (${value})` : ''}`)
    const text = new Failure(code).textIn('en')
    say(`  ${kind}, ${refused ? 'refused' : 'note'}: ${text} ${total}: ${some.join(', ')}`)
  }
}
