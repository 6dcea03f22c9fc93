import { expect, type Page, test } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { readOutbox } from '@stationmaster/server/outbox'
import { payByCard } from '../../harness/card.ts'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { credentials, Person } from '../../harness/looks/rest.ts'
import {
  allAreNeeded,
  cardScript,
  everyFieldIsNeeded,
  field,
  fill,
  person,
} from '../../harness/plan-forms.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'
import { type StandingStation, World } from '../../harness/world/world.ts'

const dayMs = 86_400_000
const stations = ['HARBOUR-001', 'PLAN-2']

// one life of one plan, in order
test.describe.configure({ mode: 'serial' })
let world: World
let first: StandingStation
let locationId = 0
test.beforeAll(async () => {
  world = await World.startClocked({ PLANS: 'on' })
  first = await world.aStation({ protocol: 'ocpp2.0.1', meterEveryMs: 500, plugDelayMs: null, tariff: 1700 })
  locationId = first.location.id
  await addStation('PLAN-2')
})
test.afterAll(() => world.stop())

async function addStation(id: string): Promise<void> {
  const administrator = await Person.signIn(world.url, 'administrator')
  await administrator.call(contract.stations.add, {
    params: { id: locationId },
    body: {
      id,
      vendor_name: 'AutoEnterprise',
      model: 'AE-Fast 150',
      connectors: [{ evse_number: 1, number: 1, type: 'CCS 2', current: 'DC', power: 150 }],
    },
  })
}

/** The stations that cost money. */
async function earning(): Promise<string[]> {
  const administrator = await Person.signIn(world.url, 'administrator')
  const found = await administrator.call(contract.stations.ofLocation, { params: { id: locationId } })
  return found.flatMap(({ id, monetized, sales_paused }) => (monetized && !sales_paused ? [id] : []))
}

/** Takes another card for the plan. */
async function takeCard(page: Page, number: string): Promise<void> {
  await signIn(page, world.url, 'manager', '/settings/payments/method')
  await fill(page, { 'Card number': number, 'Valid thru': '1230', 'Security code': '123' })
  await page.getByRole('button', { name: 'Continue' }).click()
  // who has a plan is back where they came from
  await expect(page).toHaveURL(/\/settings\/payments(\/account)?$/)
}

story(
  'a location goes to an owner without a plan only once its paid stations were named',
  async ({ page }) => {
    await signIn(page, world.url, 'administrator', `/locations/${locationId}/settings`)
    const owner = page.getByRole('combobox', { name: 'Owner' })
    await owner.fill('manager@')
    await page.getByRole('option', { name: /Martin/ }).click()
    const save = page.getByRole('button', { name: 'Save' })
    await save.click()
    const dialog = page.getByRole('dialog', { name: 'Make 2 stations free of charge?' })
    await expect(dialog.getByRole('listitem')).toHaveCount(2)
    await expect(dialog.getByRole('listitem').first()).toContainText('HARBOUR-001')
    await expect(dialog).toContainText('0.00 ₽')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Paid stations would become free of charge by this.')).toBeVisible()
    expect(await earning()).toEqual(stations)

    await save.click()
    await dialog.getByRole('button', { name: 'Make free of charge' }).click()
    await expect(dialog).toBeHidden()
    await expect.poll(earning).toEqual([])
    await page.goto(`${world.url}/charge-points/PLAN-2/timeline`)
    await expect(page.getByText('Sessions are free of charge from here on')).toBeVisible()
    await expect(page.getByText('the location has another owner')).toBeVisible()
  },
)

