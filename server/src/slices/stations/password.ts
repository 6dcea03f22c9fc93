import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** 20 random bytes as text: 27 characters, below the 40 of OCPP 1.6's AuthorizationKey. */
export const drawPassword = (): string => randomBytes(20).toString('base64url')

/**
 * Keyed HMAC-SHA-256 (hex) of a station's OCPP password. These passwords are 20 random bytes of our own making, so a slow
 * hash would protect nothing and cost 30 ms a station in a reconnect storm.
 */
export function hashStationPassword(
  secret: Uint8Array | string,
  stationId: string,
  password: Buffer | string,
): string {
  return createHmac('sha256', secret).update(`${stationId}:`).update(password).digest('hex')
}

/** Whether a handshake's password is the station's; a station without one is let in with any. Takes the same time either way. */
export function checkStationPassword(
  secret: Uint8Array | string,
  station: { id: string; passwordHash: string | null },
  password: Buffer | null,
): boolean {
  if (station.passwordHash === null) return true
  const given = Buffer.from(hashStationPassword(secret, station.id, password ?? ''), 'hex')
  const wanted = Buffer.from(station.passwordHash, 'hex')
  return given.length === wanted.length && timingSafeEqual(given, wanted) && password !== null
}
