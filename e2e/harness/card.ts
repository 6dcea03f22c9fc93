import type { Page } from '@playwright/test'

/** Enters a card of the sandbox on the payment page, and pays with it unless another button is named. */
export async function payByCard(
  page: Page,
  number: string,
  button: string | RegExp = /Pay .* by card/,
): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Valid thru').fill('1230')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: button }).click()
}
