import { expect, type Page } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { payByCard } from '../../harness/card.ts'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { aSeller } from '../../harness/world/seller.ts'
import { story } from '../../harness/world/story.ts'
import type { World } from '../../harness/world/world.ts'

const phone = { width: 360, height: 740 }
const heading = (page: Page, text: string) => expect(page.getByRole('heading', { level: 1 })).toHaveText(text)

/** A station with a car at it, and a phone whose driver is logged in. */
async function loggedIn(world: World, driver: Page, email: string, protocol: 'ocpp1.6' | 'ocpp2.0.1') {
  const station = await world.aStation({ protocol, meterEveryMs: 500, plugDelayMs: null, tariff: 1700 })
  await aSeller(world)
  await driver.setViewportSize(phone)
  await driver.goto(`${world.url}/driver`)
  await driver.getByLabel('E-mail or phone').fill(email)
  await driver.getByRole('button', { name: 'Send the code' }).click()
  await driver.getByLabel('Code').fill(await world.mailedCode(email))
  await driver.getByRole('button', { name: 'Log in' }).click()
  await heading(driver, 'Balance')
  return station
}

/** Nothing of the page is wider than a phone. */
const expectNarrow = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)

async function saveCard(driver: Page) {
  await driver.getByRole('button', { name: 'Save a card' }).click()
  await payByCard(driver, '4242 4242 4242 4242', { button: 'Check and save' })
  await expect(driver.getByText(/···· 4242/)).toBeVisible()
}

for (const protocol of ['ocpp1.6', 'ocpp2.0.1'] as const) {
  story(
    `a driver with an account and a saved card charges in two taps (${protocol})`,
    async ({ page: driver, world }) => {
      const { played, record } = await loggedIn(world, driver, `taps-${protocol}@people.example`, protocol)
      await saveCard(driver)
      await played.plugIn()
      await driver.goto(`${world.url}/charge/${record.number}`)
      await expect(driver.getByText('Plugged in', { exact: true })).toBeVisible()
      let taps = 0
      const tap = async (name: string) => {
        taps += 1
        await driver.getByRole('button', { name }).click()
      }
      await tap('Pay and charge')
      await heading(driver, 'Pay and charge')
      await expect(driver.getByLabel('Card number')).toHaveCount(0)
      await expectAccessible(driver)
      await expectNarrow(driver)
      await tap('Charge with card •••• 4242')
      await heading(driver, 'Charging')
      expect(taps).toBe(2)
      played.addEnergy(1, 5_000)
      await driver.getByRole('button', { name: 'Stop charging' }).click()
      await driver.getByRole('dialog').getByRole('button', { name: 'Stop charging' }).click()
      await heading(driver, 'Done. Thank you!')
      await expect(driver.getByRole('region', { name: 'Receipt' })).toContainText('4242')
      await played.unplug()
      await driver.goto(`${world.url}/driver?view=history`)
      await expect(driver.getByRole('region', { name: 'Sessions and reservations' })).toContainText('done')
    },
  )
}

story(
  'a driver pays from the balance with one tap on the page, and without a log-in is asked for a mailed code',
  async ({ page: driver, anotherPage, world }) => {
    const email = 'balance@people.example'
    const { played, record } = await loggedIn(world, driver, email, 'ocpp2.0.1')
    const [found] = await world.administrator.call(contract.drivers.list, { query: { search: email } })
    const topUp = (amount: number) =>
      world.administrator.call(contract.drivers.topUp, {
        params: { id: found!.id },
        body: { amount, reason: 'paid in' },
      })
    await topUp(10_000)
    await played.plugIn()
    await driver.goto(`${world.url}/charge/${record.number}`)
    await expect(driver.getByText('Plugged in', { exact: true })).toBeVisible()
    await driver.getByRole('radio', { name: 'For an amount' }).check()
    await driver.getByRole('button', { name: 'Pay and charge' }).click()
    await expect(driver.getByText('Your balance of 100.00 ₽ is too small for this.')).toBeVisible()
    await expect(driver.getByLabel('Card number')).toBeVisible()
    await topUp(40_000)
    await driver.reload()
    const pay = driver.getByRole('button', { name: 'Pay from my balance: 500.00 ₽ there' })
    await expect(pay).toBeVisible()
    await expect(driver.getByLabel('Card number')).toHaveCount(0)
    await expectAccessible(driver)
    await expectNarrow(driver)

    const stranger = await anotherPage()
    await stranger.goto(driver.url())
    await expect(stranger.getByRole('button', { name: 'Pay from my balance', exact: true })).toBeVisible()
    expect(await stranger.content()).not.toContain('500.00')

    await pay.click()
    await heading(driver, 'Charging')
    played.addEnergy(1, 5_000)
    await driver.getByRole('button', { name: 'Stop charging' }).click()
    await driver.getByRole('dialog').getByRole('button', { name: 'Stop charging' }).click()
    await heading(driver, 'Done. Thank you!')
    await expect(driver.getByRole('region', { name: 'Receipt' })).toContainText('Balance')
  },
)

story(
  'a stranger pays by SBP with the code of the bank, and what was not used comes back',
  async ({ page: driver, anotherPage, world }) => {
    const { played, record } = await world.aStation({
      protocol: 'ocpp1.6',
      meterEveryMs: 500,
      plugDelayMs: null,
      tariff: 1700,
    })
    await aSeller(world)
    await played.plugIn()
    await driver.setViewportSize(phone)
    await driver.goto(`${world.url}/charge/${record.number}`)
    await expect(driver.getByText('Plugged in', { exact: true })).toBeVisible()
    await driver.getByRole('radio', { name: 'For an amount' }).check()
    await driver.getByRole('button', { name: 'Pay and charge' }).click()
    await driver.getByLabel('E-mail for the receipt').fill('sbp@people.example')
    await driver.getByRole('button', { name: 'Pay by SBP' }).click()
    await heading(driver, 'Confirm at your bank')
    await expect(driver.getByRole('img', { name: 'Code to pay with' })).toBeVisible()
    await expectAccessible(driver)
    await expectNarrow(driver)
    const bank = await anotherPage()
    await bank.goto((await driver.getByRole('link', { name: 'Go to the bank' }).getAttribute('href'))!)
    await bank.getByRole('button', { name: 'Pay', exact: true }).click()
    await heading(driver, 'Charging')
    played.addEnergy(1, 5_000)
    await driver.getByRole('button', { name: 'Stop charging' }).click()
    await driver.getByRole('dialog').getByRole('button', { name: 'Stop charging' }).click()
    await heading(driver, 'Done. Thank you!')
    await expect(driver.getByRole('region', { name: 'Receipt' })).toContainText('Given back')
  },
)
