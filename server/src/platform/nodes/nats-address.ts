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
  /** the authorities, in PEM, that vouch for the servers' certificates instead of those that Node knows */
  authorities?: string
}

const schemes = new Set(['nats:', 'tls:'])
const prefixes = /^[A-Za-z0-9_-]{1,40}$/

/**
 * Reads NATS_URL: nats://HOST:PORT, tls:// for TLS; several servers by commas, `user:password@` or `token@` of the first counts;
 * a path of one word where several networks share the servers, `?creds=/path` for a credentials file, and with tls:// `?ca=/path` for
 * authorities of one's own. Throws an Error that says what is wrong.
 */
export function readNatsAddress(text: string): NatsAddress {
  const [main, ...others] = readUrls(text)
  const prefix = main.pathname.replace(/^\/|\/$/g, '') || 'stationmaster'
  if (!prefixes.test(prefix)) throw new Error('has a path that is more than one word of letters and digits')
  const { creds, ca, ...unknown } = Object.fromEntries(main.searchParams)
  if (Object.keys(unknown).length > 0)
    throw new Error('takes no other parameters than creds=/path and ca=/path')
  const tls = main.protocol === 'tls:'
  if (ca !== undefined && !tls) throw new Error('takes ca=/path with tls:// only')
  const [user, password] = readUser(main)
  return {
    servers: [main, ...others].map(({ host }) => host),
    tls,
    prefix,
    ...(user && password ? { user, password } : user ? { token: user } : {}),
    ...(creds === undefined ? {} : { credentials: readCredentials(creds) }),
    ...(ca === undefined ? {} : { authorities: readAuthorities(ca) }),
  }
}

/** The servers as URLs of one scheme; what is said beside the address of one is said with the first. */
function readUrls(text: string): [URL, ...URL[]] {
  const [first = '', ...others] = text.split(',')
  const scheme = first.replace(/:.*/s, '')
  const parse = (one: string) => {
    if (!URL.canParse(one)) throw new Error('must be a URL such as nats://host:4222')
    return new URL(one)
  }
  const main = parse(first)
  const rest = others.map((other) => parse(other.includes('://') ? other : `${scheme}://${other}`))
  if (![main, ...rest].every(({ protocol, hostname }) => schemes.has(protocol) && hostname !== ''))
    throw new Error('must begin with nats:// or tls://')
  if (rest.some(({ protocol }) => protocol !== main.protocol))
    throw new Error('must name either nats:// or tls:// for all servers')
  if (rest.some(({ pathname, search }) => pathname.length > 1 || search !== ''))
    throw new Error('must have its path and its parameters behind the first server')
  return [main, ...rest]
}

function readUser({ username, password }: URL): [string, string] {
  if (username === '' && password !== '') throw new Error('has a password without a user')
  try {
    return [decodeURIComponent(username), decodeURIComponent(password)]
  } catch {
    throw new Error('must have % in its user and password as %25')
  }
}

function readCredentials(path: string): Uint8Array {
  const content = readContent(path, 'credentials')
  if (!['BEGIN NATS USER JWT', 'BEGIN USER NKEY SEED'].every((part) => content.includes(part)))
    throw new Error('names a file that holds no credentials of NATS')
  return content
}

function readAuthorities(path: string): string {
  const content = readContent(path, 'certificates').toString()
  if (!content.includes('BEGIN CERTIFICATE')) throw new Error('names a file that holds no certificate')
  return content
}

function readContent(path: string, what: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new Error(`names ${what} that cannot be read: ${(error as Error).message}`)
  }
}
