import { contract, type SingleSignOnReturn } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../../api/calls/request.ts'
import { device } from '../../../../api/device.ts'
import { session } from '../../../../api/session.ts'
import { loadManager } from '../session-actions.ts'

const { singleSignOn } = contract

/** How one logs in here. */
export const providerQuery = queryOptions({
  queryKey: ['single-sign-on', 'options'],
  queryFn: ({ signal }) => request(singleSignOn.options, {}, signal),
  staleTime: 60_000,
})

/** of this tab: what proves that it is the one that went to the provider */
const storageKey = 'stationmaster.single-sign-on'

interface Begun {
  url: string
  browser_secret: string
}

/** Sends the browser to the provider; the page goes away, so nothing follows. */
async function leaveFor({ url, browser_secret }: Begun): Promise<never> {
  sessionStorage.setItem(storageKey, browser_secret)
  window.location.assign(url)
  return new Promise<never>(() => undefined)
}

export const logInAtProvider = async (): Promise<never> => leaveFor(await request(singleSignOn.begin, {}))

export const connectOwn = async (currentPassword?: string): Promise<never> =>
  leaveFor(await request(singleSignOn.link, { body: { current_password: currentPassword } }))

export const tryLogIn = async (): Promise<never> => leaveFor(await request(singleSignOn.try, {}))

/** Ends what was begun, by the address that the provider has sent the browser back to. */
export async function comeBack(search: string): Promise<SingleSignOnReturn> {
  const browser_secret = sessionStorage.getItem(storageKey) ?? 'none'
  sessionStorage.removeItem(storageKey)
  const parameters = Object.fromEntries(new URLSearchParams(search))
  const body = { browser_secret, parameters, device_token: device.token() }
  const returned = await request(singleSignOn.comeBack, { body })
  if (returned.tokens) await enterWith(returned.tokens)
  return returned
}

/** Sends the code of the second factor. */
export async function giveCode(pending: string, code: string): Promise<void> {
  const body = { pending, code, device_token: device.token() }
  await enterWith(await request(singleSignOn.giveCode, { body }))
}

type Entered = NonNullable<SingleSignOnReturn['tokens']>

async function enterWith({ device_token, ...tokens }: Entered): Promise<void> {
  device.keep(device_token)
  session.clear()
  session.setTokens(tokens, true)
  await loadManager()
}
