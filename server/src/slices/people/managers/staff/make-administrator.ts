import { randomBytes } from 'node:crypto'
import { StartError } from '../../../../platform/database/database-fault.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { hashPassword } from '../signing-in/passwords.ts'
import { insertManager } from '../store.ts'

export interface NewAdministrator {
  email: string
  firstName: string
  lastName: string
}

/** Adds an administrator, for the person who runs the server. Resolves with the password; rejects when the e-mail is in use. */
export async function makeAdministrator(
  db: Db,
  { email, firstName, lastName }: NewAdministrator,
  now: Date,
): Promise<string> {
  const password = drawPassword()
  const passwordHash = await hashPassword(password)
  await inTransaction(db, async (tx) => {
    const role = 'administrator' as const
    const id = await insertManager(tx, { email, firstName, lastName, role, passwordHash, createdAt: now })
    if (id === undefined) throw new StartError(`There is a manager with the e-mail ${email} already.`)
    await audit(tx, {
      caller: null,
      action: 'manager.add',
      subjectType: 'manager',
      subjectId: id,
      after: { email, role },
      at: now,
    })
  })
  return password
}

/** 15 random bytes as text, drawn until they satisfy the rule of sign-up: a lower-case letter and a digit. */
function drawPassword(): string {
  const password = randomBytes(15).toString('base64url')
  return /[a-z]/.test(password) && /\d/.test(password) ? password : drawPassword()
}
