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

story(
  'a driver takes a charging card by charging with it, downloads the receipt, and deletes the account',
  async ({ page: driver, world }) => {
    await aSeller(world)
    const email = 'vera@people.example'
    const { played, record } = await world.aStation({
      protocol: 'ocpp1.6',
      meterEveryMs: 500,
      plugDelayMs: null,
      tariff: 1700,
    })
    await logIn(driver, world, email)
    const logInCode = await world.mailedCode(email)
    await driver.getByRole('button', { name: 'Save a card' }).click()
    await payByCard(driver, '4242 4242 4242 4242', { button: 'Check and save' })
    await expect(driver.getByText(/···· 4242/)).toBeVisible()

    await driver.getByRole('link', { name: 'Cards' }).click()
    await expect(driver.getByText('You have no charging card yet.')).toBeVisible()
    await driver.getByLabel('Number of the card').fill('04A1B2C3D4')
    await driver.getByLabel('Number of the station').fill(String(record.number))
    await driver.getByRole('button', { name: 'Add the card' }).click()
    await expect(driver.getByText('Show the card 04A1B2C3D4 at a station within two minutes')).toBeVisible()
    await expect(driver.getByRole('timer')).toHaveText(/[012]:\d\d/)
    await expectAccessible(driver)
    await expectNarrow(driver)
    await played.plugIn()
    await played.tap(undefined, '04A1B2C3D4')
    await expect(driver.getByText(/The card is yours/)).toBeVisible()
    await played.waitFor(() => (played.connectorView().sampledSessionWh ?? 0) > 40)
    const id = await world.openOrderAt(record.id)
    await played.stop()
    await played.unplug()
    await expect.poll(async () => (await world.order(id)).status).toBe('completed')

    await driver.getByRole('button', { name: 'Remove the card 04A1B2C3D4' }).click()
    await driver.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(driver.getByText('You have no charging card yet.')).toBeVisible()

    await driver.getByRole('link', { name: 'History' }).click()
    const sessions = driver.getByRole('region', { name: 'Sessions and reservations' })
    await expect(sessions).toContainText('done')
    await sessions.getByRole('button', { name: `Details of order ${id}` }).click()
    await expect(sessions).toContainText('Meter')
    await expectAccessible(driver)
    await expectNarrow(driver)
    const receipt = driver.waitForEvent('download')
    await sessions.getByRole('button', { name: /^Receipt of order/ }).click()
    expect((await receipt).suggestedFilename()).toBe(`receipt-${id}.pdf`)
    const statement = driver.waitForEvent('download')
    await driver.getByRole('button', { name: 'Download as PDF' }).click()
    expect((await statement).suggestedFilename()).toMatch(/\.pdf$/)

    await driver.getByRole('link', { name: 'Settings' }).click()
    await driver.getByLabel('First name').fill('Vera')
    await driver.getByRole('button', { name: 'Save the name' }).click()
    await expect(driver.getByText('Saved.')).toBeVisible()
    await expectAccessible(driver)
    await expectNarrow(driver)
    await driver.getByRole('button', { name: 'Delete my account' }).click()
    await driver.getByRole('dialog').getByRole('button', { name: 'Send the code' }).click()
    await expect.poll(() => world.mailedCode(email)).not.toBe(logInCode)
    await driver.getByLabel('Code').fill(await world.mailedCode(email))
    await driver.getByRole('button', { name: 'Delete for good' }).click()
    await heading(driver, 'My account')
    await expect(driver.getByText('Your account is deleted.')).toBeVisible()
  },
)

story(
  'a driver has this device notified of every session, and no more after it is switched off',
  async ({ page: driver, world }) => {
    // the browser of a story runs no service worker and has no push service behind it
    await driver.addInitScript(() => {
      Notification.requestPermission = async () => 'granted'
      const keys = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }
      const made = { toJSON: () => ({ endpoint: 'https://fcm.googleapis.com/fcm/send/1', keys }) }
      const workers = { register: async () => {}, ready: { pushManager: { subscribe: async () => made } } }
      Object.defineProperty(navigator, 'serviceWorker', { value: workers })
    })
    await logIn(driver, world, 'olga@people.example')
    await driver.getByRole('link', { name: 'Settings' }).click()
    const devices = driver.getByRole('region', { name: 'Notices on your devices' })
    await devices.getByRole('button', { name: 'Notify this device' }).click()
    await expect(devices.getByText('(this device)')).toBeVisible()
    await expect(devices.getByRole('button', { name: 'Notify this device' })).toHaveCount(0)
    await expectAccessible(driver)
    await expectNarrow(driver)
    await devices.getByRole('button', { name: /^Switch off/ }).click()
    await expect(devices.getByText('(this device)')).toHaveCount(0)
    await devices.getByRole('button', { name: 'Notify this device' }).click()
    await expect(devices.getByText('(this device)')).toBeVisible()
    const ended = driver.waitForResponse(
      (answer) => answer.request().method() === 'DELETE' && answer.url().includes('/driver/me/devices/'),
    )
    await driver.getByRole('button', { name: 'Log out' }).click()
    expect((await ended).status()).toBe(204)
    await heading(driver, 'My account')
  },
)
