import type { FastifyRequest } from 'fastify'

/** A word of this length in an address is a mailed link's token or a download's ticket: it must not stand in a log. */
const secret = /[\w.~-]{40,}/g

/** What a log line tells of a request: no header, no body, no secret. */
export const loggedRequest = ({ method, url, ip }: Pick<FastifyRequest, 'method' | 'url' | 'ip'>) => ({
  method,
  url: url.replaceAll(secret, '***'),
  remoteAddress: ip,
})
