import { expect, type Page, test } from '@playwright/test'
import { contract, type Language, type Station } from '@stationmaster/contract'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { Person } from '../../harness/looks/rest.ts'
import { fillIn, signIn } from '../../harness/sign-in.ts'
import { confirmStation } from '../../harness/wizard.ts'
import { story } from '../../harness/world/story.ts'
import { World } from '../../harness/world/world.ts'

// a network that asks for plans
let world: World
test.beforeAll(async () => {
  world = await World.start({ PLANS: 'on' })
})
test.afterAll(() => world.stop())

const stations = ['HARBOUR-001', 'HARBOUR-002']

/** Has the next page be in another language. */
const speak = (page: Page, language: Language) =>
  page.evaluate((chosen) => localStorage.setItem('stationmaster.language', chosen), language)

const place = { country: 'DE', city: 'Hamburg', zip: '20095', address: 'Quay 1' } as const
const person = { firstName: 'Anna', lastName: 'Sedova', email: 'anna@business.example' }

/** The stations that cost money. */
async function earning(): Promise<string[]> {
  const found = await world.administrator.call(contract.stations.list, {})
  return found.flatMap(({ id, monetized }) => (monetized ? [id] : [])).sort()
}

/** The manager owns two stations that earn under a plan, and looks at it. */
async function withPlan(page: Page): Promise<void> {
  const { administrator, url } = world
  if ((await earning()).length > 0) return signIn(page, url, 'manager', '/settings/payments')
  const owner = await Person.signIn(url, 'manager')
  const { id } = await owner.call(contract.auth.currentManager)
  for (const _ of stations) {
    const { location, record } = await world.aRecord()
    await administrator.call(contract.locations.change, {
      params: { id: location.id },
      body: { owner_id: id, free_stations: [record.id] },
    })
  }
  await signIn(page, url, 'manager', '/settings/payments/method')
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByLabel('Valid thru').fill('1230')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Step 2 of 4')).toBeVisible()
  const save = (body: object) =>
    owner.call(contract.plan.saveAccount, { params: { id }, body: body as never })
  await save({
    ...person,
    ...place,
    phone: '+49 40 1',
    defaultPayoutCurrency: 'EUR',
    vendorAgreement: { commissionPercent: 0 },
    vendorPrincipal: {
      ...person,
      ...place,
      dob: '29-02-1988',
      personalIdentificationNumber: '12345678901',
      passportNumber: 'C01X0001',
    },
  })
  const bank = { bankName: 'First Bank', bankId: '20050550', bankAccountId: 'DE00 1', nameOnAccount: 'Anna' }
  const account = { payoutType: 'WIRE', baseCurrency: 'EUR', bankAccountClass: 'CORPORATE' }
  await save({ payoutInfo: [{ ...bank, ...account, ...place, bankAccountType: 'CHECKING' }] })
  await owner.call(contract.plan.subscribe, {
    params: { id },
    body: {
      frequency: 'monthly',
      quantity: stations.length,
      stations: stations.map((one) => ({ id: one, monetized: true })),
    },
  })
  await expect.poll(earning).toEqual(stations)
  await page.goto(`${url}/settings/payments`)
}

