import { createHmac, timingSafeEqual } from 'node:crypto'
import { SECOND_MS } from '@stationmaster/units'

/** The component of a station that shows a code with a one-time password (2.1 part 2, C25). */
export const codeComponent = 'WebPaymentsCtrlr'
/** how long a password is shown */
export const codeSeconds = 60
/** 62^20: nobody guesses one */
export const codeLength = 20
/** of the way in which passwords are made */
export const codeVersion = 'v1'

/** A password of so many intervals ago was made by the station, and is too old. */
const rememberedSteps = 60
const letters = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** What a station and this network know, and nobody else; it follows from the server's own secret, so it is stored nowhere. */
export const codeSecretOf = (secretKey: string, stationId: string): string =>
  createHmac('sha256', secretKey).update(`code of station ${stationId}`).digest('base64url').slice(0, 32)

/** The interval of an instant. */
export const stepAt = (at: Date): number => Math.floor(at.getTime() / (codeSeconds * SECOND_MS))

/** The password that a station shows in an interval (2.1 part 2, C25, TOTP version 1). */
export function passwordOf(secret: string, step: number): string {
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha256', secret).update(time).digest()
  const offset = hash.readUInt8(hash.length - 1) & 0x0f
  return Array.from({ length: codeLength }, (_, at) =>
    letters.charAt(hash.readUInt8((offset + at) % hash.length) % letters.length),
  ).join('')
}

/**
 * The interval of a password: this one, the one before or the one after, as clocks differ and people need time; `old` for one that the
 * station has shown earlier, `foreign` for any other text.
 */
export function stepOfPassword(secret: string, password: string, now: Date): number | 'old' | 'foreign' {
  const given = Buffer.from(password)
  const matches = (step: number) => {
    const expected = Buffer.from(passwordOf(secret, step))
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  const current = stepAt(now)
  for (const step of [current, current - 1, current + 1]) if (matches(step)) return step
  for (let back = 2; back <= rememberedSteps; back += 1) if (matches(current - back)) return 'old'
  return 'foreign'
}

/** The address that a station shows, with the places that it fills in. */
export const codeTemplate = (baseUrl: string, stationNumber: number): string =>
  `${baseUrl}/charge/${stationNumber}?c={totp}&evse={evse}&v={version}`
