import { z } from 'zod'

/** The codes of answers. 1xxx: done; 2xxx: the caller's fault; 3xxx: the answering side's; 4xxx: a hub's. */
export const statusCodes = {
  success: 1000,
  clientError: 2000,
  invalidParameters: 2001,
  notEnoughInformation: 2002,
  unknownLocation: 2003,
  unknownToken: 2004,
  serverError: 3000,
  unusableApi: 3001,
  unsupportedVersion: 3002,
  noMatchingEndpoints: 3003,
  hubError: 4000,
  unknownReceiver: 4001,
  hubTimeout: 4002,
  receiverNotConnected: 4003,
} as const
export type StatusName = keyof typeof statusCodes

/** What every answer is wrapped in; of an error there is no `data`. */
export interface Envelope {
  data?: unknown
  status_code: number
  status_message?: string
  timestamp: string
}

/** The envelope of an answer, made at `at`. */
export function envelopeOf(
  at: Date,
  answer: { data?: unknown; status?: StatusName; message?: string },
): Envelope {
  return {
    ...(answer.data === undefined ? {} : { data: answer.data }),
    status_code: statusCodes[answer.status ?? 'success'],
    ...(answer.message === undefined ? {} : { status_message: answer.message }),
    timestamp: at.toISOString(),
  }
}

/** An envelope that a partner sent: a code outside the lists is one of its own, of the range that it begins. */
export const envelope = z.object({
  data: z.unknown().optional(),
  status_code: z.number().int().min(1000).max(4999),
  status_message: z.string().nullish(),
  timestamp: z.string().nullish(),
})

/** Whether an answer with this code did what was ordered. */
export const isSuccess = (code: number) => code >= 1000 && code < 2000

/** Names of headers, in lower case as Node.js has them. */
export const headers = {
  requestId: 'x-request-id',
  correlationId: 'x-correlation-id',
  toPartyId: 'ocpi-to-party-id',
  toCountryCode: 'ocpi-to-country-code',
  fromPartyId: 'ocpi-from-party-id',
  fromCountryCode: 'ocpi-from-country-code',
  link: 'link',
  totalCount: 'x-total-count',
  limit: 'x-limit',
} as const

/** How a credentials token stands in the header: base64 by the standard, plain with many partners of 2.2 and before. */
export type TokenEncoding = 'base64' | 'plain'

/** The value of the Authorization header for a credentials token. */
export const authorizationOf = (token: string, encoding: TokenEncoding) =>
  `Token ${encoding === 'base64' ? Buffer.from(token, 'utf8').toString('base64') : token}`

/**
 * The credentials tokens that a header may mean, with the encoding of each: one that could be base64 may be plain as well, so only
 * what is known about partners decides. None: it is no header of this kind.
 */
export function tokensIn(authorization: string | undefined): { token: string; encoding: TokenEncoding }[] {
  const sent = /^token +(\S+) *$/i.exec(authorization ?? '')?.[1]
  if (sent === undefined || !isToken(sent)) return []
  const decoded = /^[A-Za-z0-9+/]+={0,2}$/.test(sent) ? decodedOf(sent) : undefined
  const plain = { token: sent, encoding: 'plain' as const }
  return decoded === undefined ? [plain] : [{ token: decoded, encoding: 'base64' }, plain]
}

/** What base64 means as a token. The standard's own example ends in a line feed, as `echo` and partners write it. */
function decodedOf(sent: string): string | undefined {
  const text = Buffer.from(sent, 'base64').toString('utf8').replace(/\n$/, '')
  return isToken(text) ? text : undefined
}

/** Whether a text can be a credentials token: ASCII that prints, without blanks. */
const isToken = (text: string) => /^[\x21-\x7e]{1,255}$/.test(text)

/** The value of the Link header for the page that follows. */
export const nextPage = (url: string) => `<${url}>; rel="next"`

/** The address of the page that follows, which may be relative to the one that was called; absent on the last page. */
export function nextPageIn(link: string | undefined, called: string): string | undefined {
  for (const part of (link ?? '').split(/,(?= *<)/)) {
    const found = /^ *<([^>]*)>(.*)$/.exec(part)
    if (found && /;\s*rel="?next"?/i.test(found[2] ?? '') && URL.canParse(found[1] ?? '', called))
      return new URL(found[1] ?? '', called).href
  }
  return undefined
}
