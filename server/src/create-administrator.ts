import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { readConfig } from './config.ts'
import { audit } from './platform/audit.ts'
import { systemClock } from './platform/clock.ts'
import { openDatabase } from './platform/database.ts'
import { StartError } from './platform/database-fault.ts'
import { migrate } from './platform/migrate.ts'
import { inTransaction } from './platform/transaction.ts'
import { hashPassword } from './slices/managers/passwords.ts'
import { insertManager } from './slices/managers/store.ts'

const usage = 'npm run create-administrator -- --email E [--first-name F] [--last-name L]'

const say = (line: string): void => void process.stderr.write(`${line}\n`)

async function main(): Promise<void> {
  const { email, firstName, lastName } = readOptions(process.argv.slice(2))
  const database = await openDatabase(readConfig(process.env, []), say)
  try {
    const now = systemClock.now()
    await migrate(database.db, now)
    const password = drawPassword()
    const passwordHash = await hashPassword(password)
    await inTransaction(database.db, async (tx) => {
      const manager = {
        email,
        firstName,
        lastName,
        role: 'administrator' as const,
        passwordHash,
        createdAt: now,
      }
      const id = await insertManager(tx, manager)
      if (id === undefined) throw new StartError(`There is a manager with the e-mail ${email} already.`)
      const after = { email, role: manager.role }
      await audit(tx, {
        caller: null,
        action: 'manager.add',
        subjectType: 'manager',
        subjectId: id,
        after,
        at: now,
      })
    })
    process.stdout.write(`Administrator ${email}\nPassword      ${password}\n`)
  } finally {
    await database.close()
  }
}

function readOptions(args: string[]): { email: string; firstName: string; lastName: string } {
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

/** 15 random bytes as text, drawn until they satisfy the rule of sign-up: a lower-case letter and a digit. */
function drawPassword(): string {
  const password = randomBytes(15).toString('base64url')
  return /[a-z]/.test(password) && /\d/.test(password) ? password : drawPassword()
}

main().catch((error: unknown) => {
  say(error instanceof StartError ? error.message : ((error as Error).stack ?? String(error)))
  process.exitCode = 1
})
