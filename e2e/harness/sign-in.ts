import { expect, type Page } from '@playwright/test'
import { type Account, credentials } from './rest.ts'

/** Signs in as a person does, through the form, and waits for the dashboard. */
export async function signIn(page: Page, url: string, account: Account): Promise<void> {
  const { email, password } = credentials(account)
  await page.goto(`${url}/login`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
}
