import type { Page } from '@playwright/test'

/** How far a page is wider than its window, and what sticks out of it most; null: it fits. */
export const overflowOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return null
    const rightOf = (one: Element) => one.getBoundingClientRect().right
    const widest = [...document.querySelectorAll('#root *')].reduce((most, one) =>
      rightOf(one) >= rightOf(most) ? one : most,
    )
    return `${scrollWidth} px wide in ${clientWidth}: ${widest.tagName} ${widest.className} ${widest.textContent?.slice(0, 40)}`
  })
