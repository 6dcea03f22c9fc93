import { expect, type Page } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { payByCard } from '../../harness/card.ts'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { signIn } from '../../harness/sign-in.ts'
import { aSeller } from '../../harness/world/seller.ts'
import { story } from '../../harness/world/story.ts'
import type { World } from '../../harness/world/world.ts'

const phone = { width: 360, height: 740 }

/** A station that keeps connectors for drivers, with nobody at it. */
async function reservable(world: World, protocol: 'ocpp1.6' | 'ocpp2.0.1') {
  const station = await world.aStation({ protocol, meterEveryMs: 500, plugDelayMs: null, tariff: 1700 })
  const { id } = station.record
  await world.administrator.call(contract.stations.change, {
    params: { id },
    body: { reservations_supported: true },
  })
  return station
}

const heading = (page: Page, text: string) => expect(page.getByRole('heading', { level: 1 })).toHaveText(text)

/** The driver saves a card for the next time once the session is over: one that the bank declines is not kept. */
async function savesCard(driver: Page): Promise<void> {
  await driver.getByRole('button', { name: 'Save a card for the next time' }).click()
  const form = driver.getByRole('region', { name: 'Save a card for the next time' })
  await expect(form).toContainText('10.00 ₽ are held and released at once')
  await payByCard(driver, '4000 0000 0000 0002', { button: 'Check and save' })
  await expect(form.getByRole('alert')).toContainText('The card was not saved, and nothing was charged.')
  await expectAccessible(driver)
  await payByCard(driver, '4000 0000 0000 5225', { button: 'Check and save' })
  await expect(driver.getByText('Your card is saved. What was held of it is released.')).toBeVisible()
}

interface Said {
  page: Page
  driver: Page
  world: World
  order: number
  place: number
}

