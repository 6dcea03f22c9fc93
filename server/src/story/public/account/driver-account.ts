import type { DriverTokens } from '@stationmaster/contract'
import type { FastifyInstance } from 'fastify'
import { keptSecret } from '../../../config/kept-secret.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { addressIn } from '../../../slices/public/account/sign-in/address.ts'
import { insertAddressCode } from '../../../slices/public/account/sign-in/address-code-store.ts'
import type { World } from '../../world/world.ts'

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

interface Answered<T> {
  status: number
  text: string
  body: T
  bytes: Buffer
}

/** A driver who is logged in. */
export interface AccountOf {
  id: number
  token: string
  refreshToken: string
  call<T>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<Answered<T>>
}

/** Logs a driver in at a world's server. */
export async function openAccount(
  world: World,
  contact: { email?: string; phone?: string },
): Promise<AccountOf> {
  const { app } = world.server
  const { access_token: token, refresh_token: refreshToken } = await logDriverIn(
    { db: world.db, app, now: world.clock.now(), dataDir: world.dataDir },
    contact,
  )
  const call: AccountOf['call'] = async (method, path, body) => {
    const answer = await app.inject({
      method,
      url: `/api/v1/${path}`,
      headers: { authorization: `Bearer ${token}`, 'user-agent': 'Firefox/140.0 (Android 15)' },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const json = String(answer.headers['content-type'] ?? '').startsWith('application/json')
    const parsed = json && answer.body !== '' ? JSON.parse(answer.body) : undefined
    return { status: answer.statusCode, text: answer.body, body: parsed, bytes: answer.rawPayload }
  }
  const { body } = await call<{ id: number }>('GET', 'driver/me')
  return { id: body.id, token, refreshToken, call }
}
