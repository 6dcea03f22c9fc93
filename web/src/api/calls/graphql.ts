import { learnServerTime } from '../live/server-clock.ts'
import { authorizedFetch } from '../tokens.ts'
import { ApiError, type ApiErrorCode, errorOf } from './api-error.ts'

interface GraphqlAnswer<T> {
  data?: T | null
  errors?: { message: string; extensions?: { code?: ApiErrorCode } }[]
}

/** Posts a GraphQL query; throws ApiError with the first error's code. */
export async function graphql<T>(
  query: string,
  variables: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<T> {
  const answer = await authorizedFetch('/api/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
    ...(signal ? { signal } : {}),
  })
  learnServerTime(answer.headers.get('date'), Date.now())
  if (!answer.ok) throw await errorOf(answer)
  const { data, errors }: GraphqlAnswer<T> = await answer.json()
  const first = errors?.[0]
  if (first || !data) {
    throw new ApiError(first?.extensions?.code ?? 'server.failed', answer.status, first?.message ?? 'no data')
  }
  return data
}
