import { type Protocol, protocols } from '../protocol.ts'

/**
 * The first subprotocol that we speak of those that a station offers, which come in its order of preference (RFC 6455 clause
 * 4.1); false when there is none: the value for `ws`'s handleProtocols.
 */
export function chooseProtocol(offered: Iterable<string>): Protocol | false {
  const spoken = new Set<string>(protocols)
  return ([...offered].find((name) => spoken.has(name)) as Protocol | undefined) ?? false
}

const longestIdentity = 255

/**
 * The station's identity: the last part of the URL's path, decoded, be there a slash behind it; null when there is none that can be read
 * (OCPP-J clause 3.1.1).
 */
export function parseIdentity(pathname: string): string | null {
  // before an identity there is the endpoint's own path
  const path = /^\/[^/]+\/[^/]+\/$/.test(pathname) ? pathname.slice(0, -1) : pathname
  const encoded = path.slice(path.lastIndexOf('/') + 1)
  try {
    const identity = decodeURIComponent(encoded)
    const printable = identity !== '' && identity.length <= longestIdentity && !/\p{Cc}/u.test(identity)
    return printable ? identity : null
  } catch {
    return null
  }
}

/**
 * The password of an HTTP Basic header, as bytes (they may be any), null when the header is absent, malformed or names
 * another user than the station. The identity may hold colons, so it is split off by its known length.
 */
export function parseBasicAuth(header: string | undefined, stationId: string): Buffer | null {
  const encoded = /^basic +([a-z0-9+/_-]+={0,2}) *$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return null
  const credentials = Buffer.from(encoded, 'base64')
  const user = Buffer.from(`${stationId}:`)
  return credentials.subarray(0, user.length).equals(user) ? credentials.subarray(user.length) : null
}
