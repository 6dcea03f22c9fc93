import type { DriverTokens } from '@stationmaster/contract'
import type { FastifyInstance } from 'fastify'
import { keptSecret } from '../../../config/kept-secret.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { addressIn } from '../../../slices/public/account/sign-in/address.ts'
import { insertAddressCode } from '../../../slices/public/account/sign-in/address-code-store.ts'

/** Logs a driver in who has an address, as with a code that came there. */
export async function logDriverIn(
  { db, app, now, dataDir }: { db: Db; app: FastifyInstance; now: Date; dataDir: string },
  contact: { email?: string; phone?: string },
): Promise<DriverTokens> {
  const code = '246813'
  const expiresAt = new Date(now.getTime() + 60_000)
  const of = {
    secretKey: keptSecret(dataDir),
    address: addressIn(contact),
    purpose: 'sign-in',
    code,
  } as const
  await db.transaction().execute((tx) => insertAddressCode(tx, of, { sentAt: now, expiresAt }))
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/driver/auth/sign-in',
    payload: { ...contact, code },
  })
  if (answer.statusCode !== 200) throw new Error(`A driver could not log in: ${answer.body}`)
  return answer.json()
}
