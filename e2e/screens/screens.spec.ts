import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { rawKeysIn } from '../harness/translation-keys.ts'
import { routesOf } from '../routes.ts'
import { readStage, type State } from './stage.ts'

const folder = fileURLToPath(new URL('../../screens', import.meta.url))
const widths = { phone: { width: 360, height: 780 }, desktop: { width: 1280, height: 800 } }
const themes = ['light', 'dark'] as const
const looks = themes.flatMap((theme) =>
  Object.entries(widths).map(([width, viewport]) => ({ theme, viewport, name: `${theme}-${width}` })),
)

type Look = (typeof looks)[number]

const { url, sights, states } = readStage()

for (const look of looks) {
  test(`every screen, ${look.name}`, async ({ browser }) => {
    for (const { name, path, signedIn } of routesOf(sights)) {
      const state = signedIn ? states.administrator : undefined
      const faults = await test.step(name, () =>
        picture(browser, look, { path, name, state, language: 'en' }),
      )
      expect.soft(faults, name).toEqual([])
    }
  })
}

test('the dashboard as an operator', async ({ browser }) => {
  for (const look of looks) {
    const screen = { path: '/dashboard', name: 'dashboard-operator', state: states.operator, language: 'en' }
    expect.soft(await picture(browser, look, screen), look.name).toEqual([])
  }
})

test('the dashboard in Russian', async ({ browser }) => {
  for (const look of looks) {
    const screen = { path: '/dashboard', name: 'dashboard-ru', state: states.administrator, language: 'ru' }
    expect.soft(await picture(browser, look, screen), look.name).toEqual([])
  }
})

interface Screen {
  path: string
  name: string
  state: State | undefined
  language: string
}

/** Opens a screen, takes its picture and gives what is wrong with it. */
async function picture(
  browser: Browser,
  { theme, viewport, name: look }: Look,
  screen: Screen,
): Promise<string[]> {
  const { path, name, state, language } = screen
  const context = await browser.newContext({
    viewport,
    colorScheme: theme,
    locale: language,
    ...(state ? { storageState: state } : {}),
  })
  await context.addInitScript(
    ([scheme, tag]) => {
      localStorage.setItem('mantine-color-scheme-value', scheme!)
      localStorage.setItem('stationmaster.language', tag!)
    },
    [theme, language],
  )
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  await page.goto(`${url}${path}`)
  await settled(page).catch((error: Error) => faults.push(`never settled: ${error.message}`))
  await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true })
  faults.push(...(await misshapen(page, viewport.width)))
  await context.close()
  return faults
}

async function misshapen(page: Page, width: number): Promise<string[]> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  const raw = rawKeysIn(await page.locator('body').innerText())
  return [
    ...(wide > width ? [`${wide} px wide on a screen of ${width}`] : []),
    ...raw.map((key) => `raw translation key: ${key}`),
  ]
}

/** Waits until there is something to see, nothing is a skeleton any more and the fonts are there. */
async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.locator('#root').innerText()).not.toBe('')
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0, { timeout: 15_000 })
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(600)
}
