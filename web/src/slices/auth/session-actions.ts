import { loadContract } from '../../api/load-contract.ts'
import { queryClient } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'
import { session } from '../../api/session.ts'

/** Signs in and learns who did; throws ApiError with auth.wrong_credentials, auth.blocked or auth.too_many_attempts. */
export async function logIn(email: string, password: string): Promise<void> {
  const contract = await loadContract()
  session.setTokens(await request(contract.auth.logIn, { body: { email, password } }))
  await loadManager()
}

/** Reads the signed-in manager anew: roles and names may have changed since the last visit. */
export async function loadManager(): Promise<void> {
  const contract = await loadContract()
  session.setManager(await request(contract.auth.currentManager, {}))
}

/** Ends the session here at once and revokes its refresh token on the server. */
export function logOut(): void {
  const kept = session.get()
  session.clear()
  queryClient.clear()
  if (kept) void revoke(kept.refreshToken)
}

async function revoke(refreshToken: string): Promise<void> {
  const contract = await loadContract()
  await request(contract.auth.logOut, { body: { refresh_token: refreshToken } }).catch(() => undefined)
}
