import { expect, type Locator, type Page } from '@playwright/test'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

const startButton = (page: Page) => page.getByRole('button', { name: 'Start charging' })
const stopButton = (page: Page) => page.getByRole('button', { name: 'Stop charging' })
const stationPage = (id: string) => `/charge-points/${id}/information`

/** Starts from the station's page and gives the order's id, as the page tells it. */
async function startFrom(page: Page): Promise<number> {
  await startButton(page).click()
  const answer = page.getByText('Request accepted, ID:')
  await expect(answer).toBeVisible()
  return Number(/ID:\s*(\d+)/.exec(await answer.innerText())?.[1])
}

for (const protocol of ['ocpp1.6', 'ocpp2.0.1', 'ocpp2.1'] as const) {
  story(`the operator starts and stops a session on a station of ${protocol}`, async ({ page, world }) => {
    const { played, record } = await world.aStation({ protocol, meterEveryMs: 1000, tariff: 1733 })
    await signIn(page, world.url, 'operator', stationPage(record.id))
    const orderId = await startFrom(page)
    await expect(stopButton(page)).toBeVisible()
    await played.waitFor('charging')
    await played.waitFor(() => played.connectorView().sampledSessionWh! > 20)

    await stopButton(page).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop charging' }).click()
    await expect(startButton(page)).toBeVisible()
    await expect(page.getByText('Request accepted')).toHaveCount(0)

    await expect.poll(async () => (await world.order(orderId)).status).toBe('completed')
    const [charge] = played.transactions()
    const chargedWh = charge!.meterStopWh! - charge!.meterStartWh
    const order = await world.order(orderId)
    expect(order.meter_stop! - order.meter_start!).toBe(chargedWh)
    expect(order.charging_price).toBe(Math.round((chargedWh * 1733) / 1000))
  })

  story(`a limit in kWh ends the session on a station of ${protocol}`, async ({ page, world }) => {
    const { played, record } = await world.aStation({ protocol, meterEveryMs: 500, tariff: 2000 })
    await signIn(page, world.url, 'operator', stationPage(record.id))
    await page.getByLabel('Energy, kWh').fill('0.1')
    await expect(page.getByLabel('Amount, ₽')).toHaveValue('2')
    const orderId = await startFrom(page)
    await expect.poll(async () => (await world.order(orderId)).status).toBe('completed')
    const order = await world.order(orderId)
    expect(order.meter_stop! - order.meter_start!).toBeGreaterThanOrEqual(100)
    await expect(startButton(page)).toBeVisible()
    expect(played.transactions()).toHaveLength(1)
  })
}

story('the order page follows the session and stops it', async ({ page, world }) => {
  const { played, record } = await world.aStation({ protocol: 'ocpp2.0.1', meterEveryMs: 1000 })
  await signIn(page, world.url, 'operator', stationPage(record.id))
  const orderId = await startFrom(page)
  await page.goto(`${world.url}/orders/${orderId}/information`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${orderId}`)
  await played.waitFor(() => played.connectorView().sampledSessionWh! > 20)
  await expect(page.getByText('Meter values').first()).toBeVisible()
  played.misbehave('refusing')
  await stopButton(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop charging' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Error: ' })
  await expect(alert).toBeVisible()
  await alert.getByRole('button', { name: 'Close' }).click()
  played.misbehave(null)
  await stopButton(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop charging' }).click()
  await expect(page.getByText('Completed').first()).toBeVisible()
  await expect(stopButton(page)).toHaveCount(0)
  // an answer of 400 and above is red, one below is green
  const [red = 0, green = 0] = await colourOf(page.getByText(/^4\d\d$/).first())
  expect(red).toBeGreaterThan(green)
  const [fine = 0, full = 0] = await colourOf(page.getByText('200', { exact: true }).first())
  expect(full).toBeGreaterThan(fine)
})

/** Red, green and blue of a text. */
const colourOf = (text: Locator): Promise<number[]> =>
  text.evaluate((element) => (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number))

story('a station that is away cannot be started, and says so by itself', async ({ page, world }) => {
  const { played, record } = await world.aStation({ protocol: 'ocpp1.6' })
  await signIn(page, world.url, 'operator', stationPage(record.id))
  await expect(startButton(page)).toBeEnabled()
  await played.goOffline()
  await expect(startButton(page)).toBeDisabled()
  await played.goOnline()
  await expect(startButton(page)).toBeEnabled()
})

story('a limit that cannot be stays as it was typed, and says what may be', async ({ page, world }) => {
  const { record } = await world.aStation({ protocol: 'ocpp1.6' })
  await signIn(page, world.url, 'operator', stationPage(record.id))
  const minutes = page.getByLabel('Minutes')
  await minutes.pressSequentially('-5')
  await expect(minutes).toHaveValue('-5')
  await expect(page.getByText('From 0 to 59.')).toBeVisible()
  await expect(startButton(page)).toBeDisabled()
  await minutes.fill('1.5')
  await expect(page.getByText('A whole number, please.')).toBeVisible()
  await minutes.fill('15')
  await expect(page.getByText('From 0 to 59.')).toHaveCount(0)
  await expect(startButton(page)).toBeEnabled()
  const amount = page.getByLabel('Amount, ₽')
  await amount.pressSequentially('1000')
  await expect(page.getByLabel('Energy, kWh')).not.toHaveValue('')
  await expect(minutes).toHaveValue('')
  await page.getByLabel('Energy, kWh').fill('')
  await expect(amount).toHaveValue('')
})
