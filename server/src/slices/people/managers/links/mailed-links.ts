import type { Bearer } from '../../../../platform/http/secret-calls.ts'
import type { ManagersParts } from '../parts.ts'
import { isUsable, type Purpose } from './one-time-token-store.ts'

/** Checks a mailed link before anything is done. Throws auth.token_invalid, or request.too_many after many wrong ones. */
export async function expectUsable(
  { db, throttles }: Pick<ManagersParts, 'db' | 'throttles'>,
  bearer: Bearer,
  { token, purposes, at }: { token: string; purposes: readonly Purpose[]; at: Date },
): Promise<void> {
  const find = async () => (await isUsable(db, token, purposes, at)) || undefined
  await throttles.opened(bearer, at, find, 'auth.token_invalid')
}
