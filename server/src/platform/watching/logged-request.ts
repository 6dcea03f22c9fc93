import type { FastifyRequest } from 'fastify'
import { withoutKeys } from '../secrets/key-shape.ts'

/** What follows one of these up to the next slash is a secret that gives access: mailed links, stations' uploads, files, cards. */
const secretFolders = [
  '/api/v1/uploads/',
  '/api/v1/files/',
  '/api/v1/firmware-files/',
  '/api/v1/id-tokens/',
  '/api/v1/auth/manager/password-change-requests/',
  '/api/v1/pay/',
  '/pay/',
  '/auth/verify-email/',
  '/auth/password-change/',
  '/auth/keep-email/',
]
/** Parameters that hold a ticket or a token. */
const secretParameter = /([?&](?:ticket|token)=)[^&#]*/gi

/** What a log line tells of a request: no header, no body, no secret, whatever its length. */
export const loggedRequest = ({
  method,
  url,
  remoteAddress,
}: Pick<FastifyRequest, 'method' | 'url' | 'remoteAddress'>) => ({
  method,
  url: masked(url),
  remoteAddress,
})

function masked(url: string): string {
  const whole = withoutKeys(url.replaceAll(secretParameter, '$1***'))
  const folder = secretFolders.find((one) => whole.toLowerCase().startsWith(one))
  if (!folder) return whole
  const end = whole.slice(folder.length).search(/[/?#]/)
  return `${whole.slice(0, folder.length)}***${end < 0 ? '' : whole.slice(folder.length + end)}`
}
