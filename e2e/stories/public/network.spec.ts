import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { browser } from '../../browser.ts'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { watchPolicy } from '../../harness/looks/policy.ts'
import { story } from '../../harness/world/story.ts'
import { World } from '../../harness/world/world.ts'

// WebGL without a graphics card
story.use({
  launchOptions: {
    ...browser.launchOptions,
    args: [...browser.launchOptions!.args!, '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  },
})

/** A location that drivers see, with a name and a point. */
async function place(world: World, name: string) {
  const station = await world.aStation({ protocol: 'ocpp1.6', plugDelayMs: null, tariff: 1700 })
  const params = { id: station.record.location_id }
  const body = { name, city: 'Tver', country: 'Russia', coordinates: { lat: 56.86, lng: 35.9 } }
  await world.administrator.call(contract.locations.change, { params, body })
  return { ...station, id: params.id }
}

const hide = (world: World, id: number) =>
  world.administrator.call(contract.locations.change, { params: { id }, body: { listed: false } })

/** What a page tells search engines of itself. */
const linkedData = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)![1]!)

story('a driver reads a place before anything runs, and sees a plug at once', async ({ page, world }) => {
  const quay = await place(world, 'Quay <b> & Pier')
  const refused = watchPolicy(page)
  const ask = (path: string) => fetch(world.url + path, { headers: { 'accept-language': 'de' } })
  // as old as five seconds is what a server may know of it
  await expect.poll(async () => (await ask(`/network/${quay.id}`)).status).toBe(200)
  const isFree = async () => (await (await ask(`/network/${quay.id}`)).text()).includes('1 von 1 frei')
  await expect.poll(isFree).toBe(true)
  const html = await (await ask(`/network/${quay.id}`)).text()
  const head = html.slice(0, html.indexOf('<style>'))
  expect(head).toContain('<html lang="de"')
  expect(head).toContain('<title>Quay &lt;b> &amp; Pier · Stationmaster</title>')
  expect(head).toMatch(/description" content="Quay &lt;b> &amp; Pier, Quay \d+, Tver: ein Ladepunkt/)
  expect(linkedData(html)).toMatchObject({
    name: 'Quay <b> & Pier',
    geo: { latitude: 56.86, longitude: 35.9 },
    makesOffer: [{ priceSpecification: { price: 17, priceCurrency: 'RUB', unitCode: 'KWH' } }],
  })
  expect(linkedData(await (await ask('/network')).text()).itemListElement).toContainEqual(
    expect.objectContaining({ name: 'Quay <b> & Pier', url: `/network/${quay.id}` }),
  )

  expect(await (await ask(`/network/${quay.id}?lang=ru`)).text()).toContain('<html lang="ru"')
  await page.goto(`${world.url}/network/${quay.id}?lang=de`)
  await page.getByRole('button', { name: 'Karte zeigen' }).click()
  await expect(page.getByRole('figure').locator('canvas')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')

  await page.goto(`${world.url}/network/${quay.id}`)
  await expect(page.getByText('17.00 ₽ per kWh')).toBeVisible()
  await page.getByRole('button', { name: 'Show the map' }).click()
  await expect(page.getByRole('figure', { name: 'Map with Quay' }).locator('canvas')).toBeVisible()
  await expect(page.getByRole('status').getByText('1 of 1 free')).toBeVisible()
  await expectAccessible(page)
  await quay.played.plugIn()
  await expect(page.getByRole('status').getByText('In use')).toBeVisible()

  await page.getByRole('link', { name: 'All locations' }).click()
  await page.getByPlaceholder('Name, city, street…').fill('Quay')
  await page.getByRole('list', { name: 'Locations' }).getByRole('button', { name: 'Quay' }).click()
  await expect(page).toHaveURL(`${world.url}/network/${quay.id}`)
  await hide(world, quay.id)
  await expect(page.getByText('There is no such location in this network.')).toBeVisible()
  await expect.poll(async () => (await ask(`/network/${quay.id}`)).status).toBe(404)
  expect(refused()).toEqual([])
})

/** A site that shows a page in a frame. */
async function site(framed: () => string) {
  const server = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(
        `<!doctype html><title>A shop</title><iframe src="${framed()}" width="900" height="700"></iframe>`,
      ),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const framed = (page: Page) => page.frameLocator('iframe')

story('the sites that may show the network in a frame, and no others', async ({ page }) => {
  let shown = ''
  const [own, foreign] = await Promise.all([site(() => shown), site(() => shown)])
  const world = await World.start({ NETWORK_EMBED_ORIGINS: own.origin })
  try {
    const quay = await place(world, 'Quay')
    shown = `${world.url}/network/${quay.id}`
    await expect.poll(async () => (await fetch(shown)).status).toBe(200)
    await page.goto(own.origin)
    await expect(framed(page).getByRole('heading', { level: 1 })).toHaveText('Quay')
    // a page of somebody else's site: nobody logs in there
    await expect(framed(page).getByRole('banner')).toBeHidden()
    await framed(page).getByRole('link', { name: 'All locations' }).click()
    await expect(framed(page).getByRole('heading', { level: 1 })).toHaveText('Find a charging station')

    const refusedIn = async (origin: string) => {
      const refused = page.waitForEvent('console', {
        predicate: (message) => message.text().includes('frame-ancestors'),
      })
      await page.goto(origin)
      await refused
      await expect(framed(page).getByRole('heading', { level: 1 })).toHaveCount(0)
    }
    await refusedIn(foreign.origin)
    shown = `${world.url}/login`
    await refusedIn(own.origin)
  } finally {
    await world.stop()
    for (const { server } of [own, foreign]) server.close()
  }
})
