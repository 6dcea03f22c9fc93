import { expect, type Page } from '@playwright/test'
import { languages } from '@stationmaster/contract'
import { clippedIn, rowsOf } from '../../harness/looks/clipped.ts'
import { aLongNamedNetwork } from '../../harness/looks/long-names.ts'
import { keepSession } from '../../harness/sign-in.ts'
import { visit } from '../../harness/visit.ts'
import { story } from '../../harness/world/story.ts'

const connectors = { en: 'Connectors', de: 'Anschlüsse', ru: 'Разъёмы' }
const speak = (page: Page, language: string) =>
  page.evaluate((tag) => localStorage.setItem('stationmaster.language', tag), language)

story(
  'no word of a toolbar is cut, and none needs a second row, in every language',
  async ({ page, world }) => {
    const long = await aLongNamedNetwork(world.administrator)
    await keepSession(page, world.url, 'administrator')
    const cut: string[] = []
    for (const language of languages) {
      await speak(page, language)
      for (const [nth, path] of [
        '/statistics-reports',
        '/locations',
        '/charge-points',
        '/reconciliation',
      ].entries()) {
        if (nth === 0) await page.goto(world.url + path)
        else await visit(page, world.url + path)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
        for (const width of [360, 1280, 1440]) {
          await page.setViewportSize({ width, height: 800 })
          // the layout follows the window a frame later
          await page.waitForTimeout(100)
          for (const words of await clippedIn(page)) cut.push(`${language} ${width} ${path}: ${words}`)
          const rows = await rowsOf(page, 'main header > div:nth-of-type(2)')
          if (width > 360 && rows > 1) cut.push(`${language} ${width} ${path}: ${rows} rows`)
        }
        if (path === '/statistics-reports')
          expect(
            await page
              .locator('main section')
              .first()
              .locator('button[aria-haspopup="dialog"] svg[data-icon="help-circle"]')
              .count(),
          ).toBe(1)
        if (path === '/charge-points') {
          await page.setViewportSize({ width: 1280, height: 800 })
          await expect(page.getByRole('columnheader', { name: connectors[language] })).toBeVisible()
        }
      }
    }
    await long.close()
    expect(cut).toEqual([])
  },
)

story(
  'on a phone the stations come before their filters; they are sorted by status too',
  async ({ page, world }) => {
    await world.aRecord()
    await page.setViewportSize({ width: 360, height: 740 })
    await keepSession(page, world.url, 'administrator')
    await page.goto(`${world.url}/charge-points`)
    const first = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('checkbox') })
      .first()
    await expect(first).toBeVisible()
    expect((await first.boundingBox())!.y).toBeLessThan(370)
    const filters = page.getByRole('button', { name: 'Filters and order' })
    await expect(filters).toHaveAttribute('aria-expanded', 'false')
    await filters.click()
    await page.getByRole('combobox', { name: 'Sort by' }).click()
    await page.getByRole('option', { name: '↑ Status', exact: true }).click()
    await expect(page).toHaveURL(/sort=status/)
    await page.setViewportSize({ width: 1440, height: 800 })
    await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').click()
    await expect(page).toHaveURL(/sort=status%3Adesc|sort=status:desc/)
    await page.getByRole('button', { name: 'Files' }).click()
    await expect(page.getByRole('menuitem', { name: 'Import' })).toHaveAttribute('href', '/locations/import')
    const file = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Export' }).click()
    expect((await file).suggestedFilename()).toMatch(/\.csv$/)
  },
)

story('the map is searched for places with faults', async ({ page, world }) => {
  await keepSession(page, world.url, 'administrator')
  await page.goto(`${world.url}/map?status=faulted`)
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('faulted')
})
