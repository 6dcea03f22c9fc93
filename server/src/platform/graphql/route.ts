import type { FastifyInstance } from 'fastify'
import type { Admit } from '../http/caller.ts'
import { schemaRead } from '../schema/schema-read.ts'
import { type Answer, bodySchema, longest, type Queries } from './graphql.ts'

/** Which scope it needs depends on the query. */
const anyScope = { scope: 'open', placed: true } as const

/**
 * Serves POST /api/graphql; who calls needs a bearer token or an API key, and every error carries `extensions.code`. What reads and runs
 * queries, a seventh of all that a start would read, is read at the first call.
 */
export function serveGraphql(
  app: FastifyInstance,
  { admit, queries }: { admit: Admit; queries: Queries },
): void {
  let answering: Promise<Answer> | undefined
  app.post('/api/graphql', { bodyLimit: 4 * longest }, async (request, reply) => {
    const { caller } = await admit(request, reply, anyScope)
    const body = schemaRead(bodySchema, request.body)
    answering ??= import('./answers.ts').then(({ openAnswers }) => openAnswers(queries))
    const answer = await answering
    return answer(body, { caller }, { request, reply })
  })
}
