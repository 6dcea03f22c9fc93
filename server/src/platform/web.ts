import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from './failure.ts'
import { errorAnswer } from './http.ts'

const built = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const notPages = /^\/(api|ocpp|health|metrics)(\/|$)/

/** Serves the web application: its files, and its one page at every address that is not the server's own. */
export async function serveWeb(app: FastifyInstance, folder = built): Promise<void> {
  const present = existsSync(join(folder, 'index.html'))
  if (present) {
    await app.register(staticFiles, {
      root: folder,
      // file by file: an unknown address goes to the page, not to the plugin's own 404
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // the names of built assets hold their hash; the page names them and is asked for anew
        reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      },
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
