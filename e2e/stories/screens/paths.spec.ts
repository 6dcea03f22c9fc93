import { expect } from '@playwright/test'
import { contract, type Language, languages } from '@stationmaster/contract'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { Person } from '../../harness/looks/rest.ts'
import { Walk } from '../../harness/looks/walk.ts'
import { signIn } from '../../harness/sign-in.ts'
import { setUp } from '../../harness/wizard.ts'
import { story } from '../../harness/world/story.ts'
import type { World } from '../../harness/world/world.ts'

/** Each way is gone in three languages and at both widths; each counts its clicks and fields. */
const ways: readonly [Language, number][] = [
  ['en', 1440],
  ['de', 360],
  ['ru', 1440],
]

/** The same languages, each at the other width. */
const turned = (all: typeof ways) =>
  all.map(([language, width]): [Language, number] => [language, width === 360 ? 1440 : 360])

const password = 'harbour-pass-1'

/** Tells how many steps a way took, and fails beyond its bound. */
function count(name: string, steps: number, most: number): void {
  process.stdout.write(`    ${name}: ${steps} steps of at most ${most}\n`)
  expect(steps).toBeLessThanOrEqual(most)
}

for (const [language, width] of ways) {
  story(
    `from an assignment to the first charge, in ${language} at ${width}`,
    async ({ page, world, anotherPage }) => {
      const email = `first-${language}@harbour.example`
      await Person.stranger(world.url).call(contract.auth.signUp, {
        body: { email, first_name: 'Olga', last_name: `Zimina ${language}`, password },
      })
      const place = await world.administrator.call(contract.locations.add, {
        body: { name: `First quay ${language}`, city: 'Tver' },
      })
      await aModel(world, language)

      const office = await Walk.begin(page, language, width)
      await signIn(page, world.url, 'administrator')
      const assigned = await assign(office, email, place.name)
      const steps = await firstCharge(await Walk.begin(await anotherPage(), language, width), world, {
        email,
        model: `First ${language}`,
      })
      count('from an assignment to the first charge', assigned + steps, 15)
    },
  )
}

for (const [language, width] of turned(ways)) {
  story(`why a session was short, in ${language} at ${width}`, async ({ page, world }) => {
    const { played, record } = await world.aStation({ protocol: 'ocpp1.6', tariff: 1700 })
    await played.begin({ token: await world.aCard() })
    const id = await world.openOrderAt(record.id)
    for (const energyWh of [2000, 1500, 400]) {
      played.addEnergy(undefined, energyWh)
      await played.sendMeterValues()
    }
    await played.stop(undefined, { reason: 'PowerLoss' })

    const walk = await Walk.begin(page, language, width)
    await signIn(page, world.url, 'operator')
    await walk.click(page.locator(`a[href="/orders/${id}/information"]`).filter({ visible: true }).first())
    const curve = page.getByRole('region', { name: walk.t('order.curve.title') })
    await expect(curve.getByText(walk.t('order.curve.power'))).toBeVisible()
    await expect(page.getByRole('heading', { name: walk.t('verdict.power_loss.title') })).toBeVisible()
    await curve.getByRole('application').focus()
    await page.keyboard.press('ArrowLeft')
    await expect(curve.getByRole('status')).toContainText(/3[.,]900/)
    const chronology = page.getByRole('region', { name: walk.t('order.chronology.title') })
    await expect(chronology.getByRole('listitem').filter({ hasText: '+0' })).toHaveCount(0)
    await expectAccessible(page)
    expect(await overflowOf(page)).toBeNull()
    count('why a session was short', walk.steps, 3)
  })

  story(`an order in review is decided, in ${language} at ${width}`, async ({ page, world }) => {
    const { played, record } = await world.aStation({ protocol: 'ocpp1.6', tariff: 1700 })
    await played.begin({ token: await world.aCard() })
    const id = await world.openOrderAt(record.id)
    played.addEnergy(undefined, 3000)
    await played.sendMeterValues()
    played.addEnergy(undefined, 900_000_000)
    await played.stop()

    const walk = await Walk.begin(page, language, width)
    await signIn(page, world.url, 'administrator')
    const attention = page.getByRole('region', { name: walk.t('dashboard.attention.title') })
    await walk.click(
      attention.getByRole('link').filter({ hasText: new RegExp([...String(id)].join('\\s?')) }),
    )
    const item = page
      .getByRole('listitem')
      .filter({ has: page.locator(`a[href="/orders/${id}/information"]`) })
    // what other stories left for review may stand above it, and evidence is shown once it is scrolled to
    const choice = item.getByRole('button', { name: walk.t('inbox.by.believed') })
    await expect(async () => {
      await item.scrollIntoViewIfNeeded({ timeout: 2000 })
      await expect(choice).toContainText(/51[.,]00/, { timeout: 2000 })
    }).toPass({ timeout: 60_000 })
    await expect(item.getByText(walk.t('order.curve.power'))).toBeVisible()
    await expectAccessible(page)
    expect(await overflowOf(page)).toBeNull()
    await walk.click(choice)
    await walk.click(page.getByRole('dialog').getByRole('button', { name: walk.t('inbox.capture') }))
    await expect(item).toHaveCount(0)
    expect(await world.order(id)).toMatchObject({ needs_review: false, charging_price: 5100 })
    count('decide an order in review', walk.steps, 3)
  })
}

