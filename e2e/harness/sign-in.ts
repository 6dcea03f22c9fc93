import { expect, type Page } from '@playwright/test'
import { type Account, credentials } from './rest.ts'

/** Signs in as a person does, through the form, and waits for the page that was asked for, the dashboard unless told. */
export async function signIn(page: Page, url: string, account: Account, asked = '/dashboard'): Promise<void> {
  await page.goto(`${url}/login`)
  await fillIn(page, credentials(account))
  await expect(page).toHaveURL(`${url}/dashboard`)
  if (asked !== '/dashboard') await page.goto(`${url}${asked}`)
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
