import { expect, type Page } from '@playwright/test'
import { contract, type EnergyView } from '@stationmaster/contract'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'
import type { StandingStation, World } from '../../harness/world/world.ts'

const phone = { width: 360, height: 780 }
const wide = { width: 1440, height: 900 }

/** A location with three plugs of 22 kW, and cars that take all of it. */
async function aYard(world: World) {
  const options = {
    protocol: 'ocpp2.0.1',
    ac: true,
    meterEveryMs: 500,
    car: { maxAcW: 22_000, batteryWh: 90_000, arrivalPercent: 5 },
  } as const
  const first = await world.aStation(options)
  const stations: StandingStation[] = [first]
  for (const protocol of ['ocpp1.6', 'ocpp2.0.1'] as const)
    stations.push(await world.aStation({ ...options, protocol, at: first.location }))
  const params = { id: first.location.id }
  const view = () => world.administrator.call(contract.energy.view, { params })
  const until = (isSo: (view: EnergyView) => boolean) =>
    expect.poll(async () => isSo(await view())).toBe(true)
  return { stations, params, view, until, path: `/locations/${first.location.id}/energy` }
}

const tree = (page: Page) => page.getByRole('list', { name: 'Wiring and what flows' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Draws a site behind one fuse of so many A, as it is proposed. */
async function setUp(page: Page, fuseA: number): Promise<void> {
  await page.getByRole('link', { name: 'Set up energy control' }).click()
  await page.getByLabel('Fuse on each phase, A').fill(String(fuseA))
  await button(page, 'Next').click()
  await expect(page.getByRole('list', { name: 'EVSEs behind the fuse' }).getByRole('listitem')).toHaveCount(3)
  await button(page, 'Next').click()
}

async function expectFine(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
}

story('a site behind one fuse is set up, and shows who gets what and why', async ({ page, world }) => {
  const { stations, until, path } = await aYard(world)
  await page.setViewportSize(wide)
  await signIn(page, world.url, 'administrator', path)
  await setUp(page, 18)
  const floor = page.getByLabel('Each EVSE gives without a connection, A')
  await expect(floor).toHaveValue('6')
  await expect(page.getByText('The fuse holds this, even without a connection.')).toBeVisible()

  await floor.fill('7')
  await expect(page.getByText('The fuse would not hold this.')).toBeVisible()
  await button(page, 'Save the wiring').click()
  await expect(page.getByRole('alert')).toContainText(
    'Grid connection, L1, L2, L3: 21\u00a0A could flow without a connection to the stations, and the fuse holds 18\u00a0A.',
  )
  await expectFine(page)
  await floor.fill('6')
  await button(page, 'Save the wiring').click()
  await expect(tree(page)).toContainText('Grid connection')
  await expect(tree(page).getByRole('meter', { name: 'Grid connection, L1' })).toHaveAttribute(
    'aria-valuetext',
    /of 18\u00a0A/,
  )
  await until(({ outlets }) => outlets.every(({ floor_set }) => floor_set))

  for (const { connectorId } of stations)
    await world.administrator.call(contract.connectors.start, { params: { id: connectorId }, body: {} })
  const shared = page.getByText(/^6\u00a0A: 3 cars share 18\u00a0A of Grid connection, L\d$/)
  await expect(shared).toHaveCount(3)
  await expect(
    tree(page)
      .getByText(/draws [56](\.\d)?\u00a0A on 3 phases/)
      .first(),
  ).toBeVisible()

  // the grid operator says 60 %: two of three cars cannot charge with what is left
  await button(page, 'Limit now').click()
  const dialog = page.getByRole('dialog', { name: 'Limit now' })
  await expect(dialog.getByText('That is 10.8\u00a0A on each phase.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The grid operator asks for it')
  await dialog.getByRole('button', { name: 'Set the limit' }).click()
  await expect(
    tree(page).getByText(/Limited to 10.8\u00a0A until .*: The grid operator asks for it/),
  ).toBeVisible()
  await expect(tree(page).getByText(/^Waits for its turn: /)).toHaveCount(2)
  await expectFine(page)
  await page.setViewportSize(phone)
  expect(await overflowOf(page)).toBeNull()
  await expectFine(page)
  const limits = page.getByRole('list', { name: 'Limits at once' })
  await limits.getByRole('button', { name: 'End now' }).click()
  await expect(page.getByText('Nothing is limited by a call.')).toBeVisible()
  await expect(shared).toHaveCount(3)

  stations[0]!.played.cutCable()
  await stations[0]!.played.goOffline()
  await expect(
    tree(page).getByText(/^No connection: \d+\u00a0A are set aside for it, as it may go on drawing them$/),
  ).toBeVisible()
})

story('a driver says when the car leaves, and reads what comes of it', async ({ page, world }) => {
  const { stations, params, view, until } = await aYard(world)
  const { evses } = await view()
  const outlets = evses.map(({ station_id, evse }) => ({
    station_id,
    evse,
    circuit: 'grid',
    phases: [1, 2, 3],
  }))
  const grid = { id: 'grid', name: 'Grid', parent: null, fuse_a: [32, 32, 32] }
  await world.administrator.call(contract.energy.saveSite, {
    params,
    body: {
      enabled: true,
      strategy: 'departure',
      circuits: [grid],
      outlets: outlets.map((one) => ({ ...one, most_a: 32, floor_a: 6 })),
    },
  })
  await world.administrator.call(contract.tariffs.priceLocation, { params, body: { tariff: 0, rate: 0 } })
  const { connectorId } = stations[0]!
  const number = evses[0]!.station_number
  const begun = await page.request.post(`${world.url}/api/v1/driver/stations/${number}/sessions`, {
    data: { connector_id: connectorId, request_id: 'a-request-of-a-driver' },
  })
  const { token } = (await begun.json()) as { token: string }
  await until((seen) => seen.outlets.some(({ session }) => session !== null))
  await page.setViewportSize(phone)
  await page.goto(`${world.url}/pay/${token}`)
  const panel = page.getByRole('region', { name: 'When do you leave?' })
  await expect(panel.getByText(/^Charging with \d+ A/)).toBeVisible()
  await panel.getByRole('button', { name: 'Save my wish' }).click()
  await expect(panel.getByText('Enter a time')).toBeVisible()
  const inTwoHours = new Date(Date.now() + 2 * 3_600_000)
  const clock = await page.evaluate((at) => new Date(at).toTimeString().slice(0, 5), inTwoHours.getTime())
  await panel.getByLabel('I leave at').fill(clock)
  await panel.getByLabel('Energy, kWh').fill('12')
  await panel.getByRole('button', { name: 'Save my wish' }).click()
  await expect(panel.getByText(/^12 kWh by \d\d:\d\d, as things stand\.$/)).toBeVisible()
  await panel.getByRole('button', { name: 'Change my wish' }).click()
  await panel.getByLabel('Energy, kWh').fill('200')
  await panel.getByRole('button', { name: 'Save my wish' }).click()
  await expect(panel.getByText(/^Your wish cannot be met as things stand: .* of 200 kWh until/)).toBeVisible()
  await expectFine(page)
  expect(await overflowOf(page)).toBeNull()
})

story('the steps never replace a wiring that exists', async ({ page, world }) => {
  const { params, view, path } = await aYard(world)
  const site = () => world.administrator.call(contract.energy.site, { params })
  await page.setViewportSize(wide)
  await signIn(page, world.url, 'administrator', path)
  await setUp(page, 18)
  // somebody else is faster
  const { evses } = await view()
  const outlets = evses.map(({ station_id, evse }) => ({
    station_id,
    evse,
    circuit: 'grid',
    phases: [1, 2, 3],
  }))
  await world.administrator.call(contract.energy.saveSite, {
    params,
    body: {
      enabled: false,
      strategy: 'departure',
      circuits: [{ id: 'grid', name: 'Drawn by another', parent: null, fuse_a: [80, 80, 80] }],
      outlets: outlets.map((one) => ({ ...one, most_a: 32, floor_a: 6 })),
    },
  })
  const before = await site()
  await button(page, 'Save the wiring').click()
  await expect(page.getByRole('alert')).toContainText('Somebody has changed the wiring meanwhile.')
  await page.getByRole('link', { name: 'Edit the wiring' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('group', { name: 'Drawn by another', exact: true })).toBeVisible()

  // nor who comes later, by a link or by going back
  await page.goto(`${world.url}${path}/setup`)
  await expect(page.getByText('This location has a wiring already')).toBeVisible()
  await expect(page.getByLabel('Fuse on each phase, A')).toHaveCount(0)
  await expectFine(page)
  await page.setViewportSize(phone)
  expect(await overflowOf(page)).toBeNull()
  await page.getByRole('link', { name: 'Edit the wiring' }).click()
  await expect(page.getByRole('group', { name: 'Drawn by another', exact: true })).toBeVisible()
  expect(await site()).toEqual(before)
})

story(
  'the grid operator takes power back, and what came of it is shown and taken along',
  async ({ page, world }) => {
    const { stations, params, until, path } = await aYard(world)
    await page.setViewportSize(wide)
    await signIn(page, world.url, 'administrator', path)
    await setUp(page, 96)
    await button(page, 'Save the wiring').click()
    await until(({ outlets }) => outlets.every(({ floor_set }) => floor_set))
    await page.getByRole('link', { name: 'Edit the wiring' }).click()
    await page.getByLabel('The grid operator may reduce charging here').check()
    await expect(page.getByLabel('Controllable devices')).toHaveValue('3')
    await expect(page.getByText(/may always draw 10.5\u00a0kW together/)).toBeVisible()
    await page.getByLabel('Grid operator', { exact: true }).fill('Stadtwerke')
    await expectFine(page)
    await button(page, 'Save the wiring').click()
    const panel = page.getByRole('region', { name: 'Reductions by the grid operator (§ 14a EnWG)' })
    await expect(panel.getByText('The grid operator has taken nothing back.')).toBeVisible()

    for (const { connectorId } of stations)
      await world.administrator.call(contract.connectors.start, { params: { id: connectorId }, body: {} })
    await until(({ outlets }) => outlets.every(({ session }) => session?.granted_a === 32))
    await panel.getByRole('button', { name: 'Enter a reduction' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enter a reduction' })
    await dialog.getByLabel('All controllable devices together, kW').fill('5')
    await expect(
      dialog.getByText(/less than the guaranteed 10.5\u00a0kW: 10.5\u00a0kW will count/),
    ).toBeVisible()
    await dialog.getByLabel('Reason').fill('a letter')
    await dialog.getByRole('button', { name: 'Reduce' }).click()
    await expect(
      page.getByText(/leaves 10.5\u00a0kW to all controllable devices together, until it is revoked/),
    ).toBeVisible()
    await expect(
      tree(page)
        .getByText(/cars? (share|has) what the grid operator leaves/)
        .first(),
    ).toBeVisible()
    const line = panel.getByRole('listitem')
    await expect(line).toContainText(
      '5\u00a0kW were requested. That is less than the guaranteed 10.5\u00a0kW',
    )
    await expect(line).toContainText(/In effect after \d+ s/)
    await expect(line).toContainText('Stadtwerke')
    await expectFine(page)
    await page.setViewportSize(phone)
    expect(await overflowOf(page)).toBeNull()

    await line.getByRole('button', { name: 'End now' }).click()
    await expect(page.getByText(/leaves 10.5/)).toHaveCount(0)
    await expect(line).toContainText('a letter')
    const file = page.waitForEvent('download')
    await panel.getByRole('button', { name: 'Download' }).click()
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
    expect((await file).suggestedFilename()).toBe(`grid-reductions-${params.id}.csv`)
  },
)

story('the tree has feeders, and what is refused is said at its field', async ({ page, world }) => {
  const { params, view, path } = await aYard(world)
  await page.setViewportSize(wide)
  await signIn(page, world.url, 'administrator', path)
  await setUp(page, 63)
  await button(page, 'Save the wiring').click()
  await page.getByRole('link', { name: 'Edit the wiring' }).click()

  await button(page, 'Add a sub-distribution').click()
  const feeder = page.getByRole('group', { name: 'Sub-distribution 1', exact: true })
  await feeder.getByLabel('Name').fill('Feeder B')
  const card = page.getByRole('group', { name: 'Feeder B', exact: true })
  for (const phase of ['L1', 'L2', 'L3']) await card.getByLabel(`Fuse, ${phase}`).fill('16')
  await card.getByText('By the hour').click()
  await card.getByRole('button', { name: 'Add hours' }).click()
  await card.getByLabel('A on each phase', { exact: true }).fill('5')
  for (const select of await page.getByLabel(/: circuit$/).all()) await select.selectOption('Feeder B')
  await page.getByRole('button', { name: 'Add a limit' }).click()
  await page.getByLabel('Limit, A on each phase').fill('40')
  await button(page, 'Save the wiring').click()
  await expect(
    card.getByText(/Feeder B, L1, L2, L3: 23\u00a0A could flow .* the fuse holds 16\u00a0A/),
  ).toBeVisible()
  await expectFine(page)
  await page.setViewportSize(phone)
  expect(await overflowOf(page)).toBeNull()
  await page.setViewportSize(wide)

  // somebody else saves meanwhile: nothing of theirs is lost
  const {
    version: _,
    saved_at: __,
    has_key: ___,
    ...saved
  } = await world.administrator.call(contract.energy.site, { params })
  await world.administrator.call(contract.energy.saveSite, { params, body: saved })
  for (const phase of ['L1', 'L2', 'L3']) await card.getByLabel(`Fuse, ${phase}`).fill('25')
  await button(page, 'Save the wiring').click()
  await expect(page.getByText('Somebody has changed the wiring meanwhile.')).toBeVisible()
  await button(page, 'Load the saved wiring, drop mine').click()
  await expect(card).toHaveCount(0)

  await button(page, 'Make a key').click()
  await expect(page.getByText('Copy the key now: it is shown this once.')).toBeVisible()
  await button(page, 'Add a sub-distribution').click()
  await page
    .getByLabel(/: circuit$/)
    .first()
    .selectOption('Sub-distribution 1')
  await button(page, 'Save the wiring').click()
  await expect(tree(page).getByRole('list', { name: 'EVSEs at Sub-distribution 1' })).toContainText('EVSE 1')
  expect((await view()).circuits).toHaveLength(2)

  await page.goto(`${world.url}/locations/${params.id}/stations`)
  await page.getByRole('link', { name: 'Energy', exact: true }).click()
  const fold = page.getByRole('button', { name: 'Sub-distribution 1: 1 EVSE' })
  await fold.press('Enter')
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
})
