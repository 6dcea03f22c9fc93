import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contract, languages } from '@stationmaster/contract'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../../config/config.ts'
import { languageOf } from '../../../platform/general/language.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import { KeptAnswer } from '../../../platform/http/kept-answer.ts'
import { builtWeb, languagesOf } from '../../../platform/http/web.ts'
import { feedOf, pageOf } from './page.ts'
import type { StatusBoard } from './status.ts'

interface StatusParts {
  /** null: the operator does not show it */
  status: StatusBoard | null
  config: Pick<Config, 'timeZone' | 'publicUrl'>
}

/** how long a client may keep an answer */
const keepSeconds = 15

/** How the network is, for programs; 404 unless the operator shows it. */
export function statusRoutes(rest: Rest, { status: board, config }: StatusParts): void {
  const read = async () => {
    const status = await board?.read()
    if (!status) throw new Failure('request.not_found')
    return status
  }
  route(rest, contract.networkStatus.read, async () =>
    KeptAnswer.of(JSON.stringify(await read()), 'application/json; charset=utf-8', keepSeconds),
  )
  route(rest, contract.networkStatus.rss, async ({ query, request }) => {
    const language =
      languages.find((one) => one === query.lang) ?? languageOf(request.headers['accept-language'])
    const { timeZone, publicUrl } = config
    const address = new URL('/status', publicUrl ?? `http://${request.headers.host ?? 'localhost'}`).href
    const feed = feedOf(await read(), { language, timeZone }, address)
    return KeptAnswer.of(feed, 'application/rss+xml; charset=utf-8', keepSeconds)
  })
}

/** The page /status, drawn here for each request, without a script. */
export function statusPage(app: FastifyInstance, { status: board, config }: StatusParts): void {
  app.get('/status', async (request, reply) => {
    const status = await board?.read()
    if (!status)
      return reply
        .code(404)
        .type('text/html; charset=utf-8')
        .send(await readFile(join(builtWeb, 'index.html'), 'utf8'))
    const { language } = languagesOf(request)
    return reply
      .headers({ 'cache-control': `public, max-age=${keepSeconds}`, vary: 'accept-language, cookie' })
      .type('text/html; charset=utf-8')
      .send(pageOf(status, { language, timeZone: config.timeZone }))
  })
}