for (const [language, width] of ways) {
  story(`a night price of one location, in ${language} at ${width}`, async ({ page, world }) => {
    const { location } = await world.aRecord({ tariff: 1700 })
    const email = `night-${language}@harbour.example`
    const person = { email, first_name: 'Olga', last_name: 'Zimina', password }
    await Person.stranger(world.url).call(contract.auth.signUp, { body: person })
    const [owner] = await world.administrator.call(contract.managers.list, { query: { search: email } })
    await world.administrator.call(contract.locations.change, {
      params: { id: location.id },
      body: { owner_id: owner!.id },
    })
    const walk = await Walk.begin(page, language, width)
    await page.goto(`${world.url}/login`)
    await logIn(walk, email)
    walk.steps = 0

    await walk.click(page.getByRole('link', { name: location.name }).first())
    // the page before has a link of that name too
    await expect(page.getByRole('heading', { level: 1, name: location.name })).toBeVisible()
    await walk.click(page.getByRole('main').getByRole('link', { name: walk.t('locations.tab.pricing') }))
    await setNightPrice(walk)
    count('a night price of one location', walk.steps, 8)
    const tariffs = await world.administrator.call(contract.tariffs.ofLocation, {
      params: { id: location.id },
    })
    expect(tariffs.connectors).toMatchObject([
      { tariff: 1700, windows: [{ days: [0, 1, 2, 3, 4, 5, 6], from: '22:00', to: '07:00', tariff: 900 }] },
    ])
  })
}

for (const width of [360, 1440]) {
  story(
    `a night price of a location that an administrator looks for, at ${width}`,
    async ({ page, world }) => {
      const { location } = await world.aRecord({ tariff: 1700 })
      const walk = await Walk.begin(page, 'ru', width)
      await signIn(page, world.url, 'administrator')
      const opens = walk.t(width === 360 ? 'common.search' : 'search.placeholder')
      await walk.click(page.getByRole('button', { name: opens }).first())
      await walk.fill(page.getByPlaceholder(walk.t('search.hint')), location.name)
      await walk.click(page.getByText(walk.t('search.tariffsOf', { name: location.name })))
      await setNightPrice(walk)
      count('a night price of one location, by an administrator', walk.steps, 8)
    },
  )
}

/** Sets another price from 22 to 7 on the screen of a location's tariffs. */
async function setNightPrice(walk: Walk): Promise<void> {
  const { page } = walk
  await walk.click(walk.named('button', 'tariffs.panel.change'))
  const dialog = page.getByRole('dialog', { name: walk.t('tariffs.dialog.title') })
  await walk.click(dialog.getByRole('button', { name: walk.t('tariffs.windows.add') }))
  await walk.fill(dialog.getByLabel(walk.t('tariffs.windows.tariff')).last(), '900')
  const week = dialog.getByRole('figure', { name: walk.t('tariffs.windows.week') })
  await expect(week.getByRole('img').first()).toHaveAccessibleName(/^00:00–07:00 9[.,]00/)
  await expectAccessible(page)
  await walk.click(dialog.getByRole('button', { name: walk.t('tariffs.publish') }))
  const sure = page.getByRole('dialog', { name: walk.t('tariffs.confirm.title') })
  await expect(sure).toContainText('1')
  await walk.click(sure.getByRole('button', { name: walk.t('tariffs.publish') }))
  const prices = page.getByRole('region', { name: walk.t('tariffs.panel.title'), exact: true })
  await expect(prices).toContainText('22:00–07:00')
  await expectAccessible(page)
  expect(await overflowOf(page)).toBeNull()
}

for (const [language, width] of turned(ways)) {
  story(`a tenth gets a new firmware, in ${language} at ${width}`, async ({ page, world }) => {
    const { record } = await world.aStation({ protocol: language === 'de' ? 'ocpp2.0.1' : 'ocpp1.6' })
    const { vendor_name, model } = record
    const walk = await Walk.begin(page, language, width)
    await signIn(page, world.url, 'administrator')
    await page.goto(`${world.url}/firmware`)
    const version = `2.${languages.indexOf(language)}.7`
    await addFirmware(walk, `${vendor_name} · ${model}`, version)
    await expectAccessible(page)
    expect(await overflowOf(page)).toBeNull()

    await page.goto(`${world.url}/dashboard`)
    await walk.open('firmware.title')
    const running = async (which: string) =>
      (await world.administrator.call(contract.firmware.fleet)).find((row) => row.version === which)?.stations
    const before = await running('1.4.2')
    const old = walk.t('firmware.fleet.updateOf', { model, version: '1.4.2' })
    await walk.click(page.getByRole('button', { name: old }))
    const dialog = page.getByRole('dialog')
    await expect(
      dialog.getByRole('radio', { name: walk.t('firmware.form.percent', { n: '10' }) }),
    ).toBeChecked()
    await expectAccessible(page)
    expect(await overflowOf(page)).toBeNull()
    await walk.click(dialog.locator('button[type=submit]'))
    await expect(
      page.getByRole('heading', { level: 1, name: walk.t('firmware.rollouts.name', { model, version }) }),
    ).toBeVisible()
    await expect(page.getByText(walk.t('firmware.status.finished'), { exact: true })).toBeVisible()
    const states = page.getByRole('group', { name: walk.t('firmware.filter') })
    await states.getByRole('button', { name: walk.t('firmware.state.done') }).click()
    await expect(page).toHaveURL(/state=done/)
    await expect(page.getByText(version).filter({ visible: true }).nth(1)).toBeVisible()
    await expectAccessible(page)
    expect(await overflowOf(page)).toBeNull()
    count('a tenth gets a new firmware', walk.steps, 8)
    expect(await running(version)).toBe(Math.ceil(before! / 10))
  })
}

