import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import type { Account } from '../harness/rest.ts'
import { type ServerProcess, startServer } from '../harness/server-process.ts'
import { sightsOf } from '../harness/sights.ts'
import { signIn } from '../harness/sign-in.ts'
import { rawKeysIn } from '../harness/translation-keys.ts'
import { type Route, routesOf } from '../routes.ts'

const folder = fileURLToPath(new URL('../../screens', import.meta.url))
const widths = { phone: { width: 360, height: 780 }, desktop: { width: 1280, height: 800 } }
const themes = ['light', 'dark'] as const

type Theme = (typeof themes)[number]
type State = Awaited<ReturnType<BrowserContext['storageState']>>

let server: ServerProcess
let routes: Route[]
const states = new Map<Account, State>()

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000)
  server = await startServer('--demo')
  routes = routesOf(await sightsOf(server.url))
  for (const account of ['administrator', 'operator'] as const) {
    const page = await browser.newPage()
    await signIn(page, server.url, account)
    states.set(account, await page.context().storageState())
    await page.close()
  }
})

test.afterAll(() => server?.stop())

for (const theme of themes) {
  for (const [width, viewport] of Object.entries(widths)) {
    const at = { theme, viewport }
    test(`every screen, ${theme}, ${width}`, async ({ browser }) => {
      const faults: string[] = []
      for (const route of routes) {
        const state = route.signedIn ? states.get('administrator') : undefined
        const name = `${route.name}-${theme}-${width}`
        await test.step(name, async () => {
          const context = await browser.newContext({
            viewport,
            colorScheme: theme,
            ...(state && { storageState: state }),
          })
          faults.push(...(await look(context, route.path, name, at)))
          await context.close()
        })
      }
      expect(faults).toEqual([])
    })
  }
}

for (const [what, account, language] of [
  ['as an operator', 'operator', 'en'],
  ['in Russian', 'administrator', 'ru'],
] as const) {
  test(`the dashboard ${what}`, async ({ browser }) => {
    const faults: string[] = []
    for (const theme of themes) {
      for (const [width, viewport] of Object.entries(widths)) {
        const context = await browser.newContext({
          viewport,
          colorScheme: theme,
          storageState: states.get(account) as State,
          locale: language,
        })
        await context.addInitScript((tag) => localStorage.setItem('stationmaster.language', tag), language)
        const name = `dashboard-${account}-${language}-${theme}-${width}`
        faults.push(...(await look(context, '/dashboard', name, { theme, viewport })))
        await context.close()
      }
    }
    expect(faults).toEqual([])
  })
}

/** Opens a screen, takes its picture and gives what is wrong with it. */
async function look(
  context: BrowserContext,
  path: string,
  name: string,
  { theme, viewport }: { theme: Theme; viewport: { width: number; height: number } },
): Promise<string[]> {
  const faults: string[] = []
  await context.addInitScript((scheme) => localStorage.setItem('mantine-color-scheme-value', scheme), theme)
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error')
      faults.push(`${name}: console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => faults.push(`${name}: ${error.message}`))
  await page.goto(`${server.url}${path}`)
  await settled(page)
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  if (wide > viewport.width) faults.push(`${name}: ${wide} px wide on a screen of ${viewport.width}`)
  const raw = rawKeysIn(await page.locator('body').innerText())
  if (raw.length > 0) faults.push(`${name}: raw translation keys: ${raw.join(', ')}`)
  return faults
}

/** Waits until nothing is a skeleton any more and the fonts are there. */
async function settled(page: Page): Promise<void> {
  await page.locator('#root > *').first().waitFor()
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0, { timeout: 20_000 })
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(600)
}
