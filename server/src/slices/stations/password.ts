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

/**
 * The kept hash that a handshake's password fits, the present one's or that of one sent since; 'open' for a station without a
 * password, which is let in with any; null: let nobody in. Takes the same time either way.
 */
export function fittingHash(
  secret: Uint8Array | string,
  station: { id: string; passwordHash: string | null; nextPasswordHashes: readonly string[] },
  password: Buffer | null,
): string | null {
  const given = Buffer.from(hashStationPassword(secret, station.id, password ?? ''), 'hex')
  const fits = (hash: string) => {
    const wanted = Buffer.from(hash, 'hex')
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  }
  const kept = [
    ...(station.passwordHash === null ? [] : [station.passwordHash]),
    ...station.nextPasswordHashes,
  ]
  const fitting = password === null ? undefined : kept.filter(fits)[0]
  return fitting ?? (station.passwordHash === null ? 'open' : null)
}
