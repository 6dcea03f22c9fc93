import type { z } from 'zod'
import { ProviderRefusal } from './port.ts'

/** What a provider's notice says in JSON; throws ProviderRefusal where it is no JSON, or has another shape. */
export function readNotice<T>(raw: string, schema: z.ZodType<T>): T {
  const answer = schema.safeParse(jsonOf(raw))
  if (!answer.success) throw new ProviderRefusal('not_a_notice')
  return answer.data
}

function jsonOf(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}
