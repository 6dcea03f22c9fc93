import { expect, type Page } from '@playwright/test'
import { type Language, languages } from '@stationmaster/contract'
import { expectAccessible } from './accessibility.ts'
import { overflowOf } from './overflow.ts'
import { rawKeysIn } from './translation-keys.ts'

/**
 * A region of the page, by its title in each language, is good in both themes and at a phone's width: axe finds nothing, nothing sticks
 * out, and no key of a text is left. Ends in English, light, at 1440 pixels.
 */
export async function expectGoodRegion(
  page: Page,
  titles: Readonly<Record<Language, string>>,
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  for (const language of languages) {
    await page.evaluate((tag) => localStorage.setItem('stationmaster.language', tag), language)
    await page.reload()
    const region = page.getByRole('region', { name: titles[language] })
    await expect(region).toBeVisible()
    expect(await overflowOf(page)).toBeNull()
    expect(rawKeysIn(await region.innerText())).toEqual([])
  }
  await expectAccessible(page)
  await page.evaluate(() => localStorage.setItem('stationmaster.language', 'en'))
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
}
