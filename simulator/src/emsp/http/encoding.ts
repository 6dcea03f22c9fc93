/** How a credentials token is written in a header: the standard's way, or as many partners still do. */
export type TokenEncoding = 'base64' | 'plain'

/** The value of an Authorization header. */
export const authorizationOf = (token: string, encoding: TokenEncoding): string =>
  `Token ${encoding === 'base64' ? Buffer.from(token, 'utf8').toString('base64') : token}`

/** The credentials token of an Authorization header, read in one encoding only; null where there is none. */
export function tokenIn(header: string | undefined, encoding: TokenEncoding): string | null {
  const [scheme, written, more] = (header ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'token' || !written || more !== undefined) return null
  if (encoding === 'plain') return written
  const token = Buffer.from(written, 'base64').toString('utf8')
  // decoding skips what is no base64, so that a plain token would become another one
  return Buffer.from(token, 'utf8').toString('base64') === written ? token : null
}
