import type { Page } from '@playwright/test'

/** Goes to a page of the application as a link in it does: what is loaded stays. One that shows something else loads it. */
export async function visit(page: Page, url: string): Promise<void> {
  const isThere =
    page.url().startsWith(`${new URL(url).origin}/`) && (await page.locator('#root > *').count()) > 0
  if (!isThere) {
    await page.goto(url)
    return
  }
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, url)
}
