import { expect, type Page } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { payByCard } from '../../harness/card.ts'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { aSeller } from '../../harness/world/seller.ts'
import { story } from '../../harness/world/story.ts'
import type { World } from '../../harness/world/world.ts'

const phone = { width: 360, height: 740 }
const heading = (page: Page, text: string) => expect(page.getByRole('heading', { level: 1 })).toHaveText(text)
const payButton = (page: Page) => page.getByRole('button', { name: 'Pay and charge' })

/** A station of 2.1 that shows a code, and the address in it as the driver's phone opens it. */
async function showing(world: World) {
  const station = await world.aStation({
    protocol: 'ocpp2.1',
    meterEveryMs: 500,
    plugDelayMs: null,
    tariff: 1700,
  })
  const { id, number } = station.record
  await aSeller(world)
  const params = { id }
  await world.administrator.call(contract.stations.refreshConfiguration, { params })
  await expect
    .poll(
      async () =>
        (await world.administrator.call(contract.stations.controllers, { params })).technical?.configuration
          ?.fetched_at,
    )
    .toBeTruthy()
  await station.played.reboot()
  await expect.poll(() => station.played.shownCode()).not.toBeNull()
  /** the code as it is at this moment, or was so many seconds ago */
  const code = (secondsAgo = 0) => {
    const { pathname, search } = new URL(
      station.played.shownCode(1, new Date(Date.now() - secondsAgo * 1000))!,
    )
    return `${world.url}${pathname}${search}`
  }
  return { ...station, number, code }
}

story(
  'a driver scans the code that a station shows, pays and charges; the code is worth one session',
  async ({ page: driver, anotherPage, world }) => {
    const { played, number, code } = await showing(world)
    await driver.setViewportSize(phone)
    const scanned = code()
    await driver.goto(scanned)
    await heading(driver, `Station #${String(number).padStart(4, '0')}`)
    await expect(driver.getByText('Free', { exact: true })).toBeVisible()
    expect(await overflowOf(driver)).toBeNull()
    await expectAccessible(driver)
    await payButton(driver).click()
    await heading(driver, 'Pay and charge')
    // nobody begins with a card while the driver pays
    await expect.poll(() => played.connectorView().paidOnWeb).toBe(true)
    await driver.getByLabel('E-mail for the receipt').fill('stranger@people.example')
    expect(await overflowOf(driver)).toBeNull()
    await payByCard(driver, '4242 4242 4242 4242')
    await heading(driver, 'Plug in now')

    // somebody else has taken a picture of the same code
    const other = await anotherPage()
    await other.setViewportSize(phone)
    await other.goto(scanned)
    await expect(other.getByText('This code is over, or a session was begun with it.')).toBeVisible()
    await expect(payButton(other)).toBeDisabled()

    await played.plugIn()
    await heading(driver, 'Charging')
    await played.stop()
    await heading(driver, 'Done. Thank you!')
    expect(await overflowOf(driver)).toBeNull()
  },
)

story(
  'an old code and a forged one lead to the station, and begin nothing',
  async ({ page: driver, world }) => {
    const { number, code } = await showing(world)
    await driver.setViewportSize(phone)
    for (const [address, said] of [
      [code(300), 'This code is over, or a session was begun with it.'],
      [code().replace(/c=[^&]+/, 'c=00000000000000000000'), 'was not made by this network'],
    ] as const) {
      await driver.goto(address)
      await heading(driver, `Station #${String(number).padStart(4, '0')}`)
      await expect(driver.getByText(said)).toBeVisible()
      await expect(payButton(driver)).toBeDisabled()
      expect(await overflowOf(driver)).toBeNull()
      await expectAccessible(driver)
    }
    await driver.goto(code())
    await expect(payButton(driver)).toBeEnabled()
  },
)
