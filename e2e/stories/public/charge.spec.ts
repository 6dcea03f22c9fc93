import { expect, type Page } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { payByCard } from '../../harness/card.ts'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { watchPolicy } from '../../harness/looks/policy.ts'
import { watchTraffic } from '../../harness/looks/traffic.ts'
import { aSeller } from '../../harness/world/seller.ts'
import { story } from '../../harness/world/story.ts'
import type { World } from '../../harness/world/world.ts'

const phone = { width: 360, height: 740 }
const heading = (page: Page, text: string) => expect(page.getByRole('heading', { level: 1 })).toHaveText(text)

/** A station with nobody at it, and a stranger who has scanned its code. */
async function scanned(world: World, driver: Page, protocol: 'ocpp1.6' | 'ocpp2.0.1' = 'ocpp1.6') {
  const station = await world.aStation({
    protocol,
    meterEveryMs: 500,
    plugDelayMs: null,
    tariff: 1700,
    signing: {},
  })
  await world.administrator.call(contract.meterKeys.confirm, {
    params: { id: station.record.id },
    body: { public_key: station.played.meterKey! },
  })
  await aSeller(world)
  await driver.setViewportSize(phone)
  await driver.goto(`${world.url}/charge/${station.record.number}`)
  await heading(driver, `Station #${String(station.record.number).padStart(4, '0')}`)
  await expect(driver.getByText('Free', { exact: true })).toBeVisible()
  return station
}

