import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'
import { World } from '../../harness/world/world.ts'

const json = (...documents: object[]) => documents.map((one) => `${JSON.stringify(one)}\n`).join('')

/** A network of SAP e-Mobility, as mongoexport writes it: a station, one without connectors, and a person with a card. */
const collections = {
  'sites.json': json({
    _id: 's1',
    name: 'Ring',
    issuer: true,
    address: { address1: 'Ring 1', city: 'Berlin' },
  }),
  'siteareas.json': json({ _id: 'a1', name: 'Garage', siteID: 's1', issuer: true }),
  'chargingstations.json': json(
    {
      _id: 'RING-1',
      issuer: true,
      siteAreaID: 'a1',
      connectors: [{ connectorId: 1, type: 'T2', power: 22_000, currentType: 'AC' }],
    },
    { _id: 'EMPTY', issuer: true, connectors: [] },
  ),
  'users.json': json({
    _id: 'u1',
    issuer: true,
    firstName: 'Anna',
    name: 'Berg',
    email: 'anna@drivers.example',
  }),
  'tags.json': json({ _id: '04AABBCC', issuer: true, active: true, userID: 'u1' }),
}

// what comes changes the network for everybody
let world: World
test.beforeAll(async () => {
  world = await World.start()
})
test.afterAll(() => world.stop())

async function begin(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'SAP e-Mobility' }).check()
  await page.getByRole('button', { name: 'Begin', exact: true }).click()
  await page.locator('input[type=file]').setInputFiles(
    Object.entries(collections).map(([name, text]) => ({
      name,
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    })),
  )
  await expect(page.getByText('6 rows have been read.')).toBeVisible()
  await page.getByRole('button', { name: 'Dry run' }).click()
}

const count = (page: Page, kind: string) =>
  page.getByRole('table', { name: 'What comes, by kind' }).getByRole('row', { name: new RegExp(`^${kind}`) })

story(
  'an administrator takes another system over by its files, and a second time nothing changes',
  async ({ page }) => {
    await signIn(page, world.url, 'administrator', '/settings/profile')
    await page.getByRole('link', { name: 'Take over another system…' }).click()
    await expect(page.getByText('Nothing has been taken over yet')).toBeVisible()
    await expectAccessible(page)
    await begin(page)
    await expect(page.getByText('Checked: nothing has changed yet')).toBeVisible()
    await expect(count(page, 'Stations')).toHaveText('Stations1011')
    await expect(count(page, 'Drivers')).toHaveText('Drivers1000')
    await expect(page.getByText('The other system knows no connector of this station.')).toBeVisible()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Report as CSV' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toContain('chargingstations EMPTY')
    // a file that is none of the system's is said, and changes nothing
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'other.json', mimeType: 'application/json', buffer: Buffer.from('{}\n') })
    await expect(page.getByText('This file has no table of this system.')).toBeVisible()

    await page.setViewportSize({ width: 360, height: 740 })
    await expect(page.getByText('Checked: nothing has changed yet')).toBeVisible()
    expect(await overflowOf(page)).toBeNull()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Take over', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take over', exact: true }).click()
    await expect(page.getByText('Everything has come that can').first()).toBeVisible()
    await expect(count(page, 'Stations')).toHaveText('Stations1011')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${world.url}/charge-points`)
    await expect(page.getByText('RING-1').first()).toBeVisible()

    await page.goto(`${world.url}/takeover`)
    await begin(page)
    await expect(page.getByText('nothing would change')).toBeVisible()
    await expect(count(page, 'Stations')).toHaveText('Stations0110')
    await expect(page.getByRole('button', { name: 'Take over', exact: true })).toBeDisabled()
    await page.getByRole('button', { name: 'End', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
    await expect(page.getByRole('radio', { name: 'SteVe' })).toBeVisible()
    await expect(
      page.getByRole('table', { name: 'Takeovers' }).getByRole('row', { name: /Ended/ }),
    ).toBeVisible()
  },
)

story('in German and Russian, and where the server cannot be reached', async ({ page }) => {
  await signIn(page, world.url, 'administrator', '/takeover')
  for (const [language, title] of [
    ['de', 'Anderes System übernehmen'],
    ['ru', 'Перенос из другой системы'],
  ] as const) {
    await page.evaluate((chosen) => localStorage.setItem('stationmaster.language', chosen), language)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${world.url}/takeover`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    expect(await overflowOf(page)).toBeNull()
  }
  await page.evaluate(() => localStorage.setItem('stationmaster.language', 'en'))
  await page.route('**/api/v1/takeovers', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto(`${world.url}/takeover`)
  await expect(page.getByRole('alert')).toBeVisible()
  await page.unroute('**/api/v1/takeovers')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('radio', { name: 'SteVe' })).toBeVisible()
})
