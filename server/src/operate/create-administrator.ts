import { parseArgs } from 'node:util'
import { z } from 'zod'
import { type Config, readConfig } from '../config/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { StartError } from '../platform/database/database-fault.ts'
import { migrate } from '../platform/database/migrating/migrate.ts'
import { FolderLocked } from '../platform/files/folder-lock.ts'
import { systemClock } from '../platform/general/clock.ts'
import { askServer } from '../platform/listeners/control-socket.ts'
import {
  makeAdministrator,
  type NewAdministrator,
} from '../slices/people/managers/staff/make-administrator.ts'

const usage = 'npm run create-administrator -- --email E [--first-name F] [--last-name L]'

const say = (line: string): void => void process.stderr.write(`${line}\n`)

async function main(): Promise<void> {
  const account = readOptions(process.argv.slice(2))
  const config = readConfig(process.env, [])
  const password = await makeHere(config, account).catch((error: unknown) => {
    if (!(error instanceof FolderLocked)) throw error
    return askServer(config.dataDir, 'administrator', JSON.stringify(account))
  })
  process.stdout.write(`Administrator ${account.email}\nPassword      ${password}\n`)
}

async function makeHere(config: Config, account: NewAdministrator): Promise<string> {
  const database = await openDatabase(config, say)
  try {
    const now = systemClock.now()
    await migrate(database.db, now)
    return await makeAdministrator(database.db, account, now)
  } finally {
    await database.close()
  }
}

function readOptions(args: string[]): NewAdministrator {
  const options = {
    email: { type: 'string' },
    'first-name': { type: 'string' },
    'last-name': { type: 'string' },
  } as const
  let values: { email?: string; 'first-name'?: string; 'last-name'?: string }
  try {
    values = parseArgs({ args, options }).values
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`)
  }
  const email = z.email().safeParse(values.email?.trim())
  if (!email.success) throw new StartError(`--email needs an e-mail address.\n${usage}`)
  return {
    email: email.data,
    firstName: values['first-name'] ?? 'Administrator',
    lastName: values['last-name'] ?? '',
  }
}

main().catch((error: unknown) => {
  say(error instanceof StartError ? error.message : ((error as Error).stack ?? String(error)))
  process.exitCode = 1
})
