import type { Page } from '@playwright/test'
import { type Account, logIn } from './looks/rest.ts'

/** Where a browser keeps who is signed in. */
export const sessionKey = 'stationmaster.session'

/** Where the sidebar of an account begins. */
export const startOf = (account: Account): string =>
  account === 'accounter' ? '/statistics-by-day' : '/dashboard'

/** Opens a page as a signed-in account, by default the account's first page. */
export async function signIn(
  page: Page,
  url: string,
  account: Account,
  path = startOf(account),
): Promise<void> {
  await keepSession(page, url, account)
  await page.goto(url + path)
}

/** Lets a browser keep what it would after a log-in through the form, which costs three pages and has stories of its own. */
export async function keepSession(page: Page, url: string, account: Account): Promise<void> {
  const { access_token: accessToken, refresh_token: refreshToken } = await logIn(url, account)
  // a page of the same origin that runs nothing
  await page.goto(`${url}/favicon.svg`)
  await page.evaluate(
    ([key, tokens]) => {
      const session = { version: 1, ...tokens, accessTokenLastUpdatedAt: Date.now(), manager: null }
      localStorage.setItem(key, JSON.stringify(session))
    },
    [sessionKey, { accessToken, refreshToken }] as const,
  )
}

/** Fills in the log-in form and sends it. */
export async function fillIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}
