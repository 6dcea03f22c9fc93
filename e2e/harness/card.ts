import type { Page } from '@playwright/test'

/** Enters a card of the sandbox on the payment page, and pays with it unless another button is named. */
export async function payByCard(
  page: Page,
  number: string,
  { button = /Pay .* by card/, code = '123' }: { button?: string | RegExp; code?: string } = {},
): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Valid thru').fill('1230')
  await page.getByLabel('Security code').fill(code)
  await page.getByRole('button', { name: button }).click()
}
