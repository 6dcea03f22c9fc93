import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Language, NetworkPlace } from '@stationmaster/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../../platform/http/failure.ts'
import { builtPage, builtWeb, drawingModule, languagesOf } from '../../../platform/http/web.ts'
import { listOf, placeOf } from './linked-data.ts'
import type { PublicNetwork } from './public-network.ts'
import { addressOf, sitemapOf } from './sitemap.ts'

export interface PagesParts {
  /** null when the operator has switched it off */
  shown: PublicNetwork | null
  publicUrl: string | null
  /** sites that may show the pages in a frame */
  embedOrigins: readonly string[]
}

/** The module that the build of the web application makes for the server (web/src/prerender.tsx). */
interface Drawing {
  drawPlace(blank: string, language: Language, place: NetworkPlace): Promise<string>
}

/** the most rendered pages in the cache */
const maxCached = 500

/** Renders the pages on the server; a page of a location is kept while the location stays the same. */
function openPages({ shown, publicUrl }: PagesParts) {
  const drawing = drawingModule<Drawing>('prerender')
  const draw = async (language: Language, place: NetworkPlace): Promise<string> =>
    (await drawing()).drawPlace(await builtPage(language, 'network-place'), language, place)
  const cache = new Map<string, { of: string; page: string }>()

  const place = async (language: Language, id: number): Promise<string | undefined> => {
    const found = await shown?.find(id)
    if (!found) return undefined
    const of = scriptText(found)
    const key = `${language} ${id}`
    const cached = cache.get(key)
    if (cached?.of === of) return cached.page
    const drawn = await draw(language, found)
    const page = drawn.replace('</body>', () =>
      [
        `  <script type="application/json" id="place">${of}</script>`,
        `  <script type="application/ld+json">${scriptText(placeOf(found, publicUrl))}</script>`,
        '</body>',
      ].join('\n  '),
    )
    cache.delete(key)
    cache.set(key, { of, page })
    // a cache that is not empty has a first key
    if (cache.size > maxCached) cache.delete(cache.keys().next().value!)
    return page
  }

  const list = async (language: Language): Promise<string | undefined> => {
    if (!shown) return undefined
    const data = scriptText(listOf(await shown.list(), publicUrl))
    return (await builtPage(language, 'network')).replace(
      '</body>',
      () => `  <script type="application/ld+json">${data}</script>\n  </body>`,
    )
  }
  return { place, list }
}

/**
 * Serves /network and /network/{location}, in the language of `lang` or else the visitor's. They are rendered on the server, so that
 * people see them before any script runs and search engines can read them. They hold linked data, and allowed sites may frame them.
 */
export function networkPages(app: FastifyInstance, parts: PagesParts): void {
  const { shown, publicUrl, embedOrigins } = parts
  const { place, list } = openPages(parts)

  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    page: (language: Language) => Promise<string | undefined>,
  ) => {
    const { requested, language } = languagesOf(request)
    mayBeFramed(reply, embedOrigins)
    const text = await page(language)
    if (publicUrl && text !== undefined) {
      const { pathname } = new URL(request.url, publicUrl)
      reply.header('link', `<${addressOf(publicUrl, pathname, requested)}>; rel="canonical"`)
    }
    return reply
      .code(text === undefined ? 404 : 200)
      .headers({ 'cache-control': 'no-cache', vary: 'accept-language, cookie' })
      .type('text/html; charset=utf-8')
      .send(text ?? (await readFile(join(builtWeb, 'index.html'), 'utf8')))
  }

  app.get('/robots.txt', (_request, reply) => {
    const map = publicUrl && shown ? `\nSitemap: ${new URL('/sitemap.xml', publicUrl).href}\n` : ''
    return reply.type('text/plain; charset=utf-8').send(`User-agent: *\nDisallow: /api/\n${map}`)
  })
  app.get('/sitemap.xml', async (_request, reply) => {
    // without the public URL the host of the addresses is not known
    if (!publicUrl || !shown) throw new Failure('request.not_found')
    const ids = (await shown.list()).map(({ id }) => id)
    return reply.type('application/xml; charset=utf-8').send(Readable.from(sitemapOf(publicUrl, ids)))
  })
  app.get('/network', (request, reply) => send(request, reply, list))
  app.get<{ Params: { id: string } }>('/network/:id', (request, reply) =>
    send(request, reply, async (language) =>
      /^\d{1,15}$/.test(request.params.id) ? place(language, Number(request.params.id)) : undefined,
    ),
  )
}

/** Lets the given sites show a page in a frame. */
function mayBeFramed(reply: FastifyReply, origins: readonly string[]): void {
  if (origins.length === 0) return
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header(
    'content-security-policy',
    policy.replace("frame-ancestors 'none'", `frame-ancestors ${origins.join(' ')}`),
  )
  // the older header cannot hold a list
  reply.removeHeader('x-frame-options')
}

/** A value as the text of a script element. `<` is escaped, because a closing tag would end the element. */
const scriptText = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
