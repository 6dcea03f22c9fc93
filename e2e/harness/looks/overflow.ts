import type { Page } from '@playwright/test'

const calmMs = 3000

/** How far a page stays wider than its window, and what sticks out of it most; null: it fits, once it is drawn for this window. */
export async function overflowOf(page: Page): Promise<string | null> {
  const until = Date.now() + calmMs
  for (;;) {
    const overflow = await overflowNow(page)
    if (!overflow || Date.now() > until) return overflow
    await page.waitForTimeout(100)
  }
}

const overflowNow = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return null
    const rightOf = (one: Element) => one.getBoundingClientRect().right
    const widest = [...document.querySelectorAll('#root *')].reduce((most, one) =>
      rightOf(one) >= rightOf(most) ? one : most,
    )
    return `${scrollWidth} px wide in ${clientWidth}: ${widest.tagName} ${widest.className} ${widest.textContent?.slice(0, 40)}`
  })
