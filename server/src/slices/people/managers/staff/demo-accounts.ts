import type { Role } from '@stationmaster/contract'
import type { Db } from '../../../../platform/schema/schema.ts'
import { hashPassword } from '../signing-in/passwords.ts'
import { findManagerByEmail, insertManager } from '../store.ts'

export const demoPassword = 'demo-pass-1'

export const demoAccounts: readonly { email: string; role: Role; firstName: string; lastName: string }[] = [
  {
    email: 'administrator@demo.stationmaster.example',
    role: 'administrator',
    firstName: 'Anna',
    lastName: 'Sedova',
  },
  { email: 'manager@demo.stationmaster.example', role: 'manager', firstName: 'Martin', lastName: 'Krause' },
  { email: 'operator@demo.stationmaster.example', role: 'operator', firstName: 'Oleg', lastName: 'Vetrov' },
  {
    email: 'accounter@demo.stationmaster.example',
    role: 'accounter',
    firstName: 'Irina',
    lastName: 'Belova',
  },
  {
    email: 'developer@demo.stationmaster.example',
    role: 'app-developer',
    firstName: 'Jonas',
    lastName: 'Lindner',
  },
]

/** Makes the demo accounts that are not there yet, one of each role. */
export async function insertDemoAccounts(db: Db, createdAt: Date): Promise<void> {
  const present = await Promise.all(demoAccounts.map(({ email }) => findManagerByEmail(db, email)))
  if (!present.includes(undefined)) return
  const passwordHash = await hashPassword(demoPassword)
  for (const account of demoAccounts)
    await insertManager(db, { ...account, passwordHash, emailVerifiedAt: createdAt, createdAt })
}
