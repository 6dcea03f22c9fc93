import { expect, type Page } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'
import type { World } from '../../harness/world/world.ts'

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save' })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const inPage = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name })
const settings = (id: number) => `/locations/${id}/settings`

let made = 0
const aLocation = (world: World) =>
  world.administrator.call(contract.locations.add, {
    body: { name: `Square ${++made}`, country: 'Russia', city: 'Tver', street: `Sovetskaya ${made}` },
  })

const read = (world: World, id: number) =>
  world.administrator.call(contract.locations.get, { params: { id } })

story(
  'an administrator adds a location; its address and the map find each other',
  async ({ page, world }) => {
    await signIn(page, world.url, 'administrator', '/locations')
    await page.getByRole('link', { name: 'Add location' }).first().click()
    const submit = page.getByRole('button', { name: 'Add location' })
    await expect(submit).toBeDisabled()
    await field(page, 'Name').fill('   ')
    await expect(submit).toBeDisabled()
    await field(page, 'Name').fill('Volga Quay')
    await expect(submit).toBeEnabled()
    await field(page, 'City').fill('Tver')
    await field(page, 'Country').fill('Russia')
    await page.getByRole('button', { name: 'Show on map' }).click()
    await expect(page.getByLabel('Latitude')).toHaveValue(/^56\.8/)
    await expect(page.getByText('Only the town was found: Tver')).toBeVisible()

    await page.getByLabel('Latitude').fill('52.52')
    await page.getByLabel('Longitude').fill('13.4')
    await page.getByRole('button', { name: 'Take from map' }).click()
    await expect(field(page, 'City')).toHaveValue('Berlin')
    await expect(field(page, 'Country')).toHaveValue('Germany')
    await field(page, 'Street and house').fill('Torstr. 81')

    await page.getByRole('combobox', { name: 'Owner' }).click()
    await page.getByRole('option').first().click()
    await submit.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Volga Quay')
    await expect(page.getByRole('link', { name: 'Add a station' })).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page).toHaveURL(`${world.url}/locations`)
    await page.getByRole('searchbox').fill('volga quay')
    await expect(page).toHaveURL(/q=volga/)
    await page.getByRole('link', { name: 'Open Volga Quay' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Volga Quay')
    const [location] = await world.administrator.call(contract.locations.list, {
      query: { search: 'Volga Quay' },
    })
    expect(location).toMatchObject({
      street: 'Torstr. 81',
      coordinates: { lat: 52.52, lng: 13.4 },
      time_zone: 'Europe/Berlin',
    })
    expect(location?.owner_id).not.toBeNull()
  },
)

story('required fields are required, and hours reach over midnight', async ({ page, world }) => {
  const { id } = await aLocation(world)
  await signIn(page, world.url, 'administrator', settings(id))
  for (const name of ['Name', 'Country', 'City', 'Street and house']) {
    const input = field(page, name)
    const before = await input.inputValue()
    await input.fill(' ')
    await input.blur()
    await expect(page.getByText('This field is required')).toHaveCount(1)
    await expect(saveButton(page)).toBeDisabled()
    await input.fill(before)
    await expect(page.getByText('This field is required')).toHaveCount(0)
  }

  await page.getByText('By weekday').click()
  await page.getByRole('switch', { name: 'For all days' }).click()
  await expect(page.getByLabel('Monday, period 1: opens')).toHaveValue('08:00')
  await expect(page.getByLabel('Sunday, period 1: closes')).toBeDisabled()
  await page.getByLabel('Monday, period 1: opens').fill('00:00')
  await page.getByLabel('Monday, period 1: closes').fill('0:30')
  await expect(page.getByLabel('Sunday, period 1: opens')).toHaveValue('00:00')
  await page.getByRole('switch', { name: 'For all days' }).click()
  await page.getByRole('button', { name: 'Saturday: add a period' }).click()
  await page.getByLabel('Saturday, period 2: opens').fill('22:00')
  await expect(saveButton(page)).toBeDisabled()
  await page.getByLabel('Saturday, period 2: closes').fill('1:00')
  await expect(page.getByText('next day')).toBeVisible()
  await expect(page.getByText('Two periods overlap: Sunday, Saturday.')).toBeVisible()
  await expect(saveButton(page)).toBeDisabled()
  await page.getByRole('switch', { name: 'Sunday' }).click()
  await page.getByLabel('Height limit').fill('99')
  await expect(saveButton(page)).toBeDisabled()
  await page.getByLabel('Height limit').fill('210')
  await page.getByRole('checkbox', { name: 'Roofed' }).click()
  await page.getByRole('checkbox', { name: 'Barrier' }).click()
  await expectAccessible(page)
  await saveButton(page).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  const place = page.getByRole('list', { name: 'At the place' }).getByRole('listitem')
  await expect(place).toHaveText(['Up to 2.10\u00a0m high', 'Barrier', 'Roofed'])
  const { opening_hours, features } = await read(world, id)
  expect(features).toEqual(['barrier', 'roofed'])
  expect(opening_hours.periods).toHaveLength(7)
  expect(opening_hours.periods.slice(-2)).toEqual([
    { day: 6, opens_at: '0000', closes_at: '0030' },
    { day: 6, opens_at: '2200', closes_at: '0100' },
  ])
  await inPage(page, 'Close').click()
  await expect(page).toHaveURL(`${world.url}/locations/${id}/stations`)
})

story(
  'of two people who edit a location at once the second is warned, and loses nothing',
  async ({ page, world }) => {
    const location = await aLocation(world)
    const params = { id: location.id }
    await signIn(page, world.url, 'administrator', settings(location.id))
    await field(page, 'Name').fill('Mine')
    await world.administrator.call(contract.locations.change, {
      params,
      body: { street: 'Lenina 9', cashback_percent: 3, version: location.version },
    })
    await saveButton(page).click()
    const warning = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this location' })
    await expect(warning).toContainText('Anna Sedova')
    await expect(warning).toContainText('Street and house, Cashback')
    expect((await read(world, location.id)).name).toBe(location.name)
    await page.getByRole('button', { name: 'Load their changes, keep mine' }).click()
    await expect(field(page, 'Street and house')).toHaveValue('Lenina 9')
    await expect(field(page, 'Name')).toHaveValue('Mine')
    await saveButton(page).click()
    await expect(page.getByText('Saved.')).toBeVisible()
    expect(await read(world, location.id)).toMatchObject({
      name: 'Mine',
      street: 'Lenina 9',
      cashback_percent: 3,
    })
  },
)

story('unsaved changes are not lost by a click', async ({ page, world }) => {
  const { id } = await aLocation(world)
  await signIn(page, world.url, 'administrator', settings(id))
  await field(page, 'Postal code').fill('170000')
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(field(page, 'Postal code')).toHaveValue('170000')
  await inPage(page, 'Close').click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(`${world.url}/locations/${id}/stations`)
})

story('a location is deleted with its name typed, but not while a car charges', async ({ page, world }) => {
  const { location, connectorId, played } = await world.aStation({ protocol: 'ocpp1.6', meterEveryMs: 1000 })
  const params = { id: connectorId }
  const { id: orderId } = await world.administrator.call(contract.connectors.start, { params, body: {} })
  await played.waitFor('charging')
  await signIn(page, world.url, 'administrator', settings(location.id))
  const open = inPage(page, 'Delete location')
  await open.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Cars are charging here or about to')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Delete location' })).toBeDisabled()
  await world.administrator.call(contract.connectors.stop, { params })
  await expect.poll(async () => (await world.order(orderId)).status).toBe('completed')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await open.click()
  await expect(dialog.getByText('Past orders, which are kept')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Delete location' })).toBeDisabled()
  await dialog.getByRole('textbox').fill(location.name)
  await dialog.getByRole('button', { name: 'Delete location' }).click()
  await expect(page).toHaveURL(`${world.url}/locations`)
  await expect(page.getByRole('link', { name: `Open ${location.name}` })).toHaveCount(0)
  expect((await world.order(orderId)).location.name).toBe(location.name)
})