story("a card goes through the provider's own script, and its terms are agreed to", async ({ page }) => {
  await page.route('**/card-library.js', (route) =>
    route.fulfill({ body: cardScript, contentType: 'text/javascript' }),
  )
  await page.route('**/help/config', async (route) => {
    const answer = await route.fetch()
    const json = { ...(await answer.json()), card_library: `${world.url}/card-library.js` }
    await route.fulfill({ response: answer, json })
  })
  await page.route('**/managers/*/plan', async (route) => {
    const answer = await route.fetch()
    const json = { ...(await answer.json()), vendor_agreement: 'https://provider.example/terms' }
    await route.fulfill({ response: answer, json })
  })
  const sent: unknown[] = []
  const keep = (path: string) =>
    page.route(path, async (route) => {
      sent.push(route.request().postDataJSON())
      await route.fulfill({ status: 201, json: {} })
    })
  await keep('**/payment-methods')
  await keep('**/managers/*/account')
  await takeCard(page, '4242424242424242')
  await expect(page.getByText('Step 2 of 4')).toBeVisible()
  expect(sent[0]).toEqual({
    credit_card: {
      encrypted_card_number: 'sealed 16',
      encrypted_security_code: 'sealed 3',
      expiration_month: 12,
      expiration_year: 2030,
    },
  })
  await fill(page, person)
  const go = page.getByRole('button', { name: 'Continue' })
  await expect(page.getByRole('link', { name: 'terms of the payment provider' })).toHaveAttribute(
    'href',
    'https://provider.example/terms',
  )
  await expect(go).toBeDisabled()
  await page.getByRole('checkbox', { name: 'I agree' }).check()
  await go.click()
  await expect(page.getByText('Step 3 of 4')).toBeVisible()
  expect(sent[1]).toMatchObject({ firstName: 'Anna', agreed: true })
})

