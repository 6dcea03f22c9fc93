import type { Raising, Version } from '../commands/actions.ts'
import type { CommandOf } from '../station-command.ts'

/**
 * AuthorizationKey is written in hexadecimal digits of its bytes (1.6 security whitepaper, clause 4.4); stations that take the
 * digits for the password itself are as common, so either may come back.
 */
export const passwordDigits = (password: string): string => Buffer.from(password).toString('hex')

export const passwordReadings: Version['passwordReadings'] = (password) => [
  Buffer.from(password),
  Buffer.from(passwordDigits(password)),
]

/** The standard has no message for another address: most models have a key of their own, which counts after a restart. */
export const move: Version['move'] = ({ url, key }) =>
  key === undefined
    ? { unsupported: 'in OCPP 1.6 only a key of the model holds the address' }
    : writeAddress(key, url)

function* writeAddress(name: string, value: string): Raising {
  yield { type: 'configure', name, value }
  yield { type: 'reset', whenIdle: true }
}

/** The station reconnects by itself, to the same address, over TLS (1.6 security whitepaper, clause 4.4). */
export function* raiseProfile({ securityProfile }: CommandOf<'raise_profile'>): Raising {
  yield { type: 'configure', name: 'SecurityProfile', value: String(securityProfile) }
}
