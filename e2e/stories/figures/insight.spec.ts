import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { Person } from '../../harness/looks/rest.ts'
import { signIn } from '../../harness/sign-in.ts'
import { midMorning } from '../../harness/world/mid-morning.ts'
import { story } from '../../harness/world/story.ts'
import { type StandingStation, World } from '../../harness/world/world.ts'

const dayMs = 86_400_000

/** A session from the socket's start to its end for a reason that the station gives. */
async function charge(by: Person, { connectorId, played }: StandingStation, reason: string): Promise<void> {
  const { id } = await by.call(contract.connectors.start, { params: { id: connectorId }, body: {} })
  await played.waitFor(() => (played.connectorView().sampledSessionWh ?? 0) > 120)
  await played.stop(1, { reason })
  const status = async () => (await by.call(contract.orders.details, { params: { id } })).order.status
  await expect.poll(status).toBe('completed')
  await played.unplug()
}

story(
  'the success rate fell: an administrator finds the one connector that causes it, and a chart becomes a table and files',
  async ({ page }) => {
    const world = await World.startClocked({ TIME_ZONE: midMorning() })
    try {
      await findTheCause(page, world)
    } finally {
      await world.stop()
    }
  },
)

async function findTheCause(page: Page, world: World): Promise<void> {
  const good = await world.aStation({ protocol: 'ocpp1.6', meterEveryMs: 1000 })
  const bad = await world.aStation({ protocol: 'ocpp2.0.1', meterEveryMs: 1000 })
  for (const station of [good, bad]) await charge(world.administrator, station, 'Local')
  await world.forward(dayMs)
  const administrator = await Person.signIn(world.url, 'administrator')
  await charge(administrator, good, 'Local')
  await charge(administrator, bad, 'EmergencyStop')
  const today = new Date(Date.now() + dayMs).toISOString().slice(0, 10)
  const { id: locationId, name } = bad.location
  await signIn(page, world.url, 'administrator', `/dashboard?from=${today}&to=${today}`)
  const history = page.getByRole('region', { name: 'Charging history' })
  const success = page.getByRole('region', { name: 'Success rate' })
  await history.scrollIntoViewIfNeeded()
  await expect(success).toContainText('50.0')
  await expect(success).toContainText('1 of 2 sessions charged')
  await expect(success).toContainText('−50.0 pp')
  await expectAccessible(page)

  await success.getByRole('link', { name: '50.0' }).click()
  await expect(page).toHaveURL(/failed=/)
  await expect(history.getByRole('row')).toHaveCount(2)
  await page.goBack()

  await success.getByRole('button', { name: 'End' }).click()
  await expect(page).toHaveURL(/stage=stop/)
  await success.getByRole('link', { name }).click()
  await expect(page).toHaveURL(
    new RegExp(`connector=${bad.connectorId}.*failed=stop|failed=stop.*connector=${bad.connectorId}`),
  )
  await expect(history.getByRole('row')).toHaveCount(2)
  await expect(history.getByRole('row').last()).toContainText(name)
  await history.getByRole('button', { name: 'Show all again, not only End' }).click()
  await expect(page).not.toHaveURL(/failed/)

  const used = page.getByRole('region', { name: 'Utilisation' }).first()
  const hours = used.getByRole('application')
  await hours.press('ArrowRight')
  await hours.press('Enter')
  await expect(page).toHaveURL(/hourOfWeek=0/)
  await history.getByRole('button', { name: 'Show all again, not only Monday, 00:00' }).click()
  await expect(page).not.toHaveURL(/hourOfWeek/)

  // its days end with the machine's today, which is the day before
  await page.goto(`${world.url}/locations/${locationId}/insight`)
  await expect(success).toContainText('1 of 1 session charged')
  const menu = async (item: string) => {
    await used.getByRole('button', { name: 'Chart: Utilisation' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const [csv] = await Promise.all([page.waitForEvent('download'), menu('Save as CSV')])
  expect(csv.suggestedFilename()).toBe('Utilisation.csv')
  expect(await readFile(await csv.path(), 'utf8')).toContain('Weekday,Hour,%\r\n')
  const [png] = await Promise.all([page.waitForEvent('download'), menu('Save as PNG')])
  expect((await readFile(await png.path())).subarray(1, 4).toString()).toBe('PNG')
  await menu('Read as a table')
  await expect(used.getByRole('columnheader', { name: 'Hour' })).toBeVisible()
  await expectAccessible(page)

  await page.goto(`${world.url}/charge-points/${bad.record.id}/insight`)
  await expect(success).toContainText('1 of 1 session charged')
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await overflowOf(page)).toBeNull()
}
