import { expect } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'
import type { StandingStation } from '../../harness/world/world.ts'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** A session of a station whose meter tells what is given, as StartTransaction and StopTransaction have it. */
async function session(
  { played }: StandingStation,
  idTag: string,
  [from, to]: [number, number],
  [meterStart, meterStop]: [unknown, unknown],
  powerW: number | null = null,
): Promise<void> {
  const { transactionId } = (await played.link.call('StartTransaction', {
    connectorId: 1,
    idTag,
    meterStart,
    timestamp: ago(from),
  })) as { transactionId: number }
  if (powerW !== null) {
    const sampledValue = [{ value: String(powerW), measurand: 'Power.Active.Import', unit: 'W' }]
    const meterValue = [{ timestamp: ago((from + to) / 2), sampledValue }]
    await played.link.call('MeterValues', { connectorId: 1, transactionId, meterValue })
  }
  await played.link.call('StopTransaction', { transactionId, meterStop, timestamp: ago(to) })
}

story('a session without a register is billed by the estimate of its power', async ({ page, world }) => {
  const station = await world.aStation({ protocol: 'ocpp1.6', tariff: 1700 })
  const card = await world.aCard()
  await session(station, card, [30, 10], ['n/a', 'n/a'], 7000)
  await signIn(page, world.url, 'administrator', '/inbox')
  const item = page
    .getByRole('region', { name: 'Sessions that need review' })
    .getByRole('listitem')
    .filter({ hasText: station.location.name })
    .first()
  await expect(item).toContainText('Energy unknown')
  await expect(item).not.toContainText('plausible')
  const choice = item.getByRole('button', { name: /Estimate by power over time/ })
  await expect(choice).toContainText('2.3')
  await expectAccessible(page)
  await choice.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Reason')).toHaveValue('Charged by an estimate: power over time.')
  await dialog.getByRole('button', { name: 'Set the price and capture' }).click()
  await expect(item).toHaveCount(0)
})

story('energy between sessions is a line of its model, and is dismissed', async ({ page, world }) => {
  const station = await world.aStation({ protocol: 'ocpp1.6', tariff: 1700 })
  const card = await world.aCard()
  await session(station, card, [50, 40], [0, 0])
  await session(station, card, [30, 20], [5000, 5000])
  await session(station, card, [10, 5], [9000, 9000])
  await signIn(page, world.url, 'administrator', '/inbox')
  const panel = page.getByRole('region', { name: 'Energy between sessions' })
  const model = panel.getByRole('list', { name: 'Energy between sessions: AutoEnterprise AE-Fast 150' })
  const gaps = model.getByRole('listitem').filter({ hasText: station.location.name })
  await expect(gaps).toHaveCount(2)
  await expect(gaps.first()).toContainText('4.000 kWh')
  await expect(gaps.first()).toContainText('connector 1')
  await expectAccessible(page)
  const dialog = page.getByRole('dialog')
  await gaps.first().getByRole('button', { name: 'Dismiss' }).click()
  await expect(dialog.getByRole('button', { name: 'Dismiss' })).toBeDisabled()
  await dialog.getByLabel('Reason').fill('A heater on the same meter')
  await dialog.getByRole('button', { name: 'Dismiss' }).click()
  await expect(gaps).toHaveCount(1)
  await panel.getByRole('button', { name: 'Dismiss all' }).first().click()
  await dialog.getByLabel('Reason').fill('Their firmware tells no energy')
  await dialog.getByRole('button', { name: 'Dismiss' }).click()
  await expect(gaps).toHaveCount(0)
  expect(await world.administrator.call(contract.gaps.list, { query: {} })).toEqual([])
})

story(
  'connectors that a station reports and nobody has set up are a line, and can be adopted',
  async ({ page, world }) => {
    const station = await world.aStation({ protocol: 'ocpp1.6', tariff: 1700 })
    const reported = { connectorId: 2, errorCode: 'NoError', status: 'Available' }
    await station.played.link.call('StatusNotification', reported)
    await signIn(page, world.url, 'administrator', '/inbox')
    const line = page
      .getByRole('region', { name: 'Connectors that are not set up' })
      .getByRole('listitem')
      .filter({ hasText: station.location.name })
    await expect(line).toContainText('not set up here: 2')
    await expectAccessible(page)
    await line.getByRole('link', { name: 'To the station' }).click()
    const notice = page.getByText('reports connectors that are not set up here: 2')
    await expect(notice).toBeVisible()
    await page.getByRole('button', { name: 'Take over' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('gets these connectors: 2')
    await dialog.getByRole('button', { name: 'Take over' }).click()
    await expect(notice).toHaveCount(0)
    const { evses } = await world.administrator.call(contract.stations.get, {
      params: { id: station.record.id },
    })
    expect(evses.flatMap(({ connectors }) => connectors).map(({ power }) => power)).toHaveLength(2)
  },
)
