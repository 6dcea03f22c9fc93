import type { Page } from '@playwright/test'

/** Words of ours on buttons, tabs and heads of the page, none of its rows', that do not fit into what they stand in, once it is drawn for this window. */
export const clippedIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const words = document.querySelectorAll<HTMLElement>(
      'main button *, main h1, main h2, main th, main [role="tab"] *',
    )
    return [...words]
      .filter(
        (one) =>
          !one.closest('tbody, ul, ol') &&
          one.clientWidth > 0 &&
          one.children.length === 0 &&
          one.textContent?.trim(),
      )
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible')
      .map((one) => one.textContent!.trim())
  })

/** How many rows what stands in a toolbar takes. */
export const rowsOf = (page: Page, toolbar: string): Promise<number> =>
  page.evaluate((selector) => {
    const parts = [...(document.querySelector(selector)?.children ?? [])].filter(
      (one) => one.clientHeight > 0,
    )
    const tops: number[] = []
    for (const part of parts) {
      const { top, height } = part.getBoundingClientRect()
      if (!tops.some((known) => Math.abs(known - (top + height / 2)) < 12)) tops.push(top + height / 2)
    }
    return tops.length
  }, toolbar)
