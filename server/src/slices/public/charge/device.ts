import { createHash, createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { cookieOf } from '../../../platform/http/web.ts'

/** The cookie that holds a device's key; drivers' own programs send the key in the header `device-key`. */
const deviceCookie = 'stationmaster.charge'
const keyForm = /^[\w-]{43}$/

/** A device is forgotten when it has begun nothing for so long. */
const keptSeconds = 400 * 24 * 3600

/** The key by which a device finds its sessions again; null: it has begun none. */
export function deviceKeyOf(request: Pick<FastifyRequest, 'headers'>): string | null {
  const header = request.headers['device-key']
  const key = typeof header === 'string' ? header : cookieOf(request, deviceCookie)
  return key !== undefined && keyForm.test(key) ? key : null
}

/**
 * The key of a device that has none. It follows from its first request, so that a repeated request without its answer is known
 * again; nobody can make it without SECRET_KEY.
 */
export const newDeviceKey = (secretKey: string, requestId: string): string =>
  createHmac('sha256', secretKey).update(`device ${requestId}`).digest('base64url')

/** What the database keeps of a key: 256 random bits need no slow hash. */
export const hashOfDevice = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** The token of the page of a session that a device has begun: the device can be given it again, and it is kept nowhere. */
export const sessionToken = (secretKey: string, deviceKey: string, orderId: number): string =>
  createHmac('sha256', secretKey).update(`session ${deviceKey} ${orderId}`).digest('base64url')

/** The cookie that keeps a device's key in the browser: scripts cannot read it, and other sites cannot send it with calls. */
export const cookieOfDevice = (key: string, secure: boolean): string =>
  `${deviceCookie}=${key}; Path=/; Max-Age=${keptSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
