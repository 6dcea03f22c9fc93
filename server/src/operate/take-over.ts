import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type TakeoverSystem, takeoverSystems } from '@stationmaster/contract'
import { readConfig } from '../config/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { StartError } from '../platform/database/database-fault.ts'
import { migrate } from '../platform/database/migrating/migrate.ts'
import { systemClock } from '../platform/general/clock.ts'
import { Failure } from '../platform/http/failure.ts'
import { endTakeover, type From, takeOver } from '../slices/operations/takeover/command.ts'
import { findAdministrator, findOpen } from '../slices/operations/takeover/run-store.ts'
import { Takeovers } from '../slices/operations/takeover/takeover.ts'
import { admittedOnly } from '../slices/partners/owners/cover.ts'
import { openCover } from '../slices/partners/plan/room/cover.ts'

const usage = `npm run take-over -- --from ${takeoverSystems.join('|')} --by EMAIL (--file FILE [--file FILE] | --address URL) [--source NAME] [--dry-run]
npm run take-over -- --end --by EMAIL

--from     the other system; csv is any other
--by       an administrator, in whose name it comes
--file     a file of the other system; as many as there are
--address  its database, such as mysql://USER:PASSWORD@HOST/DATABASE; - reads it from the standard input, where nobody else sees it
--source   a name for the other system, where two of a kind are taken over
--dry-run  says what will come and what cannot, and changes nothing
--end      ends what was interrupted; what has come stays`

const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** Takes over another system, in the name of an administrator. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (!options) {
    process.stdout.write(`${usage}\n`)
    return
  }
  const config = readConfig(process.env, [])
  const database = await openDatabase(config, say)
  try {
    const { db } = database
    await migrate(db, systemClock.now())
    const found = await findAdministrator(db, options.by)
    if (!found) throw new StartError(`${options.by} is no administrator.`)
    const cover = admittedOnly(openCover(config.asksForPlans, config.timeZone))
    const runs = new Takeovers({ ...config, db, clock: systemClock, cover, send: async () => undefined })
    const caller = { ...found, role: 'administrator', ownerId: null } as const
    if ('end' in options) await endTakeover(runs, await findOpen(db), caller, say)
    else if (!(await takeOver(runs, { ...options, caller }, say))) process.exitCode = 1
  } finally {
    await database.close()
  }
}

interface Whole {
  system: TakeoverSystem
  source: string
  from: From
  by: string
  dryRun: boolean
}

const shapes = {
  from: { type: 'string' },
  by: { type: 'string' },
  source: { type: 'string' },
  address: { type: 'string' },
  file: { type: 'string', multiple: true },
  'dry-run': { type: 'boolean' },
  end: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** undefined: it is to say how it is used. */
function readOptions(args: string[]): Whole | { end: true; by: string } | undefined {
  const values = valuesOf(args)
  if (values.help) return undefined
  const { from, by, file = [], address, source = from, end = false, 'dry-run': dryRun = false } = values
  if (end && by && !from && !address && file.length === 0) return { end, by }
  const system = takeoverSystems.find((one) => one === from)
  if (end || !system || !source || !by || file.length > 0 === (address !== undefined))
    throw new StartError(usage)
  if (source.length > 40) throw new StartError('A source has 40 characters at most.')
  const absent = file.find((path) => !existsSync(path))
  if (absent !== undefined) throw new StartError(`There is no file ${absent}.`)
  const given = address === '-' ? readFileSync(0, 'utf8').trim() : address
  return {
    system,
    source,
    by,
    from: given === undefined ? { files: file.map((path) => resolve(path)) } : { address: given },
    dryRun,
  }
}

function valuesOf(args: string[]) {
  try {
    return parseArgs({ args, options: shapes }).values
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`)
  }
}

main().catch((error: unknown) => {
  if (error instanceof Failure)
    say(
      error.code === 'takeover.under_way'
        ? `${error.textIn('en')} See it in the settings, or end it: npm run take-over -- --end --by EMAIL`
        : error.textIn('en'),
    )
  else say(error instanceof StartError ? error.message : ((error as Error).stack ?? String(error)))
  process.exitCode = 1
})
