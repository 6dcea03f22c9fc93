import { contract } from '@stationmaster/contract'
import { request } from '../../../api/calls/request.ts'
import { device } from '../../../api/device.ts'
import { session } from '../../../api/session.ts'

/**
 * Logs in and loads the manager. Throws ApiError with auth.wrong_credentials, auth.blocked, auth.too_many_attempts, or auth.code_needed
 * and auth.code_wrong for an account with a second factor.
 */
export async function logIn(email: string, password: string, code?: string): Promise<void> {
  const body = { email, password, code, device_token: device.token() }
  const { device_token, ...tokens } = await request(contract.auth.logIn, { body })
  device.keep(device_token)
  session.setTokens(tokens, false)
  await loadManager()
}

interface SignUp {
  email: string
  first_name: string
  last_name: string
  password: string
}

/** Signs up and then in; throws ApiError with manager.exists. */
export async function signUp({ email, first_name, last_name, password }: SignUp): Promise<void> {
  const body = { email, first_name, last_name, password, subscriber: true }
  await request(contract.auth.signUp, { body })
  await logIn(email, password)
}

/** Requests the mail with the link to a new password; the answer does not show whether the account exists. */
export async function askPassword(email: string): Promise<void> {
  await request(contract.auth.askPassword, { body: { email } })
}

/** Chooses a password with a mailed token. All sessions end, also that of this browser. Throws auth.token_invalid. */
export async function setPassword(token: string, newPassword: string): Promise<void> {
  await request(contract.auth.setPassword, { params: { token }, body: { new_password: newPassword } })
  session.clear()
}

/** Changes the own password; all other sessions end. Throws auth.password_needed when the log-in is some time old. */
export async function changeOwnPassword(newPassword: string, currentPassword?: string): Promise<void> {
  const id = session.get()?.manager?.id
  if (id === undefined) return
  const body = { new_password: newPassword, current_password: currentPassword }
  await request(contract.managers.change, { params: { id }, body })
}

/** Confirms an address with a mailed token; throws auth.token_invalid. */
export async function verifyEmail(token: string): Promise<true> {
  await request(contract.auth.verifyEmail, { body: { token } })
  if (session.get()) await loadManager().catch(() => undefined)
  return true
}

/** Objects to a new address from the old mailbox. All sessions end, also that of this browser. Throws auth.token_invalid. */
export async function keepEmail(token: string): Promise<void> {
  await request(contract.auth.keepEmail, { body: { token } })
}

let lastRead: Promise<void> | undefined

async function readManager(): Promise<void> {
  const known = () => JSON.stringify(session.get()?.manager)
  const before = known()
  const manager = await request(contract.auth.currentManager, {})
  // a change made here in the meantime may be newer than the loaded state
  if (session.get() && known() !== before) return readManager()
  session.setManager(manager)
}

/** Loads the manager of the session again. */
export function loadManager(): Promise<void> {
  const reading = readManager()
  lastRead = reading
  reading.catch(() => {
    if (lastRead === reading) lastRead = undefined
  })
  return reading
}

/** Loads the manager that the browser remembers from the last visit again, once: role and name may have changed. */
export const readRememberedManager = (): Promise<void> => lastRead ?? loadManager()

/** Ends the session here at once, and on the server. */
export function logOut(): void {
  const kept = session.get()
  session.clear()
  if (kept?.singleSignOn) void endAtProvider(kept.refreshToken)
  else if (kept) void endOnServer(kept.refreshToken)
}

/** Ends the session here and at the provider, where the browser goes for that. */
async function endAtProvider(refreshToken: string): Promise<void> {
  const body = { refresh_token: refreshToken }
  const ended = await request(contract.singleSignOn.logOut, { body }).catch(() => undefined)
  if (ended?.url) window.location.assign(ended.url)
}

async function endOnServer(refreshToken: string): Promise<void> {
  await request(contract.auth.logOut, { body: { refresh_token: refreshToken } }).catch(() => undefined)
}
