import { ProviderUnknown } from './port.ts'

export interface ProviderAnswer {
  status: number
  /** null: there is none */
  body: unknown
  headers: Headers
}

/**
 * Asks a provider over HTTP. Returns each answer about the request, a refusal too; throws ProviderUnknown where
 * nobody can know whether it was done: no answer in time, a closed socket, a failure of the provider's own, an answer that is no JSON.
 */
export async function askProvider(
  url: string,
  request: { method?: string; headers: Record<string, string>; body?: string },
  timeoutMs: number,
): Promise<ProviderAnswer> {
  let answer: Response
  let body: unknown
  try {
    answer = await fetch(url, { ...request, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    const text = await answer.text()
    body = text === '' ? null : JSON.parse(text)
  } catch (error) {
    throw new ProviderUnknown(`no answer: ${error instanceof Error ? error.message : String(error)}`)
  }
  const { status } = answer
  // with these the same request is sent again later: 401 and 403 once our own key is right
  if (status >= 500 || [401, 403, 408, 425, 429].includes(status))
    throw new ProviderUnknown(`status ${status}`)
  return { status, body, headers: answer.headers }
}
