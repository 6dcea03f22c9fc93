import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { languages } from '@stationmaster/contract'
import { violationsOf } from '../harness/looks/accessibility.ts'
import { overflowOf } from '../harness/looks/overflow.ts'
import { rawKeysIn } from '../harness/looks/translation-keys.ts'
import { routesOf } from '../routes.ts'
import { readStage, type State } from './stage.ts'

const folder = fileURLToPath(new URL('../../screens', import.meta.url))
const widths = [360, 768, 1440, 1920]
const themes = ['light', 'dark'] as const
/** Where axe looks too: what it finds does not depend on the width between them; another language needs one look, where it is tight. */
const isJudged = (language: string, width: number, theme: (typeof themes)[number]) =>
  language === 'en' ? [360, 1440].includes(width) : width === 360 && theme === 'light'

interface Screen {
  path: string
  name: string
  state: State | undefined
  isGone?: true
  isDark?: true
}

const { url, sights, states } = readStage()
const screens: Screen[] = [
  ...routesOf(sights).map(({ signedIn, ...route }) => ({
    ...route,
    state: signedIn ? states.administrator : undefined,
  })),
  { path: '/dashboard', name: 'dashboard-operator', state: states.operator },
]

for (const language of languages)
  for (const screen of screens)
    test(`${language} ${screen.name}`, async ({ browser }) => {
      expect(await faultsOf(browser, screen, language)).toEqual([])
    })

/** Opens a screen once, takes its picture in every theme and width, and gives what is wrong with it. */
async function faultsOf(
  browser: Browser,
  { path, name, state, isGone, isDark }: Screen,
  language: string,
): Promise<string[]> {
  const context = await browser.newContext({ locale: language, ...(state ? { storageState: state } : {}) })
  await context.addInitScript((tag) => localStorage.setItem('stationmaster.language', tag), language)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !(isGone && /status of 40[04]/.test(text)))
      faults.push(`console: ${text} ${message.location().url}`)
  })
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 700 ? 780 : 900 })
    if (width === widths[0]) {
      await page.goto(`${url}${path}`)
      await settled(page).catch((error: Error) => faults.push(`never settled: ${error.message}`))
      faults.push(
        ...rawKeysIn(await page.locator('body').innerText()).map((key) => `raw translation key: ${key}`),
      )
    }
    for (const colorScheme of isDark ? (['dark'] as const) : themes) {
      const look = `${width} ${colorScheme}`
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      // a chart and a list of another width are drawn a moment later
      await page.waitForTimeout(150)
      await page.screenshot({
        path: join(folder, language, `${name}-${colorScheme}-${width}.png`),
        fullPage: true,
      })
      const overflow = await overflowOf(page)
      if (overflow) faults.push(`${look}: ${overflow}`)
      if (isJudged(language, width, colorScheme))
        faults.push(...(await violationsOf(page)).map((violation) => `${look}: ${violation}`))
    }
  }
  await context.close()
  return faults
}

/** Waits until there is something to see, nothing is a skeleton any more and the fonts are there. */
async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.locator('body').innerText()).not.toBe('')
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(600)
}
