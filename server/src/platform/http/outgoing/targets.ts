import { lookup as resolveName } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

/** Networks in which no partner is: our own, and those that lead nowhere (the registries of IANA for special addresses, RFC 6890). */
const special: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
]

const closed = new BlockList()
for (const [network, length] of special) closed.addSubnet(network, length, familyOf(network))

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}

const isIn = (networks: BlockList, address: string): boolean => networks.check(address, familyOf(address))

/** Where the server may call. */
export interface Reach {
  /** networks of the operator's own that partners may be in */
  privateNetworks: BlockList
  /** public addresses are called without TLS too: what they answer is signed, and nothing of ours is secret in the question */
  plainToPublic?: boolean
}

/**
 * Whether the server calls an address that somebody else has named: a public one over TLS (or else `plainToPublic`), or one in a
 * network that the operator allows, there over plain http too.
 */
export const mayCall = (
  address: string,
  { privateNetworks, plainToPublic = false }: Reach,
  isPlain: boolean,
): boolean =>
  isIP(address) !== 0 &&
  (isIn(privateNetworks, address) || ((plainToPublic || !isPlain) && !isIn(closed, address)))

/** An address that is not to be called; it is thrown before anything is sent there. */
export class ForbiddenTarget extends Error {
  constructor(readonly host: string) {
    super(`${host} is not to be called`)
    this.name = 'ForbiddenTarget'
  }
}

/**
 * The URL of a target that somebody else has named. Throws ForbiddenTarget where it is none, is neither http nor https, holds a
 * log-in, or is an address that is not to be called. What a name resolves to is judged when a connection is opened (`lookupIn`).
 */
export function targetOf(text: string, reach: Reach): URL {
  if (!URL.canParse(text)) throw new ForbiddenTarget(text.slice(0, 200))
  const url = new URL(text)
  const host = hostOf(url)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (!isWeb || url.username !== '' || url.password !== '') throw new ForbiddenTarget(host)
  if (isIP(host) !== 0 && !mayCall(host, reach, isPlain(url))) throw new ForbiddenTarget(host)
  return url
}

/** The host of a URL, an address of IPv6 without its brackets. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

export const isPlain = ({ protocol }: URL): boolean => protocol !== 'https:'

/**
 * How a socket finds the addresses of a name: only those that may be called. The address that was judged is so the one that is
 * connected to, whatever the name resolves to a moment later.
 */
export const lookupIn =
  (reach: Reach, plain: boolean): LookupFunction =>
  (host, options, found) => {
    resolveName(host, { all: true }, (error, all) => {
      if (error) return found(error, [])
      const open = all.filter(({ address }) => mayCall(address, reach, plain))
      const [first] = open
      if (!first) return found(new ForbiddenTarget(host), [])
      if (options.all) found(null, open)
      else found(null, first.address, first.family)
    })
  }