/** Brings a firmware file on its screen. */
async function addFirmware({ page, t }: Walk, kind: string, version: string): Promise<void> {
  await page
    .getByRole('button', { name: t('firmware.add.title') })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: t('firmware.add.title') })
  const model = dialog.getByRole('combobox', { name: t('firmware.columns.model') })
  if ((await model.inputValue()) !== kind) {
    await model.click()
    await page.getByRole('option', { name: kind }).click()
  }
  await dialog.getByRole('textbox', { name: t('firmware.columns.version') }).fill(version)
  const file = {
    name: `update-${version}.bin`,
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(200_000),
  }
  await page.locator('input[type=file]').setInputFiles(file)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('firmware.add.action'), exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(version).filter({ visible: true }).first()).toBeVisible()
}

/** A station model in the library. */
const aModel = (world: World, language: Language) =>
  world.administrator.call(contract.stationModels.add, {
    body: {
      vendor_name: 'Voltwerk',
      model: `First ${language}`,
      evses: [{ number: 1, connectors: [{ number: 1, type: 'CCS 2', current: 'DC', power: 50 }] }],
    },
  })

/** Assigns a location to a manager on the staff's screen; resolves with the steps. */
async function assign(walk: Walk, email: string, location: string): Promise<number> {
  const { page } = walk
  await walk.open('managers.title')
  await walk.click(page.getByText(email))
  const field = walk.named('combobox', 'managers.assigned')
  await walk.fill(field, location)
  await walk.click(page.getByRole('option', { name: location }))
  await page.keyboard.press('Escape')
  await walk.click(walk.named('button', 'managers.assignedSave'))
  await expect(walk.named('button', 'managers.assignedSave')).toBeDisabled()
  return walk.steps
}

/** Signs in, adds a station by the checklist, and charges; resolves with the steps. */
async function firstCharge(
  walk: Walk,
  world: World,
  { email, model }: { email: string; model: string },
): Promise<number> {
  const { page } = walk
  await page.goto(`${world.url}/login`)
  await logIn(walk, email)
  const steps = page.getByRole('region', { name: walk.t('dashboard.start.title') }).getByRole('listitem')
  await expect(steps.getByRole('img', { name: walk.t('dashboard.start.done') })).toHaveCount(1)
  await expectAccessible(page)
  await walk.click(walk.named('link', 'wizard.open'))
  await walk.click(page.getByRole('list', { name: walk.t('wizard.models.label') }).getByText(model))
  await walk.click(walk.named('button', 'wizard.confirm.submit'))
  const shown = (key: string) => walk.named('textbox', `wizard.connect.${key}`).inputValue()
  const settings = {
    backend: await shown('backend'),
    id: await shown('id'),
    whole: await shown('whole'),
    password: await shown('password'),
  }
  const station = await setUp(settings, {
    protocol: 'ocpp2.0.1',
    meterEveryMs: 200,
    connectors: [{ number: 1, type: 'CCS 2', powerW: 50_000 }],
  })
  try {
    await walk.click(walk.named('button', 'wizard.connect.open'))
    await expectAccessible(page)
    await walk.click(walk.named('button', 'station.start.action'))
    await expect(page.getByText(walk.t('station.answer.acceptedId'))).toBeVisible()
    await station.waitFor(() => (station.connectorView().sampledSessionWh ?? 0) > 0)
    await page.goto(`${world.url}/dashboard`)
    await expect(page.getByRole('navigation', { name: walk.t('dashboard.own.label') })).toBeVisible()
    await expect(steps).toHaveCount(0)
    await expectAccessible(page)
  } finally {
    await station.close()
  }
  return walk.steps
}

async function logIn(walk: Walk, email: string): Promise<void> {
  const { page } = walk
  await walk.fill(page.getByLabel(walk.t('auth.email')), email)
  await walk.fill(page.getByLabel(walk.t('auth.password'), { exact: true }), password)
  await walk.click(walk.named('button', 'auth.submit'))
  await expect(page).toHaveURL(/\/dashboard$/)
}
