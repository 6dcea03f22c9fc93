import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type TakeoverSystem, takeoverSystems } from '@stationmaster/contract'
import { readConfig } from '../config/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { StartError } from '../platform/database/database-fault.ts'
import { migrate } from '../platform/database/migrating/migrate.ts'
import { systemClock } from '../platform/general/clock.ts'
import { Failure } from '../platform/http/failure.ts'
import { takeOverFiles } from '../slices/operations/takeover/command.ts'
import { findAdministrator } from '../slices/operations/takeover/run-store.ts'
import { Takeovers } from '../slices/operations/takeover/takeover.ts'
import { admittedOnly } from '../slices/partners/owners/cover.ts'
import { openCover } from '../slices/partners/plan/room/cover.ts'

const usage = `npm run take-over -- --from ${takeoverSystems.join('|')} --file FILE [--file FILE] --by E [--source NAME] [--dry-run]`

const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** Takes over files of another system, in the name of an administrator. */
async function main(): Promise<void> {
  const { by, ...ordered } = readOptions(process.argv.slice(2))
  const config = readConfig(process.env, [])
  const database = await openDatabase(config, say)
  try {
    const { db } = database
    await migrate(db, systemClock.now())
    const found = await findAdministrator(db, by)
    if (!found) throw new StartError(`${by} is no administrator.`)
    const cover = admittedOnly(openCover(config.asksForPlans, config.timeZone))
    const runs = new Takeovers({ ...config, db, clock: systemClock, cover, send: async () => undefined })
    const caller = { ...found, role: 'administrator', ownerId: null } as const
    if (!(await takeOverFiles(runs, { ...ordered, caller }, say))) process.exitCode = 1
  } finally {
    await database.close()
  }
}

interface Options {
  system: TakeoverSystem
  source: string
  files: string[]
  by: string
  dryRun: boolean
}

function readOptions(args: string[]): Options {
  try {
    const text = { type: 'string' } as const
    const { values } = parseArgs({
      args,
      options: {
        from: text,
        by: text,
        source: text,
        file: { type: 'string', multiple: true },
        'dry-run': { type: 'boolean' },
      },
    })
    const { from, by, file = [], source = from } = values
    const system = takeoverSystems.find((one) => one === from)
    const absent = file.find((path) => !existsSync(path))
    if (absent !== undefined) throw new Error(`There is no file ${absent}.`)
    if (system && source && by && file.length > 0)
      return {
        system,
        source,
        by,
        files: file.map((path) => resolve(path)),
        dryRun: values['dry-run'] ?? false,
      }
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`)
  }
  throw new StartError(usage)
}

main().catch((error: unknown) => {
  if (error instanceof Failure) say(error.textIn('en'))
  else say(error instanceof StartError ? error.message : ((error as Error).stack ?? String(error)))
  process.exitCode = 1
})
