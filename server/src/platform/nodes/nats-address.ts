import { readFileSync } from 'node:fs'

/** What NATS_URL says: where the servers are, how this one signs in, and the first word of its subjects. */
export interface NatsAddress {
  servers: string[]
  tls: boolean
  /** networks that share a NATS have different ones */
  prefix: string
  user?: string
  password?: string
  token?: string
  /** the content of a credentials file */
  credentials?: Uint8Array
}

const schemes = new Set(['nats:', 'tls:'])
const prefixes = /^[A-Za-z0-9_-]{1,40}$/

/**
 * Reads NATS_URL: nats://HOST:PORT, tls:// for TLS; several servers by commas, `user:password@` or `token@` of the first counts;
 * a path of one word where several networks share the servers, and `?creds=/path` for a credentials file. Throws an Error that says what is wrong.
 */
export function readNatsAddress(text: string): NatsAddress {
  const [first = '', ...others] = text.split(',')
  const urls = [first, ...others.map((other) => (other.includes('://') ? other : `nats://${other}`))].map(
    (one) => {
      if (!URL.canParse(one)) throw new Error('must be a URL such as nats://host:4222')
      return new URL(one)
    },
  )
  const [main] = urls as [URL]
  if (!urls.every(({ protocol, hostname }) => schemes.has(protocol) && hostname !== ''))
    throw new Error('must begin with nats:// or tls://')
  const prefix = main.pathname.replace(/^\/|\/$/g, '') || 'stationmaster'
  if (!prefixes.test(prefix)) throw new Error('has a path that is more than one word of letters and digits')
  const { creds, ...unknown } = Object.fromEntries(main.searchParams)
  if (Object.keys(unknown).length > 0) throw new Error('takes no other parameter than creds=/path')
  const user = decodeURIComponent(main.username)
  const password = decodeURIComponent(main.password)
  return {
    servers: urls.map(({ host }) => host),
    tls: main.protocol === 'tls:',
    prefix,
    ...(user && password ? { user, password } : user ? { token: user } : {}),
    ...(creds ? { credentials: readCredentials(creds) } : {}),
  }
}

function readCredentials(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new Error(`names credentials that cannot be read: ${(error as Error).message}`)
  }
}
