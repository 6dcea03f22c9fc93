import { existsSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from './failure.ts'
import { errorAnswer } from './http.ts'
import { languageOf } from './language.ts'

/** What the build of the web application leaves. */
export const builtWeb = fileURLToPath(new URL('../../../web/dist', import.meta.url))
/** web/src/i18n/index.ts */
const languageCookie = 'stationmaster.language'
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

/** What search engines list. */
const listed = new Set([
  '/',
  '/login',
  '/signup',
  '/terms',
  '/privacy',
  '/support/app-manual',
  '/support/data-deletion-request',
])

/**
 * Serves the web application: its files, and at every address that is not the server's own a page: as the build has drawn it, or
 * one for all. Which address of a listed page counts stands in a header, since the build does not know the host (RFC 6596).
 */
export async function serveWeb(
  app: FastifyInstance,
  publicUrl: string | null,
  folder = builtWeb,
): Promise<void> {
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
      globIgnore: ['assets/**', 'pages/**', 'server/**', '**/*.br'],
      // which page stands at the root depends on who asks
      index: false,
      preCompressed: true,
      cacheControl: false,
      // the page names the assets and is asked for anew
      setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
    })
  }
  const prerendered = new Set(present ? pagesIn(join(folder, 'pages')) : [])
  const pageOf = (request: FastifyRequest): string => {
    const page = `${shownLanguage(request)}/${pathOf(request).slice(1) || 'index'}.html`
    return prerendered.has(page) ? `pages/${page}` : 'index.html'
  }
  app.setNotFoundHandler((request, reply) => {
    if (!present || !isPage(request)) return notFound(request, reply)
    const path = pathOf(request)
    if (publicUrl && listed.has(path))
      reply.header('link', `<${new URL(path, publicUrl).href}>; rel="canonical"`)
    return reply.header('vary', 'accept-language, cookie').sendFile(pageOf(request))
  })
}

/** Pages that the build has drawn, by language and path: web/prerender.ts. */
const pagesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll(sep, '/'))
    : []

/** What the visitor has chosen, else what the browser asks for. */
export function shownLanguage({ headers }: FastifyRequest): string {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim().split('='))
  const chosen = cookies.find(([name]) => name === languageCookie)?.[1]
  return chosen ?? languageOf(headers['accept-language'])
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? ''

function isPage(request: FastifyRequest): boolean {
  const { method } = request
  const path = pathOf(request)
  const asksForFile = /\.[a-z0-9]{1,8}$/i.test(path)
  return (method === 'GET' || method === 'HEAD') && !notPages.test(path) && !asksForFile
}

function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = new Failure('request.not_found')
  return reply.code(failure.status).send(errorAnswer(failure, request))
}
