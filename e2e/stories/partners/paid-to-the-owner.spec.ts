import { expect } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { payByCard } from '../../harness/card.ts'
import { Person } from '../../harness/looks/rest.ts'
import { signIn } from '../../harness/sign-in.ts'
import { midMorning } from '../../harness/world/mid-morning.ts'
import { aSeller } from '../../harness/world/seller.ts'
import { story } from '../../harness/world/story.ts'
import { World } from '../../harness/world/world.ts'

const minuteMs = 60_000

for (const protocol of ['ocpp1.6', 'ocpp2.0.1'] as const) {
  story(
    `a reservation is paid by link, charged for 300, stayed over by 25 minutes and refunded in part: all books tell the same (${protocol})`,
    async ({ page, anotherPage }) => {
      const world = await World.startClocked({ TIME_ZONE: midMorning() })
      try {
        // where it is mid-morning the day is that of UTC
        const today = new Date().toISOString().slice(0, 10)
        await aSeller(world, today)
        const { administrator } = world
        const owner = await (await Person.signIn(world.url, 'manager')).call(contract.auth.currentManager)
        const { played, record, location } = await world.aStation({
          protocol,
          car: null,
          plugDelayMs: null,
          meterEveryMs: 3_600_000,
          tariff: 1700,
        })
        const valid_from = today.slice(0, 8).concat('01')
        await administrator.call(contract.contracts.add, {
          body: { owner_id: owner.id, number: '7/26', inn: '7707083893', agent_fee_percent: 10, valid_from },
        })
        await administrator.call(contract.locations.change, {
          params: { id: location.id },
          body: { owner_id: owner.id },
        })
        await administrator.call(contract.stations.change, {
          params: { id: record.id },
          body: { reservations_supported: true },
        })

        const email = 'driver@people.example'
        await signIn(page, world.url, 'operator', `/charge-points/${record.id}/information`)
        await page.getByRole('button', { name: 'For a driver…' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByText('Reserve', { exact: true }).click()
        await dialog.getByLabel('Kept for, minutes').fill('30')
        await dialog.getByLabel('Up to, ₽').fill('300')
        await dialog.getByLabel('E-mail of the driver').fill(email)
        await dialog.getByRole('button', { name: 'Make the link' }).click()
        await dialog.getByRole('link', { name: 'Open the order' }).click()
        await expect(page.getByText('Waiting for payment').first()).toBeVisible()
        const id = Number(new URL(page.url()).pathname.split('/')[2])

        const driver = await anotherPage()
        const heading = driver.getByRole('heading', { level: 1 })
        await driver.setViewportSize({ width: 360, height: 740 })
        await driver.goto(world.url + (await world.mailedLink(email, '/pay/')))
        await driver.getByLabel('E-mail for the receipt').fill(email)
        await payByCard(driver, '4000 0000 0000 3220')
        await driver.getByLabel('Code from the SMS').fill('1234')
        await driver.getByRole('button', { name: 'Confirm' }).click()
        await expect(heading).toHaveText('Reserved for you')
        await world.forward(12 * minuteMs)
        await played.plugIn(undefined, null)
        await expect(heading).toHaveText('Charging')

        // 300 roubles at 17 a kWh
        await world.forward(20 * minuteMs)
        played.addEnergy(undefined, 17_647)
        await played.sendMeterValues()
        await expect(heading).not.toHaveText('Charging')
        await expect.poll(async () => (await world.order(id)).status).toBe('completed')
        await world.forward(25 * minuteMs)
        await played.unplug()
        await world.forward(minuteMs)
        await expect(heading).toHaveText('Done. Thank you!')
        const receipt = driver.getByRole('region', { name: 'Receipt' })
        await expect(receipt).toContainText('300.00 ₽')

        const office = await anotherPage()
        await signIn(office, world.url, 'administrator', `/orders/${id}/information`)
        const idle = office.getByRole('region', { name: 'Idle fee' })
        await expect(idle).toContainText('300.00 ₽')
        await idle.getByRole('button', { name: 'Refund', exact: true }).click()
        const refund = office.getByRole('dialog')
        await refund.getByLabel('Amount, ₽').fill('100')
        await refund.getByRole('combobox', { name: 'Reason' }).click()
        await office.getByRole('option', { name: 'Another reason' }).click()
        await refund.getByLabel('The reason in words').fill('The barrier was shut')
        await refund.getByRole('button', { name: 'Refund', exact: true }).click()
        await expect(refund).toBeHidden()
        await expect(idle).toContainText('200.00 ₽')
        await expect(office.getByRole('region', { name: 'Payment', exact: true })).toContainText('400.00 ₽')

        await office.goto(`${world.url}/reconciliation`)
        await office.getByRole('button', { name: /^Day: / }).click()
        await office.locator('button[aria-current="date"]').click()
        await office.getByRole('button', { name: 'Compare now' }).click()
        const provider = office.getByRole('row').filter({ hasText: 'sandbox' })
        await expect(provider).toContainText('agrees')
        await expect(provider).toContainText('600.00600.000.00')
        await expect(office.getByText('Provider and ledger tell the same.')).toBeVisible()

        await office.goto(`${world.url}/settlements`)
        const month = office.getByRole('table', { name: 'Settlement' }).getByRole('row').nth(1)
        await expect(month).toContainText('Month is running')
        await month.getByRole('link').click()
        const due = office.getByRole('region', { name: 'What is due' })
        await expect(due).toContainText('600.00 ₽')
        // the provider keeps its 2.8 % of all that was paid
        await expect(due).toContainText('520.40 ₽')

        await office.goto(`${world.url}/inbox`)
        const books = office.getByRole('region', { name: 'Books and ledger' })
        await books.getByRole('button', { name: 'Compare now' }).click()
        await expect(books.getByText('Everything agrees.')).toBeVisible()
        await expect(receipt).toContainText('You pay700.00 ₽')
        await expect(receipt).toContainText('Idle fee300.00 ₽')
        await expect(receipt).toContainText('Given back100.00 ₽')
        await expect(receipt.getByRole('link', { name: /^Return receipt/ })).toBeVisible()
      } finally {
        await world.stop()
      }
    },
  )
}
