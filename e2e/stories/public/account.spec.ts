import { expect, type Page } from '@playwright/test'
import { payByCard } from '../../harness/card.ts'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { aSeller } from '../../harness/world/seller.ts'
import { story } from '../../harness/world/story.ts'
import type { World } from '../../harness/world/world.ts'

const phone = { width: 360, height: 740 }
const heading = (page: Page, text: string) => expect(page.getByRole('heading', { level: 1 })).toHaveText(text)

async function logIn(page: Page, world: World, email: string) {
  await page.setViewportSize(phone)
  await page.goto(`${world.url}/driver`)
  await heading(page, 'My account')
  await expectAccessible(page)
  await page.getByLabel('E-mail or phone').fill(email)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await page.getByLabel('Code').fill(await world.mailedCode(email))
  await page.getByRole('button', { name: 'Log in' }).click()
  await heading(page, 'Balance')
}

/** Nothing of the page is wider than a phone. */
const expectNarrow = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)

story(
  'a driver logs in by a mailed code, saves a card, tops up, and logs out',
  async ({ page: driver, world }) => {
    await aSeller(world)
    await logIn(driver, world, 'anna@people.example')
    await expect(driver.getByText('0.00 ₽', { exact: true })).toBeVisible()
    await expect(driver.getByText('Nothing has moved it yet.')).toBeVisible()

    await driver.getByRole('button', { name: 'Save a card' }).click()
    await payByCard(driver, '4242 4242 4242 4242', { button: 'Check and save' })
    await expect(driver.getByText(/···· 4242/)).toBeVisible()
    await driver.getByRole('button', { name: 'Top up the balance' }).click()
    await driver.getByLabel('Amount').fill('300')
    await expectAccessible(driver)
    await expectNarrow(driver)
    await driver.getByRole('button', { name: 'Pay 300.00 ₽ by card ···· 4242' }).click()
    await expect(driver.getByText('300.00 ₽ are on your balance.')).toBeVisible()
    await expect(driver.getByText('Topped up')).toBeVisible()
    await driver.getByRole('button', { name: 'Close' }).click()

    await driver.getByRole('button', { name: 'Remove' }).click()
    await driver.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(driver.getByText('No card is saved.')).toBeVisible()

    await driver.getByRole('link', { name: 'History' }).click()
    await heading(driver, 'History')
    await expect(driver.getByText(/You have not charged yet/)).toBeVisible()
    await expectAccessible(driver)

    await driver.getByRole('button', { name: 'Log out' }).click()
    await heading(driver, 'My account')
    expect(await driver.evaluate(() => localStorage.getItem('stationmaster.driver'))).toBeNull()
  },
)

story(
  'an access token that is over is renewed unseen, and a log-in that is over asks for a new one',
  async ({ page: driver, world }) => {
    await logIn(driver, world, 'boris@people.example')
    const change = (name: string) =>
      driver.evaluate((field) => {
        const kept = JSON.parse(localStorage.getItem('stationmaster.driver') ?? '{}')
        localStorage.setItem('stationmaster.driver', JSON.stringify({ ...kept, [field]: 'void' }))
      }, name)
    await change('access_token')
    await driver.reload()
    await expect(driver.getByText('0.00 ₽', { exact: true })).toBeVisible()
    await change('access_token')
    await change('refresh_token')
    await driver.reload()
    await heading(driver, 'My account')
  },
)