story('an owner goes from Free to Pro in four steps', async ({ page, anotherPage }) => {
  await signIn(page, world.url, 'manager', `/locations/${locationId}/stations`)
  await page.getByRole('switch', { name: 'Charging costs money' }).first().click({ force: true })
  await expect(page.getByRole('dialog')).toContainText('Available in the Pro version.')
  await page.getByRole('link', { name: 'See the plans' }).click()
  await expect(page).toHaveURL(/\/#plans$/)
  await expect(page.getByRole('heading', { name: 'Begin for free' })).toBeInViewport()
  await page.getByRole('link', { name: 'My plan' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My plan' })).toBeVisible()
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
  const known = await (await Person.signIn(world.url, 'manager')).call(contract.auth.currentManager)
  await expect(field(page, 'First name')).toHaveValue(known.first_name)
  await expect(field(page, 'Last name')).toHaveValue(known.last_name)
  await expect(field(page, 'E-mail')).toHaveValue(known.email)
  await page.getByText('Company', { exact: true }).click()
  const inner = page.getByRole('group', { name: 'Principal' })
  await expect(inner.getByLabel('Last name')).toHaveValue(known.last_name)
  await expect(inner.getByLabel('E-mail')).toHaveValue(known.email)
  await page.getByText('Individual', { exact: true }).click()
  await fill(page, { ...person, 'Date of birth': '31021988' })
  await field(page, 'City').focus()
  await expect(page.getByText('a real day')).toBeVisible()
  await expect(go).toBeDisabled()
  await fill(page, { 'Date of birth': '29021988' })
  await expect(field(page, 'Date of birth')).toHaveValue('29-02-1988')
  await allAreNeeded(page, person, go)
  await go.click()
  await expect(page.getByRole('alert')).toContainText('does not accept these details')
  await page.getByText('Company', { exact: true }).click()
  await everyFieldIsNeeded(page, go)
  await page.getByText('Individual', { exact: true }).click()
  await expect(field(page, 'Last name')).toHaveValue('Sedova')
  await expectAccessible(page)
  await fill(page, { 'Passport number': 'C01X0001' })
  await go.click()

  await expect(page.getByText('Step 3 of 4')).toBeVisible()
  const account = {
    'Account number': 'DE00 1',
    'Bank name': 'First Bank',
    'Bank ID': '0000',
    City: 'Hamburg',
    'Postal code': '20095',
    Address: 'Bank st. 1',
    'Name on account': 'Anna Sedova',
  }
  await fill(page, account)
  await allAreNeeded(page, account, go)
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
  expect(await earning()).toEqual(stations)

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

story('and sells a service, which a driver buys on a phone', async ({ page, anotherPage }) => {
  const inEach = (text: string) => ({ en: text, de: text, ru: text })
  await world.administrator.call(contract.services.addType, {
    body: { names: inEach('Shine'), descriptions: inEach(''), icon: 'wash' },
  })
  await signIn(page, world.url, 'manager', `/locations/${locationId}/services`)
  await page.getByRole('link', { name: 'Add service' }).click()
  await page.getByRole('combobox', { name: 'Service' }).click()
  await page.getByRole('option', { name: 'Shine' }).click()
  await page.getByLabel('Price, ₽').fill('500')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Shine' })).toContainText('500.00 ₽')

  const { link, order_id: id } = await world.administrator.call(contract.pay.offer, {
    params: { id: first.connectorId },
    body: { kind: 'charge', limit_amount: 30_000 },
  })
  const driver = await anotherPage()
  await driver.setViewportSize({ width: 360, height: 740 })
  await driver.goto(link!)
  await payByCard(driver, '4242 4242 4242 4242')
  const services = driver.getByRole('region', { name: 'While you charge' })
  await services.getByRole('button', { name: 'Buy Shine for 500.00 ₽' }).click()
  // nobody has an address of the driver, so the card is proven by being entered again
  const dialog = driver.getByRole('dialog')
  await dialog.getByLabel('Card number').fill('4242 4242 4242 4242')
  await dialog.getByLabel('Valid thru').fill('1230')
  await dialog.getByLabel('Security code').fill('123')
  await dialog.getByRole('button', { name: 'Pay 500.00 ₽' }).click()
  await expect(services.getByRole('list', { name: 'Bought' })).toContainText('Paid')
  await first.played.plugIn()
  const heading = driver.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Charging')
  await driver.getByRole('button', { name: 'Stop charging' }).click()
  await driver.getByRole('dialog').getByRole('button', { name: 'Stop charging' }).click()
  await expect(heading).toHaveText('Done. Thank you!')
  await first.played.unplug()
  const office = await anotherPage()
  await signIn(office, world.url, 'administrator', `/orders/${id}/information`)
  await expect(office.getByRole('region', { name: 'Services' })).toContainText('bought by the driver')
})

story('a plan is charged, grows, is refused, ends, and comes back', async ({ page }) => {
  const { email } = credentials('manager')
  await world.forward(31 * dayMs)
  await addStation('PLAN-3')
  await world.forward(15 * dayMs)

  await takeCard(page, '4000000000009995')
  await page.goto(`${world.url}/settings/payments/subscription`)
  const third = page.getByRole('checkbox').nth(2)
  const confirm = page.getByRole('button', { name: 'Confirm' })
  await third.check()
  await confirm.click()
  await expect(page.getByRole('alert')).toContainText('The card was not charged')
  expect(await earning()).toEqual(stations)
  await takeCard(page, '4242424242424242')
  await page.goto(`${world.url}/settings/payments/subscription`)
  await third.check()
  await confirm.click()
  await expect(page.getByText(/Next period, 2 stations/)).toBeVisible()
  await expect(page.getByText(/Changed to 3 stations/)).toBeVisible()
  // about half of a month, which has more or fewer days
  await expect(page.getByText(/^[67]\.\d\d\s₽$/)).toBeVisible()
  await expect(page.getByText('43.20 ₽ per month')).toBeVisible()
  expect(await earning()).toEqual([...stations, 'PLAN-3'])

  await takeCard(page, '4000000000009995')
  await world.forward(17 * dayMs)
  await signIn(page, world.url, 'manager', '/settings/payments')
  await expect(page.getByText('The last charge was refused.')).toBeVisible()
  for (const days of [1, 2, 4]) {
    expect(await earning()).toHaveLength(3)
    await world.forward(days * dayMs)
  }
  await signIn(page, world.url, 'manager', '/settings/payments')
  await expect(page.getByText('Free', { exact: true })).toBeVisible()
  await expect(page.getByText('HARBOUR-001, PLAN-2, PLAN-3')).toBeVisible()
  expect(await earning()).toEqual([])
  const mailed = (subject: string) =>
    readOutbox(world.server.dataDir).filter((mail) => mail.to === email && mail.subject === subject).length
  await expect.poll(() => mailed('Your plan could not be charged')).toBe(3)
  await expect.poll(() => mailed('Your Pro plan has ended')).toBe(1)
  const ended = readOutbox(world.server.dataDir).find(({ subject }) => subject === 'Your Pro plan has ended')
  expect(ended?.text).toContain(`No longer sold from now on: Shine (${first.location.name}).`)

  await page.goto(`${world.url}/locations/${locationId}/services`)
  await expect(page.getByText('These services are not sold now. Available in the Pro version.')).toBeVisible()

  await takeCard(page, '4242424242424242')
  await page.goto(`${world.url}/settings/payments/subscription`)
  await expect(page.getByText('3 of 3 selected')).toBeVisible()
  await confirm.click()
  await expect(page.getByText('Pro', { exact: true })).toBeVisible()
  expect(await earning()).toEqual([...stations, 'PLAN-3'])
})
