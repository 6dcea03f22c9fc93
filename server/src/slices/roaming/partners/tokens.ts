import { createHash, randomBytes } from 'node:crypto'

/** A new credentials token: 43 characters that go unharmed through any header. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is kept of a token that others send us: 256 bits that nobody guesses need no slow hash. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
