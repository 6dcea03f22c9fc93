import { expect, type Page, test } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import type { VirtualStation } from '@stationmaster/simulator'
import { signIn } from '../../harness/sign-in.ts'
import { confirmStation, describeModel, setUp } from '../../harness/wizard.ts'
import { World } from '../../harness/world/world.ts'

/** kopecks per kWh, a price that rounds */
const tariff = 1733

test('an administrator builds a network from nothing, and it charges', async ({ page }) => {
  const world = await World.start()
  const played: VirtualStation[] = []
  try {
    await signIn(page, world.url, 'administrator')
    await inviteOwner(page)
    const location = await addLocation(page, world)
    const stations = `${world.url}/locations/${location}/stations`

    await page.goto(stations)
    await page.getByRole('link', { name: 'Add a station' }).click()
    await describeModel(page, { vendor: 'Voltwerk', model: 'Duo 150' }, [
      [
        { type: 'CCS 2', powerKw: 150 },
        { type: 'CHAdeMO', powerKw: 50 },
      ],
      [{ type: 'Type 2', powerKw: 22 }],
    ])
    played.push(await connect(page, 'ocpp2.0.1'))
    await page.getByRole('button', { name: 'OK' }).click()
    await expect(page).toHaveURL(stations)
    // the list that was seen before the first station is not shown again
    expect(await page.locator('main [data-empty]').count()).toBe(0)

    await page.getByRole('link', { name: 'Add a station' }).click()
    await page.getByRole('list', { name: 'Station models' }).getByText('Duo 150').click()
    played.push(await connect(page, 'ocpp1.6'))
    await page.getByRole('button', { name: 'OK' }).click()

    await setTariff(page)
    for (const station of played) await chargeAndPay(page, world, station)
  } finally {
    await Promise.all(played.map((station) => station.close()))
    await world.stop()
  }
})

/** Invites the location's owner by e-mail, on the staff's screen. */
async function inviteOwner(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Staff' }).click()
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
  await dialog.getByLabel('E-mail').fill('owner@harbour.example')
  await dialog.getByLabel('First name').fill('Olga')
  await dialog.getByLabel('Last name').fill('Zimina')
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Manager', exact: true }).click()
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByRole('dialog', { name: 'Person' })).toContainText('Invited')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('table', { name: 'Staff' })).toContainText('Olga Zimina')
}

/** Adds the owner's location and its opening hours, on their own screens. */
async function addLocation(page: Page, { url, administrator }: World): Promise<number> {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await page.getByRole('link', { name: 'Locations', exact: true }).click()
  await page.getByRole('link', { name: 'Add location' }).first().click()
  await field('Name').fill('Old harbour')
  await field('Country').fill('Germany')
  await field('City').fill('Hamburg')
  await field('Street and house').fill('Quay 1')
  await page.getByRole('combobox', { name: 'Owner' }).fill('Zimina')
  await page.getByRole('option', { name: 'Olga Zimina' }).click()
  await page.getByRole('button', { name: 'Add location' }).click()
  await expect(page).toHaveURL(new RegExp(`^${url}/locations/\\d+/stations$`))
  const [location] = await administrator.call(contract.locations.list, { query: { search: 'Old harbour' } })
  expect(location?.owner_last_name).toBe('Zimina')
  const { id } = location!

  await page.goto(`${url}/locations/${id}/settings`)
  await page.getByText('By weekday').click()
  await page.getByRole('switch', { name: 'For all days' }).click()
  await expect(page.getByLabel('Monday, period 1: opens')).toHaveValue('08:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  return id
}

/** Confirms the proposed station and connects one that knows what the page shows, and nothing else. */
async function connect(page: Page, protocol: 'ocpp1.6' | 'ocpp2.0.1'): Promise<VirtualStation> {
  const connection = await confirmStation(page)
  await expect(page.getByText('Waiting for the station…')).toBeVisible()
  const station = await setUp(connection, {
    protocol,
    meterEveryMs: 500,
    connectors: [
      { number: 1, evse: 1, type: 'CCS 2', powerW: 150_000 },
      { number: 2, evse: 1, type: 'CHAdeMO', powerW: 50_000 },
      { number: 3, evse: 2, type: 'Type 2', powerW: 22_000 },
    ],
  })
  await expect(page.locator('[data-phase]')).toHaveText('Connected, boot accepted')
  await expect(page.locator('[data-phase]')).toHaveAttribute('data-phase', 'accepted')
  return station
}

/** Sets the price of the location that is shown. */
async function setTariff(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Tariffs' }).click()
  await page.getByRole('button', { name: 'Change the price' }).click()
  await page.getByLabel('Price per kWh, kopecks').fill(String(tariff))
  await page.getByRole('button', { name: 'Set the price' }).click()
  await page
    .getByRole('dialog', { name: 'Set the new price?' })
    .getByRole('button', { name: 'Set the price' })
    .click()
  await expect(page.getByText('Tariff changed for 2 stations')).toBeVisible()
}

/** Starts a session from the station's page, lets it run, and reads its price on the order's page. */
async function chargeAndPay(page: Page, world: World, station: VirtualStation): Promise<void> {
  await page.goto(`${world.url}/charge-points/${station.id}/information`)
  await page.getByRole('button', { name: 'Start charging' }).first().click()
  const answer = page.getByText('Request accepted, ID:')
  await expect(answer).toBeVisible()
  const orderId = Number(/ID:\s*(\d+)/.exec(await answer.innerText())?.[1])
  await station.waitFor(() => (station.connectorView().sampledSessionWh ?? 0) > 100)
  await page.goto(`${world.url}/orders/${orderId}/information`)
  await page.getByRole('button', { name: 'Stop charging' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop charging' }).click()
  await expect(page.getByText('Completed').first()).toBeVisible()

  const [charge] = station.transactions()
  const price = Math.round(((charge!.meterStopWh! - charge!.meterStartWh) * tariff) / 1000)
  expect(price).toBeGreaterThan(0)
  await expect(page.getByRole('region', { name: 'Money' })).toContainText((price / 100).toFixed(2))
  expect((await world.order(orderId)).captured_amount).toBe(price)
}
