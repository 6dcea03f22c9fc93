import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { TLSSocket } from 'node:tls'

/** Networks that have a name in TRUST_PROXY. */
const named: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}
const countMost = 10

/**
 * The proxies in front of the server, and so the one place that knows where a request came from; calls, webhooks, stations' sockets, logs
 * and limits use it. Of X-Forwarded-For it trusts what our own proxies added, from the right: what stands further left was written by
 * the client.
 */
export class Proxies {
  private constructor(
    /** whether the hop at an address, so many before this server, is one of ours */
    private readonly isOurs: (address: string, nth: number, request: IncomingMessage) => boolean,
    /** whether TRUST_PROXY is set, also to none */
    readonly areConfigured: boolean,
  ) {}

  /** TRUST_PROXY is not set: no proxy is trusted. */
  static readonly unconfigured = new Proxies(() => false, false)

  /** By their number (`1`; `0` or `false`: there are none) or their addresses and networks (`loopback, 10.0.0.0/8`), as TRUST_PROXY gives them; null: it is neither. */
  static read(text: string): Proxies | null {
    if (text === 'false') return Proxies.counted(0)
    if (/^\d{1,2}$/.test(text)) return Proxies.counted(Number(text))
    const networks = readNetworks(text)
    if (!networks) return null
    return new Proxies((address) => networks.check(address, familyOf(address)), true)
  }

  /** At our own TLS listener stations connect without a proxy, so a number of proxies does not count there. */
  private static counted(count: number): Proxies | null {
    if (count > countMost) return null
    return new Proxies((_address, nth, { socket }) => nth < count && !(socket instanceof TLSSocket), true)
  }

  /** The address that a request came from, without port and zone, IPv4 as IPv4; empty: its socket has ended. */
  addressOf(request: IncomingMessage): string {
    let address = plainAddress(request.socket.remoteAddress ?? '') ?? ''
    const hops = String(request.headers['x-forwarded-for'] ?? '').split(',')
    for (let nth = 0; address !== '' && this.isOurs(address, nth, request); nth++) {
      const before = plainAddress(hops.pop() ?? '')
      // what cannot be read is nobody: the nearest that is known stands for it
      if (before === null) break
      address = before
    }
    return address
  }

  /** Whether a request came over TLS: to us, or to the proxy that passed it on. */
  overTls(request: IncomingMessage): boolean {
    const { socket, headers } = request
    if (socket instanceof TLSSocket) return true
    const address = plainAddress(socket.remoteAddress ?? '')
    if (address === null || !this.isOurs(address, 0, request)) return false
    const protocol = String(headers['x-forwarded-proto'] ?? '')
      .split(',')
      .at(-1)
      ?.trim()
    return protocol?.toLowerCase() === 'https'
  }
}

/** Addresses and networks with commas between them (`loopback, 10.0.0.0/8`); null: one of them is neither. */
export function readNetworks(text: string): BlockList | null {
  const networks = new BlockList()
  const list = text.split(',').flatMap((one) => named[one.trim()] ?? [one.trim()])
  return list.every((one) => addNetwork(networks, one)) ? networks : null
}

/** Whether an address is in one of some networks. */
export const isWithin = (networks: BlockList, address: string): boolean =>
  isIP(address) !== 0 && networks.check(address, familyOf(address))

/** Adds an address, or a network with its length (`10.0.0.0/8`); false where it is neither, or is everybody. */
function addNetwork(networks: BlockList, text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const bits = isIP(address) === 4 ? 32 : 128
  if (isIP(address) === 0 || address.includes('%') || more.length > 0) return false
  if (prefix === undefined) networks.addAddress(address, familyOf(address))
  else {
    const length = /^\d{1,3}$/.test(prefix) ? Number(prefix) : 0
    if (length < 1 || length > bits) return false
    networks.addSubnet(address, length, familyOf(address))
  }
  return true
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** An address as sockets and proxies write it (`::ffff:192.0.2.1`, `192.0.2.1:5060`, `[2001:db8::1]:443`, `fe80::1%eth0`), plain; null: none. */
function plainAddress(text: string): string | null {
  const written = text.trim().replace(/^"(.*)"$/, '$1')
  const bare =
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(written)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(written)?.[1] ?? written
  const [address = ''] = bare.toLowerCase().split('%', 1)
  if (isIP(address) === 0) return null
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address
}

/** What counts as one where addresses are bounded: a customer of a provider has 2^64 IPv6 addresses, the /64 that is theirs. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const front = head.split(':').filter((group) => group !== '')
  const back = tail?.split(':').filter((group) => group !== '') ?? []
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  const groups = [...front, ...zeros, ...back].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
