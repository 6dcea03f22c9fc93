import { expect, type Page } from '@playwright/test'
import { contract, importColumns } from '@stationmaster/contract'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

const setPrice = (page: Page) => page.getByRole('button', { name: 'Set the price' })
/** The same in the dialog that asks once more. */
const confirmPrice = (page: Page) =>
  page.getByRole('dialog', { name: 'Set the new price?' }).getByRole('button', { name: 'Set the price' })

story('a tariff is weighed, set for two locations, and prices the next session', async ({ page, world }) => {
  const first = await world.aStation({ protocol: 'ocpp1.6', tariff: 1000, meterEveryMs: 1000 })
  const second = await world.aStation({ protocol: 'ocpp2.0.1', tariff: 1000 })
  const charge = async () => {
    const { id } = await world.administrator.call(contract.connectors.start, {
      params: { id: first.connectorId },
      body: {},
    })
    await first.played.waitFor(() => (first.played.connectorView().sampledSessionWh ?? 0) > 20)
    await first.played.stop()
    await expect.poll(async () => (await world.order(id)).status).toBe('completed')
    await first.played.unplug()
    return world.order(id)
  }
  const before = await charge()
  expect(before.charging_price).toBeGreaterThan(0)

  const night = { days: [1], from: '22:00', to: '07:00', tariff: 900 }
  await world.administrator.call(contract.tariffs.priceLocation, {
    params: { id: second.location.id },
    body: { tariff: 1500, start_fee: 3000, windows: [night] },
  })
  await signIn(page, world.url, 'administrator', '/locations/tariffs')
  // the list shows the rows in sight only, so each is searched for
  for (const { name } of [first.location, second.location]) {
    await page.getByRole('searchbox').fill(name)
    await page.getByRole('checkbox', { name }).check()
  }
  await page.getByLabel('Price per kWh, kopecks').fill('2000')
  await expect(page.getByText('20.00 ₽ per kWh')).toBeVisible()
  await expect(page.getByText('At the new price')).toBeVisible()
  await expect(page.getByText('1 session')).toBeVisible()
  await expect(page.getByText('+100.0 %').first()).toBeVisible()
  const dropped = /these are dropped: prices by the hour \(1 location\), the start fee \(1 location\)\./
  await expect(page.getByRole('status').filter({ hasText: dropped })).toBeVisible()
  await setPrice(page).click()
  await expect(page.getByRole('dialog')).toContainText(dropped)
  await confirmPrice(page).click()
  await expect(page.getByText('Tariff changed for 2 stations')).toBeVisible()

  const after = await charge()
  const [, charged] = first.played.transactions()
  const energyWh = charged!.meterStopWh! - charged!.meterStartWh
  expect(after.charging_price).toBe(Math.round((energyWh * 2000) / 1000))
})

story('a price is planned for later, stands in the history, and is taken back', async ({ page, world }) => {
  const { location, record } = await world.aStation({ protocol: 'ocpp1.6', tariff: 1500 })
  await signIn(page, world.url, 'administrator', `/locations/${location.id}/pricing`)
  await page.getByRole('button', { name: 'Change the price' }).click()
  await page.getByLabel('Price per kWh, kopecks').fill('1900')
  // a connector of 150 kW: without an account drivers pay by kWh only
  const beyond = page.getByRole('note').filter({ hasText: 'a price per minute' })
  await expect(beyond).toHaveCount(0)
  await page.getByLabel('Price per minute, kopecks').fill('100')
  await expect(beyond).toBeVisible()
  await page.getByLabel('Price per minute, kopecks').fill('0')
  await expect(beyond).toHaveCount(0)
  const idle = page.getByRole('radiogroup', { name: 'Idle fee' })
  await idle.getByText('Own', { exact: true }).click()
  await page.getByLabel('Price of each block that begins').fill('25')
  await page.getByText('Later', { exact: true }).click()
  await page.getByLabel('Day').fill('2000-01-01')
  await expect(page.getByText('Choose a moment in the future')).toBeVisible()
  await expect(setPrice(page)).toBeDisabled()
  await page.getByLabel('Day').fill('2099-05-01')
  await page.getByLabel('Time', { exact: true }).fill('08:30')
  await setPrice(page).click()
  await confirmPrice(page).click()
  await expect(page.getByText('From 01 May 2099, 08:30: All connectors')).toBeVisible()
  await expect(page.getByText('Planned', { exact: true })).toBeVisible()
  await expect(page.getByText('Idle fee: 25.00 ₽ per 10 min · 10 min free').first()).toBeVisible()

  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('button', { name: 'Withdraw it' }).click()
  await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible()
  await expect(page.getByText('In force', { exact: true })).toBeVisible()

  // a station's price is its own unless the whole location is meant
  await page.goto(`${world.url}/charge-points/${record.id}/information`)
  await page.getByRole('button', { name: 'Change the price' }).click()
  const whose = page.getByRole('radiogroup', { name: 'Whose price' })
  await expect(whose.getByRole('radio', { name: 'This station' })).toBeChecked()
  await page.getByLabel('Price per kWh, kopecks').fill('2100')
  await setPrice(page).click()
  await expect(page.getByText('1 connector is concerned.')).toBeVisible()
  await confirmPrice(page).click()
  await expect(page.getByText('Tariff changed for 1 station')).toBeVisible()
  const params = { id: location.id }
  const { changes } = await world.administrator.call(contract.tariffs.ofLocation, { params })
  expect(changes.find(({ state }) => state === 'current')).toMatchObject({
    tariff: 2100,
    station: { id: record.id },
  })
})

story(
  'a file with faults changes nothing; mended, it adds stations and hands over their passwords',
  async ({ page, world }) => {
    const line = (station: string, power: string) => {
      const cells: Record<string, string> = {
        location_name: 'Imported yard',
        city: 'Tver',
        station_id: station,
        vendor_name: 'Voltwerk',
        model: 'Duo',
        evse_number: '1',
        connector_number: '1',
        type: 'CCS 2',
        current: 'DC',
        power,
      }
      return importColumns.map((name) => cells[name] ?? '').join(',')
    }
    const upload = (...lines: string[]) =>
      page.locator('input[type=file]').setInputFiles({
        name: 'network.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from([importColumns.join(','), ...lines].join('\n')),
      })
    await signIn(page, world.url, 'administrator', '/locations/import')
    await upload(line('IMPORT-1', '150'), line('IMPORT-2', 'much'))
    await expect(page.getByText('1 error. Nothing is changed until the file is correct.')).toBeVisible()
    await expect(page.getByRole('row', { name: /^3 power much/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled()

    await upload(line('IMPORT-1', '150'), line('IMPORT-2', '60'))
    await expect(page.getByRole('row', { name: 'Stations 2 0 0' })).toBeVisible()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download 2 passwords' }).click()
    expect((await download).suggestedFilename()).toBe('station-passwords.csv')
    const stations = await world.administrator.call(contract.stations.list, { query: { search: 'IMPORT-' } })
    expect(stations.map(({ id }) => id)).toEqual(['IMPORT-1', 'IMPORT-2'])
  },
)
