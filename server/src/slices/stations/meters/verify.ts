import { verify } from 'node:crypto'
import type { SignedContent } from './content.ts'
import { type Ocmf, parseOcmf } from './ocmf.ts'
import { curveOf, fingerprintOf, keyObject, type PublicKey, parsePublicKey } from './public-key.ts'

/** A key that is known of a station. `confirmed`: a person says that it is the meter's. */
export interface KnownKey {
  publicKey: string
  confirmed: boolean
}

/**
 * What can be said of one signed value. `valid`: signed with a key that a person has confirmed. `self_declared`: signed with a key that
 * only the station itself names. `wrong`: it is not what the meter has signed, or another key has signed it.
 */
export type SignatureResult = 'valid' | 'self_declared' | 'wrong' | 'not_checkable'

/** Why a value cannot be checked. */
export type Unchecked = 'format' | 'unreadable' | 'algorithm' | 'no_key' | 'bad_key'

export interface Checked {
  result: SignatureResult
  /** null: it has been checked */
  why: Unchecked | null
  /** null where it is no OCMF that can be read */
  ocmf: Ocmf | null
  /** the key that it was checked with; null: none */
  key: PublicKey | null
}

/** Checks a signed value with the keys that are known of its station's meter, and the one that came with it. */
export function checkSigned(content: SignedContent, known: readonly KnownKey[]): Checked {
  if (content.format !== 'OCMF') return unchecked('format', null)
  const ocmf = parseOcmf(content.data)
  if (!ocmf) return unchecked('unreadable', null)
  const curve = curveOf(ocmf.algorithm)
  if (!curve) return unchecked('algorithm', ocmf)
  const confirmed = keysOf(known.filter((one) => one.confirmed).map(({ publicKey }) => publicKey))
  const reported = keysOf([
    ...known.filter((one) => !one.confirmed).map(({ publicKey }) => publicKey),
    ...(content.publicKey === null ? [] : [content.publicKey]),
  ])
  const signedBy = (key: PublicKey) => {
    const object = keyObject(key, curve)
    return object !== null && isSignedBy(ocmf, object)
  }
  const own = confirmed.find(signedBy)
  if (own) return { result: 'valid', why: null, ocmf, key: own }
  const [first] = confirmed
  // where the meter's key is known, no other key speaks for it
  if (first) return { result: 'wrong', why: null, ocmf, key: first }
  const declared = reported.find(signedBy)
  if (declared) return { result: 'self_declared', why: null, ocmf, key: declared }
  const [other] = reported
  if (other) return { result: 'wrong', why: null, ocmf, key: other }
  return unchecked(known.length > 0 || content.publicKey !== null ? 'bad_key' : 'no_key', ocmf)
}

const unchecked = (why: Unchecked, ocmf: Ocmf | null): Checked => ({
  result: 'not_checkable',
  why,
  ocmf,
  key: null,
})

/** The keys that can be read, each once. */
function keysOf(texts: readonly string[]): PublicKey[] {
  const keys = texts.flatMap((text) => parsePublicKey(text) ?? [])
  return [...new Map(keys.map((key) => [fingerprintOf(key), key])).values()]
}

function isSignedBy({ payload, signature }: Ocmf, key: Parameters<typeof verify>[2]): boolean {
  try {
    return verify('sha256', Buffer.from(payload, 'utf8'), key, signature)
  } catch {
    return false
  }
}
