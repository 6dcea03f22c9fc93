import { parseArgs } from 'node:util'
import { readConfig } from '../config/config.ts'
import { StartError } from '../platform/database/database-fault.ts'
import { backUp, restore } from '../platform/general/backup.ts'
import { systemClock } from '../platform/general/clock.ts'

const usages: Record<string, string> = {
  backup: 'npm run backup -- --to FOLDER',
  restore: 'npm run restore -- --from FOLDER',
}

async function main(): Promise<void> {
  const [verb = '', ...args] = process.argv.slice(2)
  const { to, from } = readOptions(verb, args)
  const config = readConfig(process.env, [])
  if (config.databaseUrl) {
    throw new StartError('DATABASE_URL is set: use pg_dump and pg_restore, as docs/operations.md shows.')
  }
  if (verb === 'backup') {
    say(`The backup is in ${await backUp(config, to)}`)
    if (config.fileStore.kind === 's3') say('Files that rest in the S3 store are not in it.')
  } else {
    const aside = await restore(config, from, systemClock.now())
    say(
      `The database in ${config.dataDir} is that of the backup${aside ? `; the one before is in ${aside}` : ''}`,
    )
  }
}

function readOptions(verb: string, args: string[]): { to: string; from: string } {
  const usage = usages[verb] ?? Object.values(usages).join('\n')
  try {
    const { values } = parseArgs({ args, options: { to: { type: 'string' }, from: { type: 'string' } } })
    const { to = '', from = '' } = values
    if ((verb === 'backup' && to && !from) || (verb === 'restore' && from && !to)) return { to, from }
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`)
  }
  throw new StartError(usage)
}

const say = (line: string): void => void process.stderr.write(`${line}\n`)

main().catch((error: unknown) => {
  say(error instanceof StartError ? error.message : ((error as Error).stack ?? String(error)))
  process.exitCode = 1
})
