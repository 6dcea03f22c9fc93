import { expect, test } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'
import { World } from '../../harness/world/world.ts'

const minuteMs = 60_000

// its time is moved: a fault is an incident after a minute
let world: World
test.beforeAll(async () => {
  world = await World.startClocked()
})
test.afterAll(() => world.stop())

/** A station with a fault that the network has noticed, and its incident. */
async function aFault() {
  const station = await world.aStation({ protocol: 'ocpp1.6', tariff: 1700 })
  const fault = { connectorId: 1, errorCode: 'GroundFailure', status: 'Faulted' }
  await station.played.link.call('StatusNotification', fault)
  const search = station.location.name
  const noticed = async () => {
    await world.forward(2 * minuteMs)
    const [incident] = await world.administrator.call(contract.incidents.list, {
      query: { state: 'open', search },
    })
    return incident
  }
  // where the server itself looks at the same time, the next look finds it
  await expect.poll(noticed).toMatchObject({ kind: 'fault', state: 'open', stations: 1 })
  const incident = await noticed()
  // it is there, or the line above has failed
  return { station, id: incident!.id, title: `Fault: ${station.location.name}` }
}

story('a fault is an incident: it is found, acknowledged, spoken of and closed', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, world.url, 'administrator', '/incidents')
  await expect(page.getByText('All is well')).toBeVisible()
  await expectAccessible(page)
  const { station, title } = await aFault()
  const row = page.getByRole('table', { name: 'Incidents' }).getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('Open')
  await expectAccessible(page)
  await page.goto(`${world.url}/dashboard`)
  await page.getByRole('main').getByRole('link', { name: '1 open incident' }).click()
  await expect(page).toHaveURL(/\/incidents\?state=open$/)
  await row.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  const members = page.getByRole('region', { name: 'What it touches' })
  await expect(members).toContainText('Ground fault')
  await expect(members.getByRole('link')).toHaveAttribute(
    'href',
    `/charge-points/${station.record.id}/information`,
  )
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  const about = page.getByRole('region', { name: 'How it stands' })
  await expect(about).toContainText('Acknowledged')
  await expect(page.getByRole('button', { name: 'Acknowledge' })).toHaveCount(0)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByLabel('Comment').fill('The electrician is on the way.')
  await timeline.getByRole('button', { name: 'Add comment' }).click()
  await expect(timeline.getByRole('listitem').first()).toContainText('The electrician is on the way.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close incident' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close this incident?' })
  await expect(dialog).toContainText('It still goes on.')
  await dialog.getByLabel('What was done').fill('Dried the cable')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close incident' }).click()
  await expect(about).toContainText('Closed')
  await expect(timeline.getByRole('listitem').first()).toContainText('Dried the cable')
  await expect(page.getByRole('button', { name: 'Close incident' })).toHaveCount(0)
})

story('on a phone an operator acknowledges an incident, and may do no more', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { title } = await aFault()
  await signIn(page, world.url, 'operator', '/incidents?state=open')
  const row = page.getByRole('list', { name: 'Incidents' }).getByRole('listitem').filter({ hasText: title })
  await expect(row).toContainText('Open')
  expect(await overflowOf(page)).toBeNull()
  await expectAccessible(page)
  await row.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').first()).toContainText(
    'Acknowledged',
  )
  // operators neither give nor close
  await expect(page.getByRole('button', { name: 'Assign' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Close incident' })).toHaveCount(0)
  expect(await overflowOf(page)).toBeNull()
  await expectAccessible(page)
})
