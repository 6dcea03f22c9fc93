import { expect } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { postPastTakings } from '@stationmaster/server/past-takings'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { Person } from '../../harness/looks/rest.ts'
import { signIn } from '../../harness/sign-in.ts'
import { dayOfMonth } from '../../harness/world/business-day.ts'
import { story } from '../../harness/world/story.ts'
import { World } from '../../harness/world/world.ts'

story(
  'an owner who added a location does what is missing, is let in from the inbox, sells, and is paid later',
  async ({ page, anotherPage }) => {
    const world = await World.start({ SELF_SERVICE: 'true' })
    try {
      const manager = await Person.signIn(world.url, 'manager')
      const { id: ownerId } = await manager.call(contract.auth.currentManager)
      const { id: locationId } = await manager.call(contract.locations.add, { body: { name: 'Own yard' } })
      await manager.call(contract.stations.add, {
        params: { id: locationId },
        body: {
          id: 'OWN-1',
          vendor_name: 'Voltwerk',
          model: 'Duo 150',
          connectors: [{ evse_number: 1, number: 1, type: 'CCS 2', current: 'DC', power: 150 }],
        },
      })
      await world.administrator.call(contract.contracts.add, {
        body: {
          owner_id: ownerId,
          number: '1/26',
          inn: '',
          agent_fee_percent: 10,
          valid_from: dayOfMonth(0, 1),
        },
      })

      const phone = await anotherPage()
      await phone.setViewportSize({ width: 360, height: 740 })
      await signIn(phone, world.url, 'manager')
      await phone.getByRole('link', { name: 'What is missing' }).click()
      const steps = phone.getByRole('list', { name: 'Before anything is sold here' })
      const step = (name: string) => steps.getByRole('listitem').filter({ hasText: name })
      await expect(step('Contract with the network')).toContainText('No. 1/26, agent fee 10.00 %')
      await expect(step('Contract with the network').getByRole('img', { name: 'done' })).toBeVisible()
      await expect(step('Payout details').getByRole('img', { name: 'done' })).toHaveCount(0)
      await expectAccessible(phone)
      await steps.getByRole('button', { name: 'Enter payout details' }).click()
      const form = phone.getByRole('dialog', { name: 'Payout details' })
      await form.getByLabel('Account holder').fill('Martin Krause')
      await form.getByLabel('Bank').fill('First Bank')
      const account = form.getByLabel('IBAN or account number')
      await account.fill('DE89 3704 0044 0532 0130 01')
      await account.blur()
      await expect(form.getByText('This is neither a valid IBAN')).toBeVisible()
      await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
      await account.fill('DE89 3704 0044 0532 0130 00')
      expect(await overflowOf(phone)).toBeNull()
      await expectAccessible(phone)
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(step('Payout details')).toContainText('Martin Krause, First Bank, DE89')

      await signIn(page, world.url, 'administrator', '/inbox')
      const waiting = page.getByRole('region', { name: 'Owners who wait' })
      await expect(waiting.getByRole('listitem')).toContainText('Everything is there')
      await expectAccessible(page)
      await waiting.getByRole('link', { name: 'Open' }).click()
      const person = page.getByRole('dialog', { name: 'Person' })
      await expect(person).toContainText('Own yard: 1 station')
      await expectAccessible(page)
      await person.getByRole('button', { name: 'Let in' }).click()
      const confirm = page.getByRole('dialog', { name: 'Let Martin Krause in?' })
      await expect(confirm).toContainText('services can be sold at Own yard')
      await expect(confirm).toContainText('Takings are held and can be paid out from')
      await confirm.getByRole('button', { name: 'Let in' }).click()
      await expect(person.getByText(/^On .+ by Anna Sedova\. Takings are held/)).toBeVisible()

      // the location's page of the owner has noticed, and its station may cost money
      await expect(steps).toHaveCount(0)
      await phone.goto(`${world.url}/charge-points/OWN-1/information`)
      await manager.call(contract.stations.monetize, { params: { id: 'OWN-1' }, body: { monetized: true } })
      await phone.goto(`${world.url}/settings/profile`)
      const payout = phone.getByRole('region', { name: 'Payout details' })
      await expect(payout).toContainText('Takings are held and can be paid out from')
      await expect(payout.getByRole('button', { name: 'Change' })).toBeVisible()

      await world.server.halt()
      await postPastTakings(world.server, [
        {
          orderId: 1,
          ownerId,
          locationId,
          day: dayOfMonth(1, 15),
          capturedMinor: 34_000,
          agentFeeMinor: 0,
          energyWh: 20_000,
        },
      ])
      await world.server.resume()
      const { id } = await world.administrator.call(contract.settlement.issue, {
        body: { owner_id: ownerId, month: dayOfMonth(1, 15).slice(0, 7), due_amount: 34_000 },
      })
      await page.goto(`${world.url}/settlements/${id}`)
      await expect(page.getByText('Martin Krause is new to the network')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Mark as paid' })).toBeDisabled()
      await expectAccessible(page)
      await page.goto(`${world.url}/settlements`)
      await expect(page.getByRole('table', { name: 'Settlement' }).getByRole('row').nth(1)).toContainText(
        'Held until',
      )
    } finally {
      await world.stop()
    }
  },
)
