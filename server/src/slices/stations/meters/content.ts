import { signedObject } from '@stationmaster/ocpp'

/** How a signed value is written, as the transparency software names it. */
export const signedFormats = ['OCMF', 'ALFEN', 'EDL_40_P', 'EDL_40_MENNEKES', 'unknown'] as const
export type SignedFormat = (typeof signedFormats)[number]

/** A signed value taken out of what its station has wrapped around it. */
export interface SignedContent {
  format: SignedFormat
  /** what the meter has signed: text where it is OCMF, else as it came */
  data: string
  /** the key that came with it */
  publicKey: string | null
}

interface Sent {
  data: string
  encodingMethod?: string | null
  publicKey?: string | null
}

/**
 * What a station has sent as a signed value: plain, in base64 or in hexadecimal digits; in 1.6 also the object of 2.0.1 as a JSON
 * text, which stations send because the format has no place for a key.
 */
export function contentOf(sent: Sent): SignedContent {
  const { data, encodingMethod, publicKey } = signedObject(sent.data) ?? sent
  const key = publicKey?.trim() ? publicKey : null
  for (const text of [data, hexText(data), base64Text(data)]) {
    if (text === null) continue
    const trimmed = text.trim()
    if (trimmed.startsWith('OCMF|')) return { format: 'OCMF', data: trimmed, publicKey: key }
    if (trimmed.startsWith('AP;')) return { format: 'ALFEN', data: trimmed, publicKey: key }
  }
  return { format: otherFormat(data, encodingMethod ?? ''), data, publicKey: key }
}

/** A message of SML begins with these bytes. */
const smlBegin = '1b1b1b1b01010101'

function otherFormat(data: string, method: string): SignedFormat {
  if (/mennekes/i.test(method)) return 'EDL_40_MENNEKES'
  const bytes = hexBytes(data) ?? Buffer.from(data, 'base64')
  return /edl/i.test(method) || bytes.subarray(0, 8).toString('hex') === smlBegin ? 'EDL_40_P' : 'unknown'
}

/** The bytes that hexadecimal digits say, blanks between them; null where the text is something else. */
export function hexBytes(text: string): Buffer | null {
  const digits = text.replaceAll(/[\s:]/g, '')
  return digits.length > 0 && digits.length % 2 === 0 && /^[\da-f]+$/i.test(digits)
    ? Buffer.from(digits, 'hex')
    : null
}

const hexText = (text: string): string | null => hexBytes(text)?.toString('utf8') ?? null

const base64Text = (text: string): string | null =>
  /^[\w+/\s-]+={0,2}$/.test(text.trim()) ? Buffer.from(text, 'base64').toString('utf8') : null
