import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { languages } from '@stationmaster/contract'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { signIn } from '../../harness/sign-in.ts'
import { businessYear } from '../../harness/world/business-day.ts'
import { story } from '../../harness/world/story.ts'

const texts = {
  en: {
    apply: 'Apply',
    download: 'Download',
    file: 'CSV with ; and decimal comma',
    presets: ['Previous month', 'Previous quarter', 'This year', 'Previous year'],
  },
  de: {
    apply: 'Anwenden',
    download: 'Herunterladen',
    file: 'CSV mit ; und Dezimalkomma',
    presets: ['Voriger Monat', 'Voriges Quartal', 'Dieses Jahr', 'Voriges Jahr'],
  },
  ru: {
    apply: 'Применить',
    download: 'Скачать',
    file: 'CSV с ; и десятичной запятой',
    presets: ['Прошлый месяц', 'Прошлый квартал', 'Этот год', 'Прошлый год'],
  },
} as const

for (const locale of languages)
  story.describe(locale, () => {
    story.use({ locale })
    story(
      'a period is one of the usual ones, or chosen in one calendar by the keyboard',
      async ({ page, world }) => {
        const said = texts[locale]
        const query = () => new URL(page.url()).searchParams
        await signIn(page, world.url, 'accounter', '/statistics-reports?from=2026-02-10&to=2026-02-12')
        const button = page.getByRole('button', { name: /2026 – .*2026/ })
        for (const preset of said.presets) {
          await page.getByRole('button', { name: /\d{4} – .*\d{4}/ }).click()
          const dialog = page.getByRole('dialog')
          await dialog.getByRole('button', { name: preset }).click()
          await expect(dialog).toHaveCount(0)
        }
        const year = businessYear() - 1
        await expect.poll(() => query().get('from')).toContain(`${year}-01-01`)
        expect(query().get('to')).toContain(`${year}-12-31`)

        await page.goto(`${world.url}/statistics-reports?from=2026-02-10&to=2026-02-12`)
        await button.click()
        const dialog = page.getByRole('dialog')
        await expect(dialog.getByRole('combobox')).toHaveCount(0)
        await expectAccessible(page)
        const days = dialog.getByRole('grid')
        await days.getByRole('button', { name: /12/ }).first().focus()
        // to 5 March, which is the first day, then a week on
        await page.keyboard.press('PageDown')
        for (let left = 0; left < 7; left += 1) await page.keyboard.press('ArrowLeft')
        await page.keyboard.press('Enter')
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        await dialog.getByRole('button', { name: said.apply }).click()
        await expect.poll(() => query().get('from')).toContain('2026-03-05')
        expect(query().get('to')).toContain('2026-03-12')

        await page.getByRole('button', { name: said.download }).first().click()
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('menuitem', { name: said.file }).click(),
        ])
        const text = await readFile(await download.path(), 'utf8')
        expect(download.suggestedFilename()).toMatch(/\.csv$/)
        expect(text.split('\r\n').some((line) => line.split(';').length > 5)).toBe(true)

        await page.setViewportSize({ width: 360, height: 740 })
        await page.getByRole('button', { name: /2026 – .*2026/ }).click()
        await expect(dialog).toBeVisible()
        expect(await overflowOf(page)).toBeNull()
      },
    )
  })
