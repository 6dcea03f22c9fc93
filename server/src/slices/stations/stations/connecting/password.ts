import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'

/** Letters and digits that nobody takes for one another on a small display; all are in 2.0.1's passwordString. */
const characters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
/** Bytes of 1.6's AuthorizationKey at most; 2.0.1's BasicAuthPassword takes 16 to 40 characters. */
const passwordLength = 20

/** A password that a station of either version takes, also typed in by hand: 20 characters, more than 115 random bits. */
export const drawPassword = (): string =>
  Array.from({ length: passwordLength }, () => characters[randomInt(characters.length)]).join('')

/**
 * Keyed HMAC-SHA-256 (hex) of a station's OCPP password. These passwords are random and of our own making, so a slow
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
 * The kept hash that a handshake's password fits, the present one's or that of one sent since; 'open' for a
 * station without a password, which is accepted with any; null: none fits. Takes the same time either way.
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
