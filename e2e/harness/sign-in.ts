import { expect, type Page } from '@playwright/test'
import { type Account, credentials } from './rest.ts'

/** Where the sidebar of an account begins. */
export const startOf = (account: Account): string =>
  account === 'accounter' ? '/statistics-by-day' : '/dashboard'

/** Signs in as a person does, through the form, and waits for the page that was asked for, their first one unless told. */
export async function signIn(page: Page, url: string, account: Account, asked?: string): Promise<void> {
  await page.goto(`${url}/login`)
  await fillIn(page, credentials(account))
  await expect(page).toHaveURL(url + startOf(account))
  if (asked !== undefined && asked !== startOf(account)) await page.goto(url + asked)
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
