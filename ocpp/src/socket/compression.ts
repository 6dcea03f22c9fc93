/** What a window may hold, as a power of two: 2 KiB, since no message is compressed with what went before it. */
const windowBits = 11

/**
 * permessage-deflate as we speak it (RFC 7692; 2.0.1 part 4 requires it of a central system): the value for `ws`'s
 * perMessageDeflate. Each message is compressed by itself, in small windows and buffers, so that an idle socket keeps little.
 */
export const compression = {
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
  /** shorter answers would save less than the work and the memory are worth, bytes */
  threshold: 1024,
  concurrencyLimit: 4,
  zlibDeflateOptions: { memLevel: 4, chunkSize: 1024 },
  zlibInflateOptions: { chunkSize: 1024 },
}

/**
 * What we accept of a Sec-WebSocket-Extensions header, written as an offer: the first permessage-deflate that we support,
 * with its windows cut to ours; undefined when there is none, and the socket does without. A station that does not let us
 * choose the window that it compresses with keeps its own.
 */
export function boundedOffer(header: string | undefined): string | undefined {
  for (const offer of header?.split(',') ?? []) {
    const [name, ...parameters] = offer.split(';').map((part) => part.trim())
    const bounded = name === 'permessage-deflate' ? boundedParameters(parameters) : undefined
    if (bounded) return ['permessage-deflate', ...bounded].join('; ')
  }
  return undefined
}

/** Our side of one offer's parameters; undefined where we cannot accept it. */
function boundedParameters(parameters: readonly string[]): string[] | undefined {
  const given = new Map<string, string | undefined>()
  for (const parameter of parameters) {
    const [name = '', value] = parameter.split('=').map((part) => part.trim())
    if (given.has(name)) return undefined
    given.set(name, value?.replaceAll('"', ''))
  }
  // zlib writes no windows of 2^8 bytes, though it says so
  let ours: number | undefined = windowBits
  let theirs: number | undefined
  for (const [name, value] of given) {
    if (name === 'server_max_window_bits') ours = bitsIn(value, 9)
    else if (name === 'client_max_window_bits') theirs = value === undefined ? windowBits : bitsIn(value, 8)
    else if (!/^(server|client)_no_context_takeover$/.test(name) || value !== undefined) return undefined
    if (ours === undefined || (name === 'client_max_window_bits' && theirs === undefined)) return undefined
  }
  return [
    `server_max_window_bits=${ours}`,
    ...(theirs === undefined ? [] : [`client_max_window_bits=${theirs}`]),
  ]
}

function bitsIn(value: string | undefined, least: number): number | undefined {
  const bits = /^\d{1,2}$/.test(value ?? '') ? Number(value) : 0
  return bits >= least && bits <= 15 ? Math.min(bits, windowBits) : undefined
}
