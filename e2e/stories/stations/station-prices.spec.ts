import { expect, type Page } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import type { z } from 'zod'
import { expectGoodRegion } from '../../harness/looks/region.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'
import type { StandingStation, World } from '../../harness/world/world.ts'

type Price = z.input<typeof contract.tariffs.priceLocation.body>

/** A station of 2.1, which reckons by itself, at a location with these prices. It boots once more, so it gets them whatever it had before. */
async function reckoning(
  world: World,
  { twin = false, elements }: { twin?: boolean; elements?: number },
  ...prices: Price[]
): Promise<StandingStation> {
  const station = await world.aStation({ protocol: 'ocpp2.1', twin })
  const params = { id: station.location.id }
  for (const body of prices) await world.administrator.call(contract.tariffs.priceLocation, { params, body })
  if (elements !== undefined) station.played.setSetting('TariffMaxElements', elements)
  await station.played.reboot()
  return station
}

const titles = { en: 'Prices at the station', de: 'Preise an der Station', ru: 'Цены на станции' }
const stateOf = async (world: World, { record }: StandingStation) => {
  const { tariffs } = await world.administrator.call(contract.stationTasks.state, {
    params: { id: record.id },
  })
  return tariffs?.due_at === null ? tariffs.state : 'due'
}
const pathOf = ({ record }: StandingStation) => `/charge-points/${record.id}/commands`
const pricesOn = (page: Page) => page.getByRole('region', { name: titles.en })

story(
  'an administrator sees which prices a station reckons with, which it refuses, and which it cannot be told',
  async ({ page, world, anotherPage }) => {
    const idle = {
      grace_minutes: 10,
      block_minutes: 1,
      block_amount: 100,
      cap_amount: null,
      night_from: null,
      night_to: null,
    }
    const windows = [0, 1, 2].map((day) => ({ days: [day], from: '08:00', to: '09:00', tariff: 2000 + day }))
    const [taking, refusing, differing] = [
      await reckoning(world, {}, { tariff: 1700, idle }),
      await reckoning(world, { elements: 2 }, { tariff: 1700, windows }),
      await reckoning(world, { twin: true }, { tariff: 1700 }, { tariff: 1900, type: 'CHAdeMO' }),
    ]
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(() => stateOf(world, taking)).toBe('in_step')
    await signIn(page, world.url, 'administrator', pathOf(taking))
    const prices = pricesOn(page)
    await expect(prices).toContainText('It has all prices that it can get. They were last brought up to date')
    await expect(prices.getByRole('listitem')).toHaveCount(1)
    await expect(prices.getByRole('listitem')).toContainText('Knows its price, in force there since')
    await expect(prices.getByRole('listitem')).toContainText('The station does not know: the idle fee')
    await expectGoodRegion(page, titles)

    await expect.poll(() => stateOf(world, refusing)).toBe('refused')
    await page.goto(world.url + pathOf(refusing))
    await expect(prices).toContainText('It does not take a price: ')
    await expect(prices.getByRole('listitem')).toContainText('It has none until that changes.')
    await expectGoodRegion(page, titles)

    await expect.poll(() => stateOf(world, differing)).toBe('in_step')
    await page.goto(world.url + pathOf(differing))
    await expect(prices.getByRole('listitem')).toHaveText([
      /Its price is not told to the station: the connectors of this EVSE have different prices\.$/,
    ])
    await expectGoodRegion(page, titles)

    const operators = await anotherPage()
    await signIn(operators, world.url, 'operator', `/charge-points/${taking.record.id}/information`)
    await expect(operators.getByRole('link', { name: 'Timeline' })).toBeVisible()
    await expect(operators.getByRole('link', { name: 'Commands' })).toHaveCount(0)
    await operators.goto(world.url + pathOf(taking))
    await expect(operators.getByText('This page is not for your role')).toBeVisible()
    await expect(pricesOn(operators)).toHaveCount(0)
  },
)

story('a station that does not reckon, or is set not to, says so', async ({ page, world }) => {
  const [plain, off] = [
    await world.aStation({ protocol: 'ocpp2.0.1' }),
    await world.aStation({ protocol: 'ocpp2.1' }),
  ]
  const { administrator } = world
  const enabled = {
    component: { name: 'TariffCostCtrlr' },
    variable: { name: 'Enabled', instance: 'Tariff' },
  }
  await administrator.call(contract.commands.message, {
    params: { id: off.record.id },
    body: { action: 'SetVariables', payload: { setVariableData: [{ ...enabled, attributeValue: 'false' }] } },
  })
  await off.played.reboot()
  const tariffsOf = async ({ record }: StandingStation) =>
    (await administrator.call(contract.stationTasks.state, { params: { id: record.id } })).tariffs
  await expect.poll(async () => (await tariffsOf(off))?.state).toBe('off')
  await signIn(page, world.url, 'administrator', pathOf(off))
  await expect(pricesOn(page)).toContainText('It could reckon, but that is turned off there')
  await expect(pricesOn(page).getByRole('listitem')).toHaveCount(0)
  await page.goto(world.url + pathOf(plain))
  await expect(page.getByRole('region', { name: 'Power limits' })).toBeVisible()
  await expect(pricesOn(page)).toHaveCount(0)
})
