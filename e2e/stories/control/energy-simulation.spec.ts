import { expect, type Page } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'
import type { RecordedStation, World } from '../../harness/world/world.ts'

const phone = { width: 360, height: 780 }
const wide = { width: 1440, height: 900 }
const hourMs = 3_600_000

/** A location with three EVSEs of 22 kW behind a fuse of 18 A. */
async function aSite(world: World) {
  const first = await world.aRecord({ ac: true })
  const stations = [first]
  while (stations.length < 3) stations.push(await world.aRecord({ ac: true, at: first.location }))
  const params = { id: first.location.id }
  const outlet = { evse: 1, circuit: 'grid', phases: [1, 2, 3], most_a: 32, floor_a: 6 }
  await world.administrator.call(contract.energy.saveSite, {
    params,
    body: {
      enabled: false,
      strategy: 'equal',
      circuits: [{ id: 'grid', name: 'Grid connection', parent: null, fuse_a: [18, 18, 18] }],
      outlets: stations.map(({ record }) => ({ ...outlet, station_id: record.id })),
    },
  })
  return { stations, path: `/locations/${params.id}/energy` }
}

/** Two days ago a car took 12 kWh in two hours at each station, as another system has it. */
async function haveCharged(world: World, stations: readonly RecordedStation[]): Promise<void> {
  const { takeovers } = contract
  const began = Math.floor(Date.now() / hourMs) * hourMs - 48 * hourMs
  const [from, to] = [began, began + 2 * hourMs].map((at) => new Date(at).toISOString())
  const lines = stations.map(
    ({ record }, nth) => `past-${record.id}-${nth},${record.id},1,1,,,${from},${to},12,0,12000,,,`,
  )
  const head =
    'id,station_id,evse_number,connector_number,token,driver_id,started_at,ended_at,energy_kwh,meter_start_wh,meter_stop_wh,amount,currency,stop_reason'
  const { id } = await world.administrator.call(takeovers.begin, { body: { system: 'csv' } })
  const params = { id }
  const bytes = Buffer.from([head, ...lines].join('\n'))
  await world.administrator.call(takeovers.file, { params, file: { name: 'sessions.csv', bytes } })
  const is = (state: string) =>
    expect.poll(async () => (await world.administrator.call(takeovers.one, { params })).state).toBe(state)
  await world.administrator.call(takeovers.check, { params })
  await is('checked')
  await world.administrator.call(takeovers.start, { params })
  await is('done')
}

async function expectFine(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
}

story(
  'last week is played with another fuse, and says how many cars more would be full',
  async ({ page, world }) => {
    const { stations, path } = await aSite(world)
    await page.setViewportSize(wide)
    await signIn(page, world.url, 'administrator', path)
    const panel = page.getByRole('region', { name: 'Last week with other settings' })
    await panel.getByRole('button', { name: 'Try other settings' }).click()
    const fuse = panel.getByLabel('Fuse on each phase, A')
    const run = panel.getByRole('button', { name: 'Play the week' })
    await expect(fuse).toHaveValue('18')
    await expect(run).toBeDisabled()
    await fuse.fill('63')
    await run.click()
    await expect(panel.getByText('No sessions in the last seven days')).toBeVisible()

    await haveCharged(world, stations)
    await fuse.fill('64')
    await run.click()
    await expect(
      panel.getByText('64\u00a0A instead of 18\u00a0A (Grid connection): 3 cars more full by departure.'),
    ).toBeVisible()
    const figures = panel.getByRole('table', { name: 'The week in figures' })
    await expect(figures.getByRole('row', { name: 'Cars full by departure' })).toHaveText(/0 of 3\s*3 of 3$/)
    await expect(figures.getByRole('row', { name: 'Highest load' })).toContainText(
      '18\u00a0A of 18\u00a0A, Grid connection, L1',
    )
    await expect(panel.getByRole('figure', { name: 'Load of the grid connection in the week' })).toBeVisible()
    await expect(panel.getByRole('table', { name: 'Day by day' }).getByRole('row')).toHaveCount(2)
    await expectFine(page)

    // a fuse that the floors could trip is played, and could not be saved
    await fuse.fill('16')
    await run.click()
    await expect(panel.getByText('This could not be saved so:')).toBeVisible()
    await expect(panel.getByText(/Grid connection, L1, L2, L3: 18\u00a0A could flow/)).toBeVisible()
    await fuse.fill('18')
    await panel.getByLabel('Connectors in use at once').fill('1')
    await run.click()
    await expect(panel.getByText(/^1 connector of 3 at once: 1 car more full by departure\.$/)).toBeVisible()
    await expect(figures.getByRole('row', { name: 'Found no free connector' })).toHaveText(/0\s*2$/)
    await page.setViewportSize(phone)
    expect(await overflowOf(page)).toBeNull()
    await expectFine(page)
  },
)