/** The driver says how it was; the network reads, answers and hides it. */
async function tellsAndIsAnswered({ page, driver, world, order, place }: Said): Promise<void> {
  await driver.getByRole('radio', { name: '2 of 5 stars' }).check()
  await driver.getByLabel('What was good').fill('The cable is short')
  await driver.getByRole('button', { name: 'Send' }).click()
  await expect(driver.getByText('You gave 2 of 5 stars. Thank you!')).toBeVisible()
  await driver.getByRole('button', { name: 'Report a problem' }).click()
  await driver.getByLabel('What is wrong?').fill('The lock sticks')
  await driver.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(driver.getByText('Your report has arrived.')).toBeVisible()
  await expectAccessible(driver)

  const said = page.getByRole('region', { name: 'What the driver says' })
  await expect(said).toContainText('The cable is short')
  await expect(said).toContainText('The lock sticks')
  await signIn(page, world.url, 'administrator', '/inbox')
  const problem = page.getByRole('listitem').filter({ hasText: 'The lock sticks' })
  await expect(problem).toContainText(`Order ${order}`)
  await problem.getByRole('button', { name: 'Mark as read' }).click()
  await expect(problem).toHaveCount(0)

  await page.goto(`${world.url}/locations/${place}/feedback`)
  const review = page.getByRole('listitem').filter({ hasText: 'The cable is short' })
  await expect(review).toContainText('Unknown')
  await expect(review).toContainText(/\d\d\.\d\d\.\d{4}/)
  await expect(page.getByRole('region', { name: 'Rating' })).toContainText('2.0')
  await review.getByRole('button', { name: 'Answer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('A longer one comes in May.')
  await dialog.getByRole('button', { name: 'Answer' }).click()
  await expect(review).toContainText('A longer one comes in May.')
  await expect(driver.getByText('Answer: A longer one comes in May.')).toBeVisible()
  await expectAccessible(page)
  await review.getByRole('button', { name: 'Hide' }).click()
  await dialog.getByRole('textbox').fill('About another station')
  await dialog.getByRole('button', { name: 'Hide' }).click()
  await expect(page.getByText('No feedback yet.')).toBeVisible()
  await page.getByLabel('Reviews to show').selectOption('hidden')
  await expect(page).toHaveURL(/hidden=true/)
  await expect(review).toContainText('Hidden: About another station')
}

for (const protocol of ['ocpp1.6', 'ocpp2.0.1'] as const) {
  story(
    `a driver pays for a reservation by the mailed link, charges, and has a receipt (${protocol})`,
    async ({ page, anotherPage, world }) => {
      const { played, record } = await reservable(world, protocol)
      const email = `driver-${protocol}@people.example`
      await aSeller(world)
      const known = protocol === 'ocpp2.0.1'
      if (known)
        await world.administrator.call(contract.drivers.add, { body: { first_name: 'Nadja', email } })
      await signIn(page, world.url, 'operator', `/charge-points/${record.id}/information`)
      await page.getByRole('button', { name: 'For a driver…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Reserve', { exact: true }).click()
      await dialog.getByLabel('Kept for, minutes').fill('30')
      await dialog.getByLabel('Up to, ₽').fill('300')
      const code = dialog.getByRole('img', { name: 'Code that leads to the payment page' })
      if (known) {
        await dialog.getByLabel('Driver', { exact: true }).fill(email)
        await page.getByRole('option', { name: /^Nadja/ }).click()
        await expect(dialog.getByLabel('E-mail of the driver')).toHaveCount(0)
        await dialog.getByRole('button', { name: 'Ask the driver' }).click()
        await expect(dialog.getByText('Sent to d•••@people.example')).toBeVisible()
        await expect(code).toHaveCount(0)
      } else {
        await dialog.getByLabel('E-mail of the driver').fill(email)
        await dialog.getByRole('button', { name: 'Make the link' }).click()
        await expect(code).toBeVisible()
      }
      await expect(dialog.getByText('To be held: 400.00 ₽')).toBeVisible()
      await dialog.getByRole('link', { name: 'Open the order' }).click()
      await expect(page.getByText('Waiting for payment').first()).toBeVisible()

      const driver = await anotherPage()
      const sent: string[] = []
      driver.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
      await driver.setViewportSize(phone)
      await driver.goto(world.url + (await world.mailedLink(email, '/pay/')))
      await heading(driver, 'Pay and charge')
      await expect(driver.getByText('17.00 ₽ per kWh')).toBeVisible()
      await expect(
        driver.getByText('the first 10 min are free; then every started 10 min costs 150.00 ₽'),
      ).toBeVisible()
      await expect(driver.getByText('400.00 ₽', { exact: true })).toBeVisible()
      await payByCard(driver, '4000 0000 0000 0002')
      await expect(driver.getByRole('alert')).toContainText('The bank declined the card')

      if (!known) await driver.getByLabel('E-mail for the receipt').fill(email)
      await payByCard(driver, '4000 0000 0000 3220')
      await driver.getByLabel('Code from the SMS').fill('1234')
      await driver.getByRole('button', { name: 'Confirm' }).click()
      await heading(driver, 'Reserved for you')
      await driver.reload()
      await heading(driver, 'Reserved for you')

      await played.plugIn()
      await heading(driver, 'Charging')
      await played.waitFor(() => (played.connectorView().sampledSessionWh ?? 0) > 40)
      const question = driver.getByRole('dialog')
      // the first readings draw a curve above it, and move it away from under the click
      await expect(async () => {
        await driver.getByRole('button', { name: 'Stop charging' }).click({ timeout: 2000 })
        await expect(question).toBeVisible({ timeout: 2000 })
      }).toPass()
      await question.getByRole('button', { name: 'Stop charging' }).click()
      await heading(driver, 'Done. Thank you!')
      const receipt = driver.getByRole('region', { name: 'Receipt' })
      await expect(receipt).toContainText('100.00 ₽')
      await expect(receipt).toContainText('Visa 3220')
      await expect(receipt).toContainText('Released')
      await expect(receipt.getByRole('link', { name: /^Fiscal receipt \d+$/ })).toBeVisible()
      // a phone does not show the code that it would have to scan itself
      await expect(receipt.getByRole('img', { name: 'Code of the receipt' })).toHaveCount(0)

      if (known) {
        await savesCard(driver)
        const [found] = await world.administrator.call(contract.drivers.list, { query: { search: email } })
        expect(found?.saved_card).toMatchObject({ last4: '5225' })
      }

      // nobody but the payment provider can read the card
      expect(sent.some((one) => one.includes('encrypted_card_number'))).toBe(true)
      for (const secret of ['00003220', '0000 3220', '00005225', '0000 5225', '"123"'])
        expect(sent.filter((one) => one.includes(secret))).toEqual([])

      await expect(page.getByText('Completed').first()).toBeVisible()
      const id = Number(new URL(page.url()).pathname.split('/')[2])
      const order = await world.order(id)
      expect(order).toMatchObject({ status: 'completed', reservation_price: 10_000 })
      expect(order.captured_amount).toBe(order.charging_price! + 10_000)
      for (const event of [
        'Station keeps the connector',
        'Held 400.00 ₽',
        'Offered to a driver',
        'Receipt registered',
      ])
        await expect(page.getByText(event).first()).toBeVisible()
      const receipts = page.getByRole('region', { name: 'Fiscal receipts' })
      await expect(receipts).toContainText(/Income.*full payment.*No\. \d+, fiscal sign \d{10}/)
      if (protocol === 'ocpp1.6')
        await tellsAndIsAnswered({ page, driver, world, order: id, place: record.location_id })
    },
  )
}

story(
  'the page of a link that names nothing says so, and an operator cancels with a reason',
  async ({ page, anotherPage, world }) => {
    const { connectorId } = await reservable(world, 'ocpp1.6')
    const offered = await world.administrator.call(contract.pay.offer, {
      params: { id: connectorId },
      body: { kind: 'charge', limit_amount: 30_000 },
    })
    const driver = await anotherPage()
    await driver.setViewportSize(phone)
    await driver.goto(offered.link!)
    await heading(driver, 'Pay and charge')
    await payByCard(driver, '4242 4242 4242 4242')
    await heading(driver, 'Plug in now')
    await driver.getByRole('button', { name: 'Cancel' }).click()
    await driver.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
    await expect(driver.getByRole('dialog')).toHaveCount(0)

    await signIn(page, world.url, 'operator', `/orders/${offered.order_id}/information`)
    await expect(page.getByRole('region', { name: "Driver's link" })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel the order' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('The driver called')
    await dialog.getByRole('button', { name: 'Cancel the order' }).click()
    await heading(driver, 'Canceled')
    await expect(driver.getByText('The operator has canceled.')).toBeVisible()
    await expect(page.getByText('Canceled by staff').first()).toBeVisible()
    await expect(page.getByText('Payment canceled 300.00 ₽')).toBeVisible()

    const office = await anotherPage()
    await signIn(office, world.url, 'administrator', '/reconciliation')
    await office.getByRole('button', { name: /^Day: / }).click()
    await office.locator('button[aria-current="date"]').click()
    await office.getByRole('button', { name: 'Compare now' }).click()
    await expect(office.getByRole('row').filter({ hasText: 'sandbox' })).toContainText('agrees')
    await expect(office.getByText('Provider and ledger tell the same.')).toBeVisible()

    await driver.goto(`${world.url}/pay/${'x'.repeat(43)}`)
    await heading(driver, 'This link is no longer valid')
  },
)

story(
  'an order is taken for a driver who is found by the whole phone, has the card saved, and is refused once blocked',
  async ({ page, anotherPage, world }) => {
    const { record } = await reservable(world, 'ocpp2.0.1')
    const phoneNumber = '+7 900 111-22-33'
    const email = 'zinaida@people.example'
    const made = await world.administrator.call(contract.drivers.add, {
      body: { first_name: 'Zinaida', last_name: 'Petrova', phone: phoneNumber, email },
    })
    await signIn(page, world.url, 'operator', `/charge-points/${record.id}/information`)
    const take = async () => {
      await page.getByRole('button', { name: 'For a driver…' }).click()
      await page.getByRole('dialog').getByLabel('Driver', { exact: true }).fill(phoneNumber)
      await page.getByRole('option', { name: /Zinaida Petrova, •+33/ }).click()
    }
    await take()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Ask the driver' }).click()
    await expect(dialog.getByText('Sent to z•••@people.example')).toBeVisible()
    const first = await world.mailedLink(email, '/pay/')
    const driver = await anotherPage()
    await driver.setViewportSize(phone)
    await driver.goto(world.url + first)
    await driver.getByLabel('Save this card').check()
    await payByCard(driver, '4242 4242 4242 4242')
    await heading(driver, 'Plug in now')
    const [found] = await world.administrator.call(contract.drivers.list, {
      query: { search: phoneNumber },
    })
    expect(found?.saved_card).toMatchObject({ last4: '4242' })
    await driver.getByRole('button', { name: 'Cancel' }).click()
    await driver.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click()
    await heading(driver, 'Canceled')

    await world.administrator.call(contract.drivers.topUp, {
      params: { id: made.id },
      body: { amount: 200_000, reason: 'paid in' },
    })
    await page.reload()
    await take()
    await dialog.getByRole('button', { name: 'Ask the driver' }).click()
    await driver.goto(world.url + (await world.mailedLink(email, '/pay/', first)))
    await driver.getByRole('button', { name: 'Pay in another way' }).click()
    await driver.getByRole('button', { name: 'Pay from my balance' }).click()
    await expect(driver.getByText('We have sent a code to z•••@people.example.')).toBeVisible()
    await driver.getByLabel('Code from the e-mail').fill('12')
    await driver.getByRole('button', { name: 'Pay 1 700.00 ₽', exact: true }).click()
    await expect(driver.getByText('6 digits')).toBeVisible()
    await driver.getByLabel('Code from the e-mail').fill(await world.mailedCode(email))
    await driver.getByRole('button', { name: 'Pay 1 700.00 ₽', exact: true }).click()
    await heading(driver, 'Plug in now')
    await driver.getByRole('button', { name: 'Cancel' }).click()
    await driver.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click()
    await heading(driver, 'Canceled')
    await expect(driver.getByRole('region', { name: 'Receipt' })).toContainText('Balance')

    await world.administrator.call(contract.drivers.blockToken, {
      params: { id: made.id },
      body: { blocked: true, reason: 'left without paying' },
    })
    await page.reload()
    await take()
    await expect(dialog.getByText('This driver is blocked: left without paying')).toBeVisible()
    await dialog.getByRole('button', { name: 'Ask the driver' }).click()
    await expect(dialog.getByText('An administrator can lift that.')).toBeVisible()
  },
)

story(
  'what the staff start for a driver with a saved card waits until the driver has tapped the mailed link: then it is held and starts',
  async ({ page, anotherPage, world }) => {
    const { record, played, connectorId } = await reservable(world, 'ocpp2.0.1')
    const email = 'tamara@people.example'
    const made = await world.administrator.call(contract.drivers.add, {
      body: { first_name: 'Tamara', last_name: 'Orlova', email },
    })
    const driver = await anotherPage()
    await driver.setViewportSize(phone)
    await world.administrator.call(contract.pay.offer, {
      params: { id: connectorId },
      body: { kind: 'charge', limit_amount: 10_000, driver_id: made.id },
    })
    const before = await world.mailedLink(email, '/pay/')
    await driver.goto(world.url + before)
    await driver.getByLabel('Save this card').check()
    await payByCard(driver, '4242 4242 4242 4242')
    await heading(driver, 'Plug in now')
    await driver.getByRole('button', { name: 'Cancel' }).click()
    await driver.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click()
    await heading(driver, 'Canceled')

    await signIn(page, world.url, 'operator', `/charge-points/${record.id}/information`)
    const start = async () => {
      await page.getByRole('combobox', { name: 'Driver' }).fill(email)
      await page.getByRole('option', { name: /Tamara Orlova/ }).click()
      await expect(page.getByText('may pay with the saved card visa 4242')).toBeVisible()
      await page.getByRole('button', { name: 'Start charging' }).click()
      await expect(page.getByText('Waiting for the driver’s confirmation, asked at t•••@')).toBeVisible()
    }
    await start()
    const first = await world.mailedLink(email, '/pay/', before)
    await page.getByText('Waiting for the driver’s confirmation').getByRole('link').click()
    const waiting = page.getByRole('region', { name: 'Waiting for the driver’s confirmation' })
    await expect(waiting).toBeVisible()
    await expectAccessible(page)
    await waiting.getByRole('button', { name: 'Send the link again' }).click()
    await expect(waiting.getByText('Sent to t•••@people.example')).toBeVisible()
    const second = await world.mailedLink(email, '/pay/', before, first)
    expect(await page.content()).not.toContain(second.split('/').at(-1)!)

    // without the tap nothing is held, and the staff can call it off
    const idOf = () => Number(new URL(page.url()).pathname.split('/')[2])
    const unasked = idOf()
    await page.getByRole('button', { name: 'Cancel the order' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('The driver has left')
    await dialog.getByRole('button', { name: 'Cancel the order' }).click()
    await expect(page.getByText('Canceled by staff').first()).toBeVisible()
    await expect(page.getByText(/^Held /)).toHaveCount(0)
    expect((await world.order(unasked)).captured_amount).toBeNull()

    await page.goto(`${world.url}/charge-points/${record.id}/information`)
    await start()
    const third = await world.mailedLink(email, '/pay/', before, first, second)
    await page.getByText('Waiting for the driver’s confirmation').getByRole('link').click()
    await driver.goto(world.url + third)
    await heading(driver, 'Pay and charge')
    await expect(driver.getByText('1 700.00 ₽ are held on your saved card.')).toBeVisible()
    await expect(driver.getByLabel('Card number')).toHaveCount(0)
    await expectAccessible(driver)
    await driver.getByRole('button', { name: 'Charge with card •••• 4242' }).click()
    await heading(driver, 'Plug in now')
    await played.plugIn()
    await heading(driver, 'Charging')
    await expect(page.getByText('The driver agreed by the link in the e-mail: 1 700.00 ₽')).toBeVisible()
    await expect(page.getByText('Held 1 700.00 ₽')).toBeVisible()
    await driver.getByRole('button', { name: 'Stop charging' }).click()
    await driver.getByRole('dialog').getByRole('button', { name: 'Stop charging' }).click()
    await heading(driver, 'Done. Thank you!')
    await played.unplug()
    expect((await world.order(idOf())).payment_method_type).toBe('card')
  },
)
