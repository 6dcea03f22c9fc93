import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import staticFiles from '@fastify/static'
import { type Language, languages } from '@stationmaster/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../general/language.ts'
import type { Readiness } from '../watching/readiness.ts'
import { Failure } from './failure.ts'
import { errorAnswer } from './http.ts'

/** What the build of the web application leaves. */
export const builtWeb = fileURLToPath(new URL('../../../../web/dist', import.meta.url))
/** web/src/i18n/index.ts */
const languageCookie = 'stationmaster.language'
const notPages = /^\/(api|ocpi|ocpp|health|metrics)(\/|$)/

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

/** Of what the build leaves, what is not served as a file: pages have addresses of their own, compressed forms stand for the plain. */
const notFiles = /^(pages|server)\/|\.br$/

export interface WebParts {
  publicUrl: string | null
  /** until it is ready the build may still be going on */
  readiness: Pick<Readiness, 'ready'>
  folder?: string
}

/**
 * Serves the web application: its files, and at every address that is not the server's own a page: as the build has drawn it, or
 * one for all. Which address of a listed page counts stands in a header, since the build does not know the host (RFC 6596).
 */
export async function serveWeb(
  app: FastifyInstance,
  { publicUrl, readiness, folder = builtWeb }: WebParts,
): Promise<void> {
  await app.register(staticFiles, {
    root: folder,
    // which file stands at an address is decided below
    serve: false,
    suppressWarning: true,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      if (!path.startsWith(join(folder, 'assets'))) return reply.header('cache-control', 'no-cache')
      // the names of built assets hold their hash
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      for (const name of pageHeaders) reply.removeHeader(name)
    },
  })
  let built: ReadonlySet<string> | undefined
  const look = (): ReadonlySet<string> => {
    const found = built ?? filesIn(folder)
    if (readiness.ready) built = found
    return found
  }
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request)
    if (!isRead(request) || notPages.test(path)) return notFound(request, reply)
    const files = look()
    if (asksForFile.test(path)) {
      const file = path.slice(1)
      return files.has(file) && !notFiles.test(file) ? reply.sendFile(file) : notFound(request, reply)
    }
    if (!files.has('index.html')) return readiness.ready ? notFound(request, reply) : starting(request, reply)
    if (publicUrl && listed.has(path))
      reply.header('link', `<${new URL(path, publicUrl).href}>; rel="canonical"`)
    const page = `pages/${shownLanguage(request)}/${path.slice(1) || 'index'}.html`
    return reply.header('vary', 'accept-language, cookie').sendFile(files.has(page) ? page : 'index.html')
  })
}

/** What the build has left, by path. */
const filesIn = (folder: string): ReadonlySet<string> =>
  new Set(
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll(sep, '/'))
      : [],
  )

/** What the visitor has chosen, else what the browser asks for. */
const shownLanguage = (request: FastifyRequest): string =>
  cookieOf(request, languageCookie) ?? languageOf(request.headers['accept-language'])

/** A cookie of a request. */
export function cookieOf({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim().split('='))
  return cookies.find(([found]) => found === name)?.[1]
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? ''

const asksForFile = /\.[a-z0-9]{1,8}$/i
const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = new Failure('request.not_found')
  return reply.code(failure.status).send(errorAnswer(failure, request))
}

/** Shown while the pages are not built yet: it loads itself again. */
function starting(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = new Failure('server.not_ready')
  return reply
    .code(failure.status)
    .header('retry-after', '1')
    .header('refresh', '1')
    .type('text/plain; charset=utf-8')
    .send(errorAnswer(failure, request).error)
}

/** Loads a module that the build of the web application makes for the server, once. */
export function drawingModule<T>(name: string): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= import(pathToFileURL(join(builtWeb, 'server', `${name}.js`)).href)
    return loading
  }
}

/** A page that the build has written in a language. */
export const builtPage = (language: Language, name: string): Promise<string> =>
  readFile(join(builtWeb, 'pages', language, `${name}.html`), 'utf8')

/** The language that the address names (`lang`), and the one in which the page is drawn: that, or else the visitor's. */
export function languagesOf(request: FastifyRequest): {
  requested: Language | undefined
  language: Language
} {
  const { lang } = request.query as { lang?: unknown }
  const requested = languages.find((one) => one === lang)
  const shown = shownLanguage(request)
  return { requested, language: requested ?? languages.find((one) => one === shown) ?? 'en' }
}