for (const protocol of ['ocpp1.6', 'ocpp2.0.1'] as const) {
  story(
    `a stranger scans, pays with 3-D Secure, plugs in, charges for 300 roubles and has a receipt (${protocol})`,
    async ({ page: driver, world }) => {
      const refused = watchPolicy(driver)
      const { played, record } = await scanned(world, driver, protocol)
      await expect(driver.getByText('17.00 ₽ per kWh')).toBeVisible()
      await expect(driver.getByText('At most 1 700.00 ₽ are held until the end.')).toBeVisible()
      await expectAccessible(driver)
      await driver.getByRole('radio', { name: 'For an amount' }).check()
      await expect(driver.getByRole('spinbutton')).toHaveValue('300')
      await driver.getByRole('button', { name: 'Pay and charge' }).click()
      await heading(driver, 'Pay and charge')
      await expect(driver.getByText('300.00 ₽', { exact: true }).first()).toBeVisible()
      await driver.getByLabel('E-mail for the receipt').fill('stranger@people.example')
      await payByCard(driver, '4000 0000 0000 3220')
      await driver.getByLabel('Code from the SMS').fill('1234')
      await driver.getByRole('button', { name: 'Confirm' }).click()
      await heading(driver, 'Plug in now')
      await expect(driver.getByText('Plug into connector 1, CCS 2')).toBeVisible()
      await expectAccessible(driver)
      await played.plugIn()
      await heading(driver, 'Charging')
      await expect(driver.getByRole('img', { name: /^Power over time/ })).toBeVisible()
      await expectAccessible(driver)

      // the tab is closed; the station's page finds the session again
      await driver.goto(`${world.url}/charge`)
      await driver.getByLabel('Number of the station').fill(String(record.number))
      await driver.getByRole('button', { name: 'Show the station' }).click()
      await driver.getByRole('link', { name: /You are charging at station/ }).click()
      await heading(driver, 'Charging')
      played.addEnergy(1, 40_000)
      await heading(driver, 'Done. Thank you!')
      await expect(driver.getByText('300.00 ₽').first()).toBeVisible()
      await expectAccessible(driver)
      const file = driver.waitForEvent('download')
      await driver.getByRole('link', { name: 'Download the receipt (PDF)' }).click()
      expect((await file).suggestedFilename()).toMatch(/^receipt-\d+\.pdf$/)
      const signed = driver.getByRole('region', { name: 'Signed by the meter' })
      await expect(signed.getByText(/The signature is right, and what it says is the energy/)).toBeVisible()
      await signed.getByText('Public key of the meter').click()
      await expect(signed.getByText(played.meterKey!.toUpperCase())).toBeVisible()
      const values = driver.waitForEvent('download')
      await signed.getByRole('link', { name: 'Signed values (XML)' }).click()
      expect((await values).suggestedFilename()).toMatch(/^signed-values-\d+\.xml$/)
      expect(await overflowOf(driver)).toBeNull()
      await expectAccessible(driver)
      expect(refused()).toEqual([])
    },
  )

  story(
    `a reservation from the page keeps the connector, and is given up (${protocol})`,
    async ({ page: driver, anotherPage, world }) => {
      const station = await world.aStation({ protocol, plugDelayMs: null, tariff: 1700 })
      await world.administrator.call(contract.stations.change, {
        params: { id: station.record.id },
        body: { reservations_supported: true },
      })
      await aSeller(world)
      await driver.setViewportSize(phone)
      await driver.goto(`${world.url}/charge/${station.record.number}`)
      await driver.getByRole('button', { name: 'Reserve for 30 minutes' }).click()
      await heading(driver, 'Pay and charge')
      await driver.getByLabel('E-mail for the receipt').fill('stranger@people.example')
      await payByCard(driver, '4242 4242 4242 4242')
      await heading(driver, 'Reserved for you')
      const other = await anotherPage()
      await other.goto(`${world.url}/charge/${station.record.number}`)
      await expect(other.getByText('Reserved', { exact: true })).toBeVisible()
      await expect(other.getByRole('button', { name: 'Pay and charge' })).toBeDisabled()
      await driver.getByRole('button', { name: 'Cancel' }).click()
      await driver.getByRole('dialog').getByRole('button').last().click()
      await heading(driver, 'Canceled')
      await expect(other.getByText('Free', { exact: true })).toBeVisible()
    },
  )

  story(
    `a station goes offline after the payment: all is released, and the page says so (${protocol})`,
    async ({ page: driver, world }) => {
      const { played } = await scanned(world, driver, protocol)
      await driver.getByRole('button', { name: 'Pay and charge' }).click()
      await heading(driver, 'Pay and charge')
      await driver.getByLabel('E-mail for the receipt').fill('stranger@people.example')
      await payByCard(driver, '4242 4242 4242 4242')
      await heading(driver, 'Plug in now')
      await played.close()
      await driver.getByRole('button', { name: 'Cancel' }).click()
      await driver.getByRole('dialog').getByRole('button').last().click()
      await heading(driver, 'Canceled')
      await expect(driver.getByText('Released')).toBeVisible()
    },
  )

  story(
    `the network is lost for a minute in the middle of a session: the page says so, and comes back by itself (${protocol})`,
    async ({ page: driver, world }) => {
      await driver.clock.install()
      const { played } = await scanned(world, driver, protocol)
      await driver.getByRole('button', { name: 'Pay and charge' }).click()
      await heading(driver, 'Pay and charge')
      await driver.getByLabel('E-mail for the receipt').fill('stranger@people.example')
      await payByCard(driver, '4242 4242 4242 4242')
      await heading(driver, 'Plug in now')
      await played.plugIn()
      await heading(driver, 'Charging')

      const lost = driver.getByText(/No contact since/)
      await driver.context().setOffline(true)
      await expect(lost).toBeVisible()
      played.addEnergy(1, 12_000)
      for (let seconds = 0; seconds < 60; seconds += 5) await driver.clock.fastForward(5000)
      await expect(lost).toBeVisible()
      await heading(driver, 'Charging')
      await expect(driver.getByRole('button', { name: 'Stop charging' })).toBeDisabled()
      await expectAccessible(driver)

      await driver.context().setOffline(false)
      await expect(lost).toHaveCount(0)
      await expect(driver.getByText(/^1[2-9]\.\d$/).first()).toBeVisible()
      await driver.getByRole('button', { name: 'Stop charging' }).click()
      await driver.getByRole('dialog').getByRole('button', { name: 'Stop charging' }).click()
      await heading(driver, 'Done. Thank you!')
    },
  )

  story(
    `plugged in first, a declined card takes nothing, and the driver pays by another one (${protocol})`,
    async ({ page: driver, world }) => {
      const { played } = await scanned(world, driver, protocol)
      await played.plugIn()
      await expect(driver.getByText('Plugged in', { exact: true })).toBeVisible()
      await driver.getByRole('button', { name: 'Pay and charge' }).click()
      await heading(driver, 'Pay and charge')
      await driver.getByLabel('E-mail for the receipt').fill('stranger@people.example')
      await payByCard(driver, '4000 0000 0000 0002')
      await expect(driver.getByRole('alert')).toContainText('The bank declined the card')
      await payByCard(driver, '4242 4242 4242 4242')
      await heading(driver, 'Charging')
      await driver.getByRole('button', { name: 'Stop charging' }).click()
      await driver.getByRole('dialog').getByRole('button', { name: 'Stop charging' }).click()
      await heading(driver, 'Done. Thank you!')
    },
  )
}

