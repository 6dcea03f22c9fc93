import { expect, type Page } from '@playwright/test'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'
import { World } from '../../harness/world/world.ts'

const strip = (page: Page) => page.getByText(/^No contact since \d\d:\d\d: what you see is old\.$/)
const noContact = (page: Page) => page.getByRole('heading', { name: 'No contact with the server' })

/** The page that the browser keeps for a time without the server; null: none yet. */
const keptPage = (page: Page) =>
  page.evaluate(async () => (await caches.match('/index.html'))?.text() ?? null)

story.use({ serviceWorkers: 'allow' })

story.describe('the server goes away and comes back', () => {
  // halted by the story, so nobody else's
  let own: World
  story.beforeAll(async () => {
    own = await World.start()
  })
  story.afterAll(() => own?.stop())

  story('under the dashboard, an order and a station', async ({ page: dashboard, anotherPage }) => {
    const { played, record, location } = await own.aStation({ protocol: 'ocpp2.0.1', meterEveryMs: 1000 })
    await played.plugIn()
    await played.tap(undefined, await own.aCard())
    await played.waitFor('charging')
    const orderId = await own.openOrderAt(record.id)
    await signIn(dashboard, own.url, 'administrator')
    const station = await dashboard.context().newPage()
    await station.goto(`${own.url}/charge-points/${record.id}/information`)
    const order = await anotherPage()
    await order.clock.install()
    await signIn(order, own.url, 'administrator', `/orders/${orderId}/information`)
    const pages = [dashboard, order, station]
    const timer = order.getByRole('timer')
    await expect(timer).toHaveText(/^00:\d\d:\d\d$/)
    await expect(dashboard.getByRole('row', { name: location.name })).toHaveCount(1)
    await expect(station.getByRole('button', { name: 'Stop charging' })).toBeEnabled()
    await expect.poll(() => keptPage(station)).not.toBeNull()

    await own.server.halt()
    for (const page of pages) await expect(strip(page)).toBeVisible()
    const stop = station.getByRole('button', { name: 'Stop charging' })
    await expect(stop).toBeDisabled()
    await expect(stop).toHaveAttribute('title', 'Waits until the server is in contact')
    await expect(order.getByRole('button', { name: 'Stop charging' })).toBeDisabled()
    const stood = await timer.innerText()
    await order.clock.runFor(90_000)
    await expect(timer).toHaveText(stood)
    // a page that was not there before, and one that is loaded again
    await dashboard.getByRole('link', { name: 'Staff' }).click()
    await expect(noContact(dashboard)).toBeVisible()
    await expect(strip(dashboard)).toBeVisible()
    await station.reload()
    await expect(noContact(station)).toBeVisible()
    await expect(strip(station)).toBeVisible()

    await own.server.resume()
    for (const page of pages) await expect(strip(page)).toHaveCount(0)
    await expect(timer).not.toHaveText(stood)
    await expect(dashboard.getByRole('heading', { level: 1, name: 'Staff' })).toBeVisible()
    await expect(station.getByRole('button', { name: 'Stop charging' })).toBeEnabled()
  })

  story('and the browser keeps no page that the server has replaced', async ({ page }) => {
    await signIn(page, own.url, 'administrator', '/managers')
    await expect.poll(() => keptPage(page)).toContain('<div id="root">')
    await page.evaluate(async () => {
      const old = new Response('<h1>Old</h1>', { headers: { 'content-type': 'text/html' } })
      await (await caches.open('application')).put('/', old)
    })
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Staff' })).toBeVisible()
    await expect.poll(() => keptPage(page)).toContain('<div id="root">')
  })

  story('under somebody who is about to log in', async ({ page }) => {
    await page.goto(own.url)
    await page.mouse.move(10, 10)
    await page.mouse.move(20, 10)
    // the application is there
    await expect(page.locator('#shell')).toHaveCount(0)
    await own.server.halt()
    await page.getByRole('link', { name: 'Log in' }).first().click()
    await expect(noContact(page)).toBeVisible()
    await expect(strip(page)).toBeVisible()
    await own.server.resume()
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
    await expect(strip(page)).toHaveCount(0)
  })
})