story('a manager without stations learns it before entering card, passport and bank', async ({ page }) => {
  const email = 'nobody-yet@people.example'
  const words = { email, first_name: 'Nora', last_name: 'Yet', password: 'first-pass-1' }
  await Person.stranger(world.url).call(contract.auth.signUp, { body: words })
  await page.goto(`${world.url}/login`)
  await fillIn(page, words)
  await expect(page).toHaveURL(`${world.url}/dashboard`)
  await page.goto(`${world.url}/settings/payments`)
  await expect(page.getByText('you have none that needs one')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Upgrade to Pro' })).toHaveCount(0)
  for (const step of ['method', 'account', 'bank', 'subscription']) {
    await page.goto(`${world.url}/settings/payments/${step}`)
    await expect(page.getByText('You have no stations yet')).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
  }
  await expectAccessible(page)
  for (const [language, text] of [
    ['de', 'Sie haben noch keine Stationen'],
    ['ru', 'У вас пока нет станций'],
  ] as const) {
    await speak(page, language)
    await page.goto(`${world.url}/settings/payments/method`)
    await expect(page.getByText(text)).toBeVisible()
  }
})

story(
  'a station leaves the plan only after its name, its money and what follows were shown',
  async ({ page }) => {
    await withPlan(page)
    await page.getByRole('link', { name: 'Change stations' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change stations')
    await expect(page.getByText('Step 4 of 4')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Configure later' })).toHaveCount(0)
    const confirm = page.getByRole('button', { name: 'Confirm' })
    await page.getByRole('checkbox').nth(1).uncheck()
    await confirm.click()
    const dialog = page.getByRole('dialog', { name: 'Make this station free of charge?' })
    await expect(dialog.getByRole('listitem')).toContainText('HARBOUR-002')
    await expect(dialog.getByRole('listitem')).toContainText('0.00 ₽')
    await expect(dialog).toContainText('This happens at once: sessions that begin from now on cost nothing')
    await expect(dialog).toContainText('covers 1 station instead of 2')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await earning()).toEqual(stations)
    for (const [language, words] of [
      ['de', ['Bestätigen', 'Das gilt sofort', 'Ihr Tarifplan deckt dann 1 Station statt 2']],
      ['ru', ['Подтвердить', 'Это действует сразу', 'План будет покрывать 1 станцию вместо 2']],
    ] as const) {
      const [action, when, fewer] = words
      await speak(page, language)
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto(`${world.url}/settings/payments/subscription`)
      await page.getByRole('checkbox').nth(1).uncheck()
      await page.getByRole('button', { name: action }).click()
      await expect(page.getByRole('dialog')).toContainText(when)
      await expect(page.getByRole('dialog')).toContainText(fewer)
      expect(await overflowOf(page)).toBeNull()
    }
    expect(await earning()).toEqual(stations)
  },
)

story(
  'an administrator sees before the price what the plan allows, and makes room in it for what it costs',
  async ({ page, anotherPage }) => {
    await withPlan(await anotherPage())
    const { url } = world
    const [{ location_id }] = (await world.administrator.call(contract.stations.list, {})) as [Station]
    const adding = `${url}/locations/${location_id}/stations/add`
    await signIn(page, url, 'administrator', `/locations/${location_id}/stations/add`)
    await page.getByRole('button', { name: /AE-Fast 150/ }).click()
    const note = page.getByText(/In the plan of .+, 2 of 2 stations earn/)
    await expect(note).toContainText('this one is free of charge at first')
    await expect(note).toContainText(
      /To add it costs 14\.40\s₽ until .+, then 43\.20\s₽ per month instead of 28\.80\s₽/,
    )
    await expectAccessible(page)
    await confirmStation(page, 'ROOM-3')
    await expect(page.getByText('does not cover it')).toBeVisible()

    await page.getByRole('button', { name: 'Charge for it' }).click()
    const dialog = page.getByRole('dialog', { name: /Charge for sessions at station/ })
    await expect(dialog).toContainText('manager@demo.stationmaster.example')
    await expect(dialog).toContainText('2 → 3')
    await expect(dialog).toContainText(/43\.20\s₽ per month/)
    const add = dialog.getByRole('button', { name: /^Add to the plan and charge 14\.40\s₽$/ })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await earning()).toEqual(stations)
    for (const [language, open, action, owner] of [
      [
        'de',
        'Kostenpflichtig machen',
        /^Hinzunehmen und 14,40\s₽ abbuchen$/,
        'Jetzt von der Karte des Eigentümers',
      ],
      ['ru', 'Сделать платной', /^Добавить в план и списать 14,40\s₽$/, 'Владелец плана'],
    ] as const) {
      await speak(page, language)
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto(adding)
      await page.getByRole('button', { name: open }).click()
      await expect(page.getByRole('dialog').getByRole('button', { name: action })).toBeVisible()
      await expect(page.getByRole('dialog')).toContainText(owner)
      expect(await overflowOf(page)).toBeNull()
    }
    expect(await earning()).toEqual(stations)

    await speak(page, 'en')
    await page.goto(adding)
    await page.getByRole('button', { name: 'Charge for it' }).click()
    await add.click()
    await expect(dialog).toHaveCount(0)
    await expect.poll(earning).toEqual([...stations, 'ROOM-3'])
    await expect(page.getByText('does not cover it')).toHaveCount(0)
  },
)
