import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller } from '../http/caller.ts'

/** What every resolver is given. */
export interface GraphqlContext {
  caller: Caller
}

/** The fields of `Query` by name; a long list is answered `paced`. */
export type Queries = Readonly<Record<string, (given: never, context: GraphqlContext) => Promise<unknown>>>

/** of a query, characters */
export const longest = 20_000

export const bodySchema = z.object({
  query: z.string().min(1).max(longest),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().max(200).nullish(),
})

/** Answers a query, or sends why it cannot be answered. */
export type Answer = (
  body: z.infer<typeof bodySchema>,
  context: GraphqlContext,
  call: { request: FastifyRequest; reply: FastifyReply },
) => Promise<unknown>