story(
  'without a connection nothing is lost: the same order is sent again',
  async ({ page: driver, world }) => {
    await scanned(world, driver)
    await driver.context().setOffline(true)
    await driver.getByRole('button', { name: 'Pay and charge' }).click()
    await expect(driver.getByRole('alert')).toContainText('No connection.')
    await driver.context().setOffline(false)
    await driver.getByRole('button', { name: 'Pay and charge' }).click()
    await heading(driver, 'Pay and charge')
  },
)

story('an unknown number is told, and an offline station takes no money', async ({ page: driver, world }) => {
  const { played } = await scanned(world, driver)
  await played.close()
  await expect(driver.getByText('This station cannot be reached at the moment.')).toBeVisible()
  await expect(driver.getByRole('button', { name: 'Pay and charge' })).toBeDisabled()
  await expectAccessible(driver)
  await driver.goto(`${world.url}/charge/999999`)
  await expect(driver.getByRole('alert')).toContainText('There is no station with the number 999999.')
  await expectAccessible(driver)
})

story('two stations of one number: the driver chooses by place', async ({ page: driver, world }) => {
  const { record, location } = await scanned(world, driver)
  const other = await world.aRecord()
  await world.administrator.call(contract.stations.change, {
    params: { id: other.record.id },
    body: { number: record.number },
  })
  await driver.goto(`${world.url}/charge/${record.number}`)
  await expect(driver.getByRole('link', { name: new RegExp(other.location.name) })).toBeVisible()
  await expectAccessible(driver)
  await driver.getByRole('link', { name: new RegExp(location.name) }).click()
  await expect(driver.getByText('Free', { exact: true })).toBeVisible()
  await driver.getByRole('button', { name: 'Pay and charge' }).click()
  await heading(driver, 'Pay and charge')
  await expect(driver.getByText(location.name)).toBeVisible()
})

story('a station takes few and light files', async ({ page: driver, world }) => {
  const { record } = await scanned(world, driver)
  await driver.goto('about:blank')
  const traffic = await watchTraffic(driver)
  await driver.goto(`${world.url}/charge/${record.number}`)
  await expect(driver.getByText('Free', { exact: true })).toBeVisible()
  await traffic.over()
  // the page, its script, the icon, the live feed, and the page once more as it is read again
  expect(traffic.urls.length, traffic.urls.join('\n')).toBeLessThanOrEqual(6)
  expect(traffic.bytes()).toBeLessThanOrEqual(40 * 1024)
})

story('the page is read without a script, in three languages', async ({ browser, world, page }) => {
  const { record, location } = await scanned(world, page)
  await world.administrator.call(contract.tariffs.priceLocation, {
    params: { id: location.id },
    body: { tariff: 1700, rate: 200, start_fee: 3000, min_price: 5000 },
  })
  const plain = await browser.newContext({ javaScriptEnabled: false, viewport: phone })
  const reader = await plain.newPage()
  for (const [lang, price] of [
    ['en', '17.00 ₽ per kWh'],
    ['de', '17,00 ₽ pro kWh'],
    ['ru', '17,00 ₽ за кВт·ч'],
  ] as const) {
    await reader.goto(`${world.url}/charge/${record.number}?lang=${lang}`)
    await expect(reader.locator('html')).toHaveAttribute('lang', lang)
    await expect(reader.getByText(price)).toBeVisible()
    // kWh, minute, session, all else: in this order, whatever the language
    const amounts = (await reader.locator('.price li').allInnerTexts()).map(
      (text) => /\d[\d ]*/.exec(text)?.[0],
    )
    expect(amounts.slice(0, 4)).toEqual(['17', '2', '30', '50'])
  }
  await plain.close()
})
