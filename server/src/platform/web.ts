import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from './failure.ts'
import { errorAnswer } from './http.ts'

const built = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const notPages = /^\/(api|ocpp|health|metrics)(\/|$)/

/** What a browser heeds on a page; on a file of one they would only be weight, a kilobyte each. */
const pageHeaders = [
  'content-security-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** Serves the web application: its files, and its one page at every address that is not the server's own. */
export async function serveWeb(app: FastifyInstance, folder = built): Promise<void> {
  const present = existsSync(join(folder, 'index.html'))
  if (present) {
    await app.register(staticFiles, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      cacheControl: false,
      decorateReply: false,
      // the names of built assets hold their hash
      setHeaders: (reply) => {
        reply.header('cache-control', 'public, max-age=31536000, immutable')
        for (const name of pageHeaders) reply.removeHeader(name)
      },
    })
    await app.register(staticFiles, {
      root: folder,
      // file by file: an unknown address goes to the page, not to the plugin's own 404
      wildcard: false,
      globIgnore: ['assets/**', '**/*.br'],
      preCompressed: true,
      cacheControl: false,
      // the page names the assets and is asked for anew
      setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (present && isPage(request)) return reply.sendFile('index.html')
    return notFound(request, reply)
  })
}

function isPage({ method, url }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? ''
  const asksForFile = /\.[a-z0-9]{1,8}$/i.test(path)
  return (method === 'GET' || method === 'HEAD') && !notPages.test(path) && !asksForFile
}

function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = new Failure('request.not_found')
  return reply.code(failure.status).send(errorAnswer(failure, request))
}
