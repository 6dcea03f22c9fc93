import { setTimeout as pause } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { watchTraffic } from '../../harness/looks/traffic.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

/** What a screen may ask for when nothing of it is kept yet, and how many KiB of it may come over the wire, headers included. */
const budgets = [
  // nothing of the application, until somebody does something there
  { path: '/', requests: 12, kib: 100 },
  { path: '/login', requests: 18, kib: 260 },
  { path: '/pay/there-is-no-such-link', requests: 22, kib: 306 },
  { path: '/driver', requests: 23, kib: 325 },
  // a network that does little shows the insight at once, which comes on sight
  { path: '/dashboard', requests: 40, kib: 420 },
]

for (const { path, requests, kib } of budgets) {
  story(`${path} asks for at most ${requests} files and ${kib} KiB`, async ({ page, world }) => {
    if (path === '/dashboard') await signIn(page, world.url, 'administrator')
    await page.goto('about:blank')
    await page.addInitScript(noteSigns)
    const traffic = await watchTraffic(page)
    await page.goto(world.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await traffic.over()
    const shown = `${traffic.urls.length} requests, ${Math.round(traffic.bytes() / 1024)} KiB`
    story.info().annotations.push({ type: 'first load', description: shown })
    expect(traffic.bytes()).toBeGreaterThan(50 * 1024)
    const signs = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'signs')))
    expect(traffic.urls.length, `${traffic.urls.join('\n')}\nsigns of use: ${signs}`).toBeLessThanOrEqual(
      requests,
    )
    expect(traffic.bytes(), shown).toBeLessThanOrEqual(kib * 1024)
    const twice = traffic.urls.filter(
      (url, index) =>
        /auth\/manager|statistics\/network|help\/config/.test(url) && traffic.urls.indexOf(url) < index,
    )
    expect(twice).toEqual([])
  })
}

story(
  'the start page loads its application for people, not for what the browser does by itself',
  async ({ page, world }) => {
    const scripts: string[] = []
    page.on('request', (request) => {
      if (/\/assets\/.*\.js$/.test(request.url())) scripts.push(request.url())
    })
    await page.goto(world.url)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.evaluate(() => scrollTo(0, 300))
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))))
    expect(scripts).toEqual([])
    await page.mouse.move(200, 200)
    await page.mouse.move(210, 200)
    await expect(page.locator('#shell')).toHaveCount(0)
    expect(scripts).not.toEqual([])
  },
)

for (const [path, file] of [
  ['/login', 'log-in'],
  ['/dashboard', 'dashboard'],
] as const)
  story(`what ${path} was painted with stays until its page is there`, async ({ page, world }) => {
    if (path === '/dashboard') await signIn(page, world.url, 'administrator')
    await page.goto('about:blank')
    let isRequested = false
    await page.route(new RegExp(`/assets/${file}-.*\\.js$`), async (route) => {
      isRequested = true
      await pause(1500)
      await route.continue()
    })
    await page.goto(world.url + path)
    const shown = () => page.evaluate(() => document.body.innerText.trim() !== '')
    const bare: boolean[] = []
    while (await page.locator('#shell').count()) bare.push(!(await shown()))
    await expect(page.locator('main')).toBeVisible({ timeout: 1 })
    expect(isRequested).toBe(true)
    expect(bare).not.toContain(true)
  })

/** Notes in the page what it may take for a sign of use (awake.js): the start page then asks for the application. */
function noteSigns(): void {
  const signs: string[] = []
  Reflect.set(window, 'signs', signs)
  const note = ({ type, target, isTrusted }: Event) =>
    signs.push(`${type} ${target instanceof Element ? target.outerHTML.slice(0, 80) : ''} ${isTrusted}`)
  for (const type of ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin'])
    addEventListener(type, note, { capture: true })
}
