import { expect } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { Person } from '../../harness/looks/rest.ts'
import { signIn } from '../../harness/sign-in.ts'
import { businessDay } from '../../harness/world/business-day.ts'
import { aSeller } from '../../harness/world/seller.ts'
import { story } from '../../harness/world/story.ts'

story(
  'a manager sells a service, a driver buys it on a phone, and it stands in order, receipts and statement',
  async ({ page, anotherPage, world }) => {
    await aSeller(world)
    const made = { protocol: 'ocpp2.0.1', meterEveryMs: 500, plugDelayMs: null, tariff: 1700 } as const
    const { played, record, location, connectorId } = await world.aStation(made)
    const owner = await (await Person.signIn(world.url, 'manager')).call(contract.auth.currentManager)
    const params = { id: location.id }
    await world.administrator.call(contract.locations.change, { params, body: { owner_id: owner.id } })
    const wash = `Shine at ${record.id}`

    await signIn(page, world.url, 'administrator', '/service-types')
    await page.getByRole('button', { name: 'Add kind of service' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Car wash' }).click()
    await dialog.getByLabel('Name, English').fill(wash)
    await dialog.getByLabel('Name, German').fill('Glanz')
    await dialog.getByLabel('Name, Russian').fill('Блеск')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('row').filter({ hasText: wash })).toBeVisible()
    await expectAccessible(page)

    const manager = await anotherPage()
    await signIn(manager, world.url, 'manager', `/locations/${location.id}/services`)
    await expect(manager.getByText('No services yet.')).toBeVisible()
    await manager.getByRole('link', { name: 'Add service' }).click()
    await manager.getByRole('combobox', { name: 'Service' }).click()
    await manager.getByRole('option', { name: wash }).click()
    const add = manager.getByRole('button', { name: 'Add', exact: true })
    await expect(manager.getByLabel('Price, ₽')).toHaveValue('0.5')
    await manager.getByRole('checkbox').check()
    await manager.getByLabel('Price, ₽').fill('5000.01')
    await expect(manager.getByText('Up to 5 000.00 ₽; more needs an administrator')).toBeVisible()
    await add.click()
    await expect(manager.getByText('This is more than a service may cost')).toBeVisible()
    await manager.getByRole('checkbox').uncheck()
    await manager.getByLabel('Price, ₽').fill('500')
    await expect(add).toBeDisabled()
    await manager.getByRole('checkbox').check()
    await expectAccessible(manager)
    await add.click()
    const card = manager.getByRole('listitem').filter({ hasText: wash })
    await expect(card).toContainText('500.00 ₽')

    const { link, order_id: id } = await world.administrator.call(contract.pay.offer, {
      params: { id: connectorId },
      body: { kind: 'charge', limit_amount: 30_000 },
    })
    const driver = await anotherPage()
    await driver.setViewportSize({ width: 360, height: 740 })
    await driver.goto(world.url + new URL(link!).pathname)
    await driver.getByLabel('Card number').fill('4242 4242 4242 4242')
    await driver.getByLabel('Valid thru').fill('1230')
    await driver.getByLabel('Security code').fill('123')
    const email = 'washer@people.example'
    await driver.getByLabel('E-mail for the receipt').fill(email)
    await driver.getByRole('button', { name: /Pay .* by card/ }).click()
    const services = driver.getByRole('region', { name: 'While you charge' })
    await services.getByRole('button', { name: `Buy ${wash} for 500.00 ₽` }).click()
    await expect(driver.getByRole('dialog')).toContainText('500.00 ₽ are charged at once, to Visa 4242.')
    await driver.getByRole('dialog').getByRole('button', { name: 'Send me a code' }).click()
    await expect(driver.getByText('We have sent a code to w•••@people.example.')).toBeVisible()
    await expectAccessible(driver)
    await driver.getByLabel('Code from the e-mail').fill(await world.mailedCode(email))
    await driver.getByRole('dialog').getByRole('button', { name: 'Pay 500.00 ₽' }).click()
    await expect(services.getByRole('list', { name: 'Bought' })).toContainText('Paid')
    expect(await overflowOf(driver)).toBeNull()
    await expectAccessible(driver)

    // what is sold stays as it was sold
    await card.getByRole('button', { name: `Actions for ${wash}` }).click()
    await manager.getByRole('menuitem', { name: 'Edit' }).click()
    await manager.getByLabel('Price, ₽').fill('700')
    await manager.getByRole('button', { name: 'Save' }).click()
    await expect(card).toContainText('700.00 ₽')
    await played.plugIn()
    await expect(driver.getByRole('heading', { level: 1 })).toHaveText('Charging')
    await expect(services.getByRole('list', { name: 'Bought' })).toContainText('500.00 ₽')
    await expect(services.getByRole('button', { name: `Buy ${wash} for 700.00 ₽` })).toBeVisible()

    await page.goto(`${world.url}/orders/${id}/information`)
    const sold = page.getByRole('region', { name: 'Services' })
    await expect(sold).toContainText(`${wash}paid · bought by the driver`)
    await sold.getByRole('button', { name: 'Sell service' }).click()
    // what the order's card pays needs the driver's code
    await expect(dialog.getByText('The driver is sent a code to w•••@people.example')).toBeVisible()
    await dialog.getByRole('button', { name: 'Send the code' }).click()
    await expect(dialog.getByText('The code has been sent.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Sell for 700.00 ₽' })).toBeDisabled()
    await page.getByRole('combobox', { name: 'Payment type' }).click()
    await page.getByRole('option', { name: 'Cash' }).click()
    await dialog.getByRole('button', { name: 'Sell for 700.00 ₽' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(sold.getByRole('listitem')).toHaveCount(2)
    await expect(page.getByRole('region', { name: 'Money' })).toContainText(/1\s200\.00/)

    await played.waitFor(() => (played.connectorView().sampledSessionWh ?? 0) > 40)
    await driver.getByRole('button', { name: 'Stop charging' }).click()
    await driver.getByRole('dialog').getByRole('button', { name: 'Stop charging' }).click()
    await expect(driver.getByRole('heading', { level: 1 })).toHaveText('Done. Thank you!')
    await expect(driver.getByRole('link', { name: /^Fiscal receipt \d+$/ })).toHaveCount(2)
    await played.unplug()

    await page.getByRole('region', { name: wash }).first().getByRole('button', { name: 'Refund' }).click()
    await dialog.getByRole('combobox', { name: 'Reason' }).click()
    await page.getByRole('option', { name: 'Another reason' }).click()
    await dialog.getByLabel('The reason in words').fill('The brushes were worn')
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await expect(services.getByRole('list', { name: 'Bought' })).toContainText('500.00 ₽ given back')

    const month = businessDay().slice(0, 7)
    const price = (await world.order(id)).charging_price!
    const statement = async () => {
      const query = { owner_id: owner.id, month }
      const { lines } = await world.administrator.call(contract.settlement.preview, { query })
      const here = lines.filter(({ location_id }) => location_id === location.id)
      const sum = (of: 'amount' | 'compensation') => here.reduce((all, line) => all + line[of], 0)
      return { amount: sum('amount'), compensation: sum('compensation') }
    }
    // less what was given back; the owner has the cash already
    await expect.poll(statement).toEqual({ amount: price + 70_000, compensation: 70_000 })
  },
)
