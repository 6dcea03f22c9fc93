import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../config/config.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { StartError } from '../platform/database/database-fault.ts'
import { migrate } from '../platform/database/migrating/migrate.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { systemClock } from '../platform/general/clock.ts'
import { rebuildTotals } from '../slices/money/ledger/totals-store.ts'
import { readExport } from '../slices/operations/full-export/read/read.ts'
import type { Scope } from '../slices/operations/full-export/scope.ts'
import { isLocation, listOwnLocations } from '../slices/operations/full-export/scope-store.ts'
import { prepareExport, writeExport } from '../slices/operations/full-export/write/export.ts'
import { folderSink, isWhole } from '../slices/operations/full-export/write/folder.ts'
import { inOnePicture } from '../slices/operations/full-export/write/picture-store.ts'
import { rebuildAllHours } from '../upkeep/hours.ts'

const usage = `npm run export -- --to FOLDER [--owner ID | --location ID] [--with-secrets]
npm run export -- --read FOLDER [--without-secrets]

--to               writes everything to a folder; run again with the same folder, it goes on where it was
--owner            only what belongs to an owner
--location         only what belongs to a location
--with-secrets     with passwords and keys, sealed under SECRET_KEY
--read             reads a folder into an empty database
--without-secrets  leaves out the secrets that it holds`

const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** Writes everything to a folder, for whoever leaves or keeps it elsewhere, and reads it into an empty database. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (!options) {
    process.stdout.write(`${usage}\n`)
    return
  }
  const config = readConfig(process.env, [])
  const database = await openDatabase(config, say)
  try {
    await migrate(database.db, systemClock.now())
    if ('read' in options) await read(config, database, options)
    else await write(config, database, options)
  } finally {
    await database.close()
  }
}

interface ToFolder {
  to: string
  owner: number | null
  location: number | null
  withSecrets: boolean
}

interface FromFolder {
  read: string
  withoutSecrets: boolean
}

/** undefined: it is to say how it is used. */
function readOptions(args: string[]): ToFolder | FromFolder | undefined {
  try {
    const text = { type: 'string' } as const
    const flag = { type: 'boolean' } as const
    const { values } = parseArgs({
      args,
      options: {
        to: text,
        read: text,
        owner: text,
        location: text,
        'with-secrets': flag,
        'without-secrets': flag,
        help: { ...flag, short: 'h' },
      },
    })
    if (values.help) return undefined
    const [owner, location] = [idIn(values.owner), idIn(values.location)]
    const withSecrets = values['with-secrets'] ?? false
    const isPart = owner !== null || location !== null
    if (values.to && !values.read && !(owner && location) && !(isPart && withSecrets))
      return { to: resolve(values.to), owner, location, withSecrets }
    if (values.read && !values.to && !isPart)
      return { read: resolve(values.read), withoutSecrets: values['without-secrets'] ?? false }
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`)
  }
  throw new StartError(usage)
}

function idIn(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Error(`${text} is no number of an owner or a location.`)
  return Number(text)
}

async function write(config: Config, { db }: Database, options: ToFolder): Promise<void> {
  const { to, withSecrets } = options
  if (isWhole(to)) throw new StartError(`${to} holds an export that is whole: name another folder.`)
  const scope = await scopeOf({ db }, options)
  mkdirSync(to, { recursive: true, mode: 0o700 })
  mustBeSame(to, JSON.stringify({ scope, withSecrets }))
  const begun = systemClock.now()
  let rows = 0
  const ready = await prepareExport(db, folderSink(to))
  await inOnePicture(db, (picture) =>
    writeExport(
      { clock: { now: () => begun }, store: openFileStore(config.fileStore), currency: config.currency },
      ready,
      {
        scope,
        picture,
        secretKey: withSecrets ? config.secretKey : null,
        rowsMost: 200_000,
        onPart: (note) => {
          rows += note.rows
          say(
            `${note.files[0]?.path ?? 'A file is missing from the store'}: ${note.rows} rows, ${rows} in all`,
          )
        },
      },
    ),
  )
  say(`The export is in ${to}`)
}

async function scopeOf({ db }: Pick<Database, 'db'>, { owner, location }: ToFolder): Promise<Scope> {
  if (location !== null) {
    if (!(await isLocation(db, location))) throw new StartError(`There is no location ${location}.`)
    return { locationIds: [location], ownerId: null }
  }
  if (owner === null) return null
  const locationIds = await listOwnLocations(db, owner)
  if (locationIds.length === 0) throw new StartError(`The owner ${owner} has no locations.`)
  return { locationIds, ownerId: owner }
}

/** A folder that was begun goes on only with the same: half of an export is of no use with half of another. */
function mustBeSame(folder: string, request: string): void {
  const path = join(folder, 'request.json')
  if (existsSync(path) && readFileSync(path, 'utf8') !== request)
    throw new StartError(`An export of something else was begun in ${folder}: name another folder.`)
  writeFileSync(path, request)
}

async function read(config: Config, { db }: Database, { read, withoutSecrets }: FromFolder): Promise<void> {
  const secretKey = withoutSecrets ? null : config.secretKey
  const manifest = await readExport({ db, store: openFileStore(config.fileStore), secretKey, say }, read)
  if (manifest.read.from !== manifest.read.to) {
    await inTransaction(db, rebuildTotals)
    await inTransaction(db, rebuildAllHours)
  }
  say('Everything is read.')
  if (!manifest.secrets || withoutSecrets)
    say(
      'No secrets are: people set a password by mail (npm run create-administrator for the first), stations need new ones.',
    )
}

main().catch((error: unknown) => {
  say(error instanceof StartError ? error.message : ((error as Error).stack ?? String(error)))
  process.exitCode = 1
})
