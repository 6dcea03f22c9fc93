import { expect, type Page } from '@playwright/test'
import { contract, type PlaceFeature } from '@stationmaster/contract'
import { browser } from '../../browser.ts'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'
import type { World } from '../../harness/world/world.ts'

// WebGL without a graphics card
story.use({
  launchOptions: {
    ...browser.launchOptions,
    args: [...browser.launchOptions!.args!, '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  },
})

/** A station at a location with a name and a point. */
async function stationAt(world: World, name: string, lng: number, features: PlaceFeature[] = []) {
  const station = await world.aStation({ protocol: 'ocpp1.6', plugDelayMs: null, tariff: 1700 })
  const params = { id: station.record.location_id }
  const body = { name, city: 'Tver', country: 'Russia', coordinates: { lat: 56.86, lng }, features }
  await world.administrator.call(contract.locations.change, { params, body })
  return { ...station, id: params.id }
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Locations' }).getByRole('button', { name })

story(
  'near locations stand together, come apart, and open beside the map; a plug shows at once',
  async ({ page, world }) => {
    const west = await stationAt(world, 'Pier West', 35.9, ['barrier', 'lit'])
    const east = await stationAt(world, 'Pier East', 35.9033)
    await signIn(page, world.url, 'operator', '/map?q=Pier')
    const map = page.getByRole('figure', { name: 'Map of all locations' })
    const canvas = map.locator('canvas')
    await expect(canvas).toBeVisible()
    await expect(page.getByText('2 locations')).toBeVisible()
    await expect(rowOf(page, 'Pier West')).toContainText('Available')

    // both stand in the middle as one; apart they are 200 m to the left and right of it
    const middle = (await canvas.boundingBox())!
    const [x, y] = [middle.width / 2, middle.height / 2]
    const opens = () =>
      expect(page)
        .toHaveURL(/location=/, { timeout: 700 })
        .then(
          () => true,
          () => false,
        )
    await expect(async () => {
      for (const aside of [0, 38, 76]) {
        await canvas.click({ position: { x: x - aside, y }, timeout: 5000 })
        if (await opens()) return
      }
      throw new Error('No location has opened.')
    }).toPass()
    await expect(page).toHaveURL(new RegExp(`location=${west.id}$`))
    const panel = page.getByRole('region', { name: 'Pier West' })
    await expect(panel.getByRole('listitem')).toContainText(['Available'])
    await expect(panel).toContainText('17.00 ₽ per kWh')
    await expect(panel).toContainText('Tver, Russia')
    await expect(panel.getByRole('list', { name: 'At the place' })).toContainText('Lit at night')
    await expectAccessible(page)

    await west.played.plugIn()
    await expect(panel.getByRole('listitem')).not.toContainText(['Available'])
    await expect(rowOf(page, 'Pier West')).toContainText('Busy')
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)

    await page.getByLabel('Status', { exact: true }).selectOption('available')
    await expect(page).toHaveURL(/q=Pier&status=available|status=available&q=Pier/)
    await expect(rowOf(page, 'Pier West')).toHaveCount(0)
    await rowOf(page, 'Pier East').press('Enter')
    await expect(page.getByRole('region', { name: 'Pier East' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('region', { name: 'Pier East' })).toBeVisible()
    await page.getByLabel('Status', { exact: true }).selectOption('')
    await page.getByLabel('What is there').first().click()
    await page.getByRole('option', { name: 'Lit at night' }).click()
    await expect(page).toHaveURL(/with=lit/)
    await expect(rowOf(page, 'Pier East')).toHaveCount(0)
    await expect(rowOf(page, 'Pier West')).toBeVisible()
    await page.getByRole('option', { name: 'No barrier' }).click()
    await expect(page).toHaveURL(/with=no_barrier,lit/)
    await expect(page.getByText('No location matches these filters.')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByLabel('Connector type').selectOption('Tesla')
    await expect(page.getByText('No location matches these filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await expect(page).toHaveURL(`${world.url}/map?location=${east.id}`)

    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation({ latitude: 56.86, longitude: 35.9033 })
    await page.getByRole('button', { name: 'Near me' }).click()
    const rows = page.getByRole('list', { name: 'Locations' }).getByRole('button')
    await expect(rows.first()).toContainText('Pier East')
    await expect(rows.first()).toContainText('0.0 km')
    await expect(rowOf(page, 'Pier West')).toContainText('0.2 km')
  },
)

/** Where the pin's tip is on the page, px. */
async function tipOf(page: Page): Promise<{ x: number; y: number }> {
  const box = (await page.locator('.base-map-pin').boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height }
}

const degreesOf = async (page: Page) => [
  Number(await page.getByLabel('Latitude').inputValue()),
  Number(await page.getByLabel('Longitude').inputValue()),
]

story(
  'an address shown on the map and taken from it again is the same to the pixel',
  async ({ page, world }) => {
    await signIn(page, world.url, 'administrator', '/locations/add')
    const city = page.getByRole('textbox', { name: 'City' })
    const country = page.getByRole('textbox', { name: 'Country' })
    const canvas = page.getByRole('figure', { name: 'Map with the place of the location' }).locator('canvas')
    await city.fill('Tver')
    await country.fill('Russia')
    await expect(canvas).toBeVisible()
    await page.getByRole('button', { name: 'Show on map' }).click()
    // the map has come to rest with the pin in its middle
    const offMiddle = async () => {
      const [tip, box] = [await tipOf(page), (await canvas.boundingBox())!]
      return Math.hypot(tip.x - box.x - box.width / 2, tip.y - box.y - box.height / 2)
    }
    await expect.poll(offMiddle).toBeLessThanOrEqual(1)
    const [shown, tip] = [await degreesOf(page), await tipOf(page)]

    await city.fill('')
    await country.fill('')
    await page.getByRole('button', { name: 'Take from map' }).click()
    await expect(city).toHaveValue('Tver')
    await expect(country).toHaveValue('Russia')
    await page.getByRole('button', { name: 'Show on map' }).click()
    await expect(page.getByText('Only the town was found: Tver')).toBeVisible()
    expect(await degreesOf(page)).toEqual(shown)
    const again = await tipOf(page)
    expect(Math.hypot(again.x - tip.x, again.y - tip.y)).toBeLessThanOrEqual(1)

    // a click sets the pin where it was, and the shown point is that of the pixel
    const target = { x: Math.round(tip.x) + 60, y: Math.round(tip.y) + 40 }
    await page.mouse.click(target.x, target.y)
    await expect.poll(() => degreesOf(page)).not.toEqual(shown)
    const moved = await tipOf(page)
    expect(Math.hypot(moved.x - target.x, moved.y - target.y)).toBeLessThanOrEqual(1)
  },
)

story('without WebGL the list and a plain word are there, on a phone too', async ({ page, world }) => {
  await stationAt(world, 'Blind Quay', 35.95)
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, world.url, 'manager', '/map?q=Blind')
  await expect(page.getByText('This browser cannot draw maps (no WebGL).')).toBeVisible()
  await expect(page.getByText('No location has a place on the map yet.')).toBeVisible()
  await signIn(page, world.url, 'developer', '/map')
  await page.getByRole('link', { name: 'What drivers see' }).click()
  await expect(page).toHaveURL(`${world.url}/network`)
  await signIn(page, world.url, 'administrator', '/map?q=Blind')
  await rowOf(page, 'Blind Quay').click()
  const panel = page.getByRole('region', { name: 'Blind Quay' })
  const box = (await panel.boundingBox())!
  expect([box.x, box.width]).toEqual([0, 360])
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/map\?q=Blind$/)
})

story('the outline of the world is requested again where it could not be loaded', async ({ page, world }) => {
  await page.route(/countries-50m/, (route) => route.abort(), { times: 1 })
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('countries-50m'))
  await signIn(page, world.url, 'operator', '/map')
  await failed
  await expect(page.getByRole('figure', { name: 'Map of all locations' }).locator('canvas')).toBeVisible()
})
