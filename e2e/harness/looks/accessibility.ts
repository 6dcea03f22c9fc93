import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** What axe finds on the page as it stands: where it breaks WCAG 2.2 AA, and the best practices beside. */
export async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async () => {
    // what holds needs no details, and there is much of it
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ['violations'],
    })
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary ?? ''}`,
      ),
    )
  })
}

/** Fails when axe finds something. */
export const expectAccessible = async (page: Page): Promise<void> =>
  expect(await violationsOf(page)).toEqual([])
