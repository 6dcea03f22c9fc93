import { expect, type Page } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { expectAccessible } from '../harness/accessibility.ts'
import { overflowOf } from '../harness/overflow.ts'
import { Person } from '../harness/rest.ts'
import { signIn } from '../harness/sign-in.ts'
import { story } from '../harness/story.ts'
import type { World } from '../harness/world.ts'

/** An owner with a location of two stations and one that is empty. */
async function anOwner(world: World) {
  const owner = await (await Person.signIn(world.url, 'manager')).call(contract.auth.currentManager)
  const { record, location } = await world.aRecord()
  await world.administrator.call(contract.stations.add, {
    params: { id: location.id },
    body: {
      ...{ id: 'PLAN-SECOND', vendor_name: 'AutoEnterprise', model: 'AE-Fast 150' },
      connectors: [{ evse_number: 1, number: 1, type: 'Type 2', current: 'AC', power: 22 }],
    },
  })
  for (const id of [record.id, 'PLAN-SECOND'])
    await world.administrator.call(contract.stations.monetize, { params: { id }, body: { monetized: false } })
  await world.administrator.call(contract.locations.change, {
    params: { id: location.id },
    body: { owner_id: owner.id },
  })
  return { owner, location, stations: [record.id, 'PLAN-SECOND'] }
}

const field = (page: Page, name: string) => page.getByLabel(name, { exact: false }).first()

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
}

const person = {
  ...{ 'First name': 'Anna', 'Last name': 'Sedova', 'E-mail': 'anna@business.example', Phone: '+49 40 1234' },
  ...{ 'Date of birth': '29021988', 'PIN or tax ID': '12 345 678 901', City: 'Hamburg' },
  ...{ 'Postal code': '20095', Address: 'Quay 1', 'Passport number': '0000' },
}

story('an owner goes from Free to Pro in four steps', async ({ page, anotherPage, world }) => {
  const { stations } = await anOwner(world)
  await signIn(page, world.url, 'manager', '/settings/payments')
  await expect(page.getByText('Free', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Upgrade to Pro' }).click()
  const go = page.getByRole('button', { name: 'Continue' })

  await expect(page.getByText('Step 1 of 4')).toBeVisible()
  await expect(go).toBeDisabled()
  await fill(page, { 'Card number': '4242 4242 4242 42', 'Valid thru': '1299', 'Security code': '12' })
  await page.getByLabel('Card number').focus()
  await expect(page.getByText('3 or 4 digits.')).toBeVisible()
  await fill(page, { 'Card number': '4000000000000002', 'Valid thru': '1230', 'Security code': '123' })
  await go.click()
  await expect(page.getByRole('alert')).toContainText('The card was refused')
  await fill(page, { 'Card number': '4242424242424242' })
  await go.click()

  await expect(page.getByText('Step 2 of 4')).toBeVisible()
  await fill(page, { ...person, 'Date of birth': '31021988' })
  await field(page, 'City').focus()
  await expect(page.getByText('a real day')).toBeVisible()
  await expect(go).toBeDisabled()
  await fill(page, { 'Date of birth': '29021988' })
  await expect(field(page, 'Date of birth')).toHaveValue('29-02-1988')
  await go.click()
  await expect(page.getByRole('alert')).toContainText('does not accept these details')
  await page.getByText('Company', { exact: true }).click()
  await expect(page.getByLabel('Company name')).toBeVisible()
  await page.getByText('Individual', { exact: true }).click()
  await expect(field(page, 'Last name')).toHaveValue('Sedova')
  await expectAccessible(page)
  await fill(page, { 'Passport number': 'C01X0001' })
  await go.click()

  await expect(page.getByText('Step 3 of 4')).toBeVisible()
  const account = {
    ...{ 'Account number': 'DE00 1', 'Bank name': 'First Bank', 'Bank ID': '0000', City: 'Hamburg' },
    ...{ 'Postal code': '20095', Address: 'Bank st. 1', 'Name on account': 'Anna Sedova' },
  }
  await fill(page, account)
  await go.click()
  await expect(page.getByRole('alert')).toContainText('does not accept these details')
  await fill(page, { 'Bank ID': '20050550' })
  await go.click()

  await expect(page.getByText('Step 4 of 4')).toBeVisible()
  const confirm = page.getByRole('button', { name: 'Confirm' })
  await expect(confirm).toBeDisabled()
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await expect(page.getByText('28.80 ₽')).toBeVisible()
  await expect(page.getByText('10 % off')).toBeVisible()
  await expect(page.getByText('2 of 2 selected')).toBeVisible()
  await page.getByText('Annually', { exact: true }).click()
  await expect(page.getByText('324.00 ₽')).toBeVisible()
  await page.getByText('Monthly', { exact: true }).click()
  await expectAccessible(page)
  await confirm.click()

  await expect(page.getByText('Pro', { exact: true })).toBeVisible()
  await expect(page.getByText('Visa •••• 4242')).toBeVisible()
  await expect(page.getByText('First Bank · EUR')).toBeVisible()
  await expect(page.getByText(/Pro for 2 stations/)).toBeVisible()
  const [invoice] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download invoice/ }).click(),
  ])
  expect(invoice.suggestedFilename()).toMatch(/^\d{4}-1\.pdf$/)
  for (const id of stations)
    expect((await world.administrator.call(contract.stations.get, { params: { id } })).monetized).toBe(true)

  const phone = await anotherPage()
  await phone.setViewportSize({ width: 360, height: 740 })
  await signIn(phone, world.url, 'manager', '/settings/payments/subscription')
  await expect(phone.getByText('2 of 2 selected')).toBeVisible()
  expect(await overflowOf(phone)).toBeNull()
  await phone.goto(`${world.url}/settings/payments`)
  await expect(phone.getByText('28.80 ₽ per month')).toBeVisible()
  expect(await overflowOf(phone)).toBeNull()
  await expectAccessible(phone)
})
