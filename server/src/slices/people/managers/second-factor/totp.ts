import { createHash, randomBytes } from 'node:crypto'
import { SECOND_MS } from '@stationmaster/units'
import { Secret, TOTP } from 'otpauth'

const periodSeconds = 30
/** codes of the step before and after are accepted too: clocks differ, and typing takes time */
const stepsAside = 1
const issuer = 'Stationmaster'

/** A new secret of 160 bits (RFC 4226, section 4), in Base32. */
export const drawSecret = (): string => new Secret({ size: 20 }).base32

/** The text of the QR code for an authenticator. All authenticators support SHA-1, six digits and 30 s. */
export const uriOf = (secret: string, email: string): string => authenticator(secret, email).toString()

/** The time step of a code: the present one, the one before or the one after; null for another code. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  // the library throws when the text has more bytes than characters
  if (!isTimeCode(code)) return null
  const timestamp = now.getTime()
  const aside = authenticator(secret).validate({ token: code, timestamp, window: stepsAside })
  return aside === null ? null : Math.floor(timestamp / SECOND_MS / periodSeconds) + aside
}

const authenticator = (secret: string, label = issuer): TOTP =>
  new TOTP({
    issuer,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: Secret.fromBase32(secret),
  })

/** A code without the spaces and dashes that people type. */
export const plainCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toLowerCase()

/** Six digits come from an authenticator; anything else is a recovery code. */
export const isTimeCode = (code: string): boolean => /^\d{6}$/.test(code)

const recoveryCodes = 10
/** Crockford's Base32: no letter looks like a digit */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/** New recovery codes of 80 random bits each, e.g. `k3v9-0x2m-q7rt-8h1d`. */
export const drawRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodes }, () => {
    const text = [...randomBytes(16)].map((byte) => letters[byte % letters.length]).join('')
    // the text has 16 letters
    return text.match(/.{4}/g)!.join('-')
  })

/** Only the hash of a recovery code is stored; 80 random bits need no slow hash. */
export const hashRecoveryCode = (code: string): string =>
  createHash('sha256').update(plainCode(code)).digest('hex')
