import { expect, type Page, test } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { Person } from '../../harness/looks/rest.ts'
import { menu } from '../../harness/looks/screen-table.ts'
import { fillIn, signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'
import { World } from '../../harness/world/world.ts'

// nobody adds anything to this network
let world: World
test.beforeAll(async () => {
  world = await World.start()
})
test.afterAll(() => world.stop())

/** Who walks: their letter in the table of screens. */
const walkers = { administrator: 'A', manager: 'M' }

/** Goes down the sidebar: each screen says what belongs there, and offers what can be done about it. */
async function walk(page: Page, walker: keyof typeof walkers): Promise<void> {
  const theirs = menu.filter(({ roles }) => roles.includes(walkers[walker]))
  const links = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')
  await expect(links).toHaveCount(theirs.length)
  for (const [at, { path, whenEmpty }] of theirs.entries()) {
    const step = whenEmpty[walker]
    await expect(links.nth(at)).toHaveAttribute('href', path)
    await links.nth(at).click()
    await expect(page).toHaveURL(new RegExp(path))
    await expect(page.locator('main h1')).not.toBeEmpty()
    if (step === null) continue
    await expect(async () => {
      // bars of a chart that are empty are no places
      const empty = await page.locator('main div[data-empty]').all()
      expect(empty.length, path).toBeGreaterThan(0)
      for (const one of empty) {
        expect(await one.getByRole('link').or(one.getByRole('button')).allInnerTexts(), path).toEqual([step])
        expect(await one.locator('p').count(), path).toBeGreaterThan(0)
      }
    }).toPass({ timeout: 60_000 })
  }
}

story('an administrator of a new network is led on by every empty screen', async ({ page }) => {
  await signIn(page, world.url, 'administrator')
  await walk(page, 'administrator')
})

story(
  'a new manager is led on by every empty screen, in three languages and on a phone',
  async ({ page }) => {
    const words = {
      email: 'empty@people.example',
      first_name: 'Nora',
      last_name: 'Yet',
      password: 'first-pass-1',
    }
    await Person.stranger(world.url).call(contract.auth.signUp, { body: words })
    await page.goto(`${world.url}/login`)
    await fillIn(page, words)
    await expect(page).toHaveURL(`${world.url}/dashboard`)
    await walk(page, 'manager')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${world.url}/charge-points`)
    await page.getByRole('button', { name: 'Ask for a location' }).click()
    await expect(page.getByRole('dialog', { name: 'Ask for a location' })).toBeVisible()
    await expectAccessible(page)
    for (const [language, step] of [
      ['de', 'Nach einem Standort fragen'],
      ['ru', 'Попросить локацию'],
    ] as const) {
      await page.evaluate((chosen) => localStorage.setItem('stationmaster.language', chosen), language)
      await page.goto(`${world.url}/settlements`)
      await expect(page.locator('main [data-empty]').getByRole('button', { name: step })).toBeVisible()
      expect(await overflowOf(page)).toBeNull()
    }
  },
)

story('who may add nothing sees who may', async ({ page }) => {
  await signIn(page, world.url, 'operator', '/charge-points')
  const empty = page.locator('main [data-empty]')
  await expect(empty).toContainText('Administrators and owners add locations and stations.')
  await expect(empty.getByRole('button').or(empty.getByRole('link'))).toHaveCount(0)
})
