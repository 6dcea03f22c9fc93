import { expect } from '@playwright/test'
import type { Account } from '../harness/rest.ts'
import { signIn, startOf } from '../harness/sign-in.ts'
import { story } from '../harness/story.ts'

/**
 * The sidebar, top down, and who sees which of its screens, by hand from domain.md#roles-and-scope:
 * administrator, manager, operator, accounter, app-developer. A small letter opens what is in no menu.
 */
const screens = `
  A M O - D  /dashboard                 Dashboard
  A M O - -  /charge-points             Stations
  A M O C D  /map                       Map
  A - - - -  /locations                 Locations
  A - O - -  /inbox                     Inbox
  A - O - -  /drivers                   Drivers
  A M - - -  /locations/tariffs         Tariffs
  A - - - -  /bulk-commands             Bulk commands
  A - - - -  /firmware                  Firmware
  A - - C -  /statistics-by-day         By day
  A - - C -  /statistics-reports        Payment statistics
  A M - c -  /settlements               Settlement
  A M - - -  /monthly-reports           Monthly report
  A - - c -  /reconciliation            Reconciliation
  A - - - -  /contracts                 Contracts and rates
  A - - - -  /subscribers               Subscribers
  A - - - -  /service-types             Kinds of services
  A - - - D  /anti-sanction-protection  Anti-sanction versions
  A - - - -  /managers                  Staff
  A M O C D  /settings/profile          Settings
`
  .trim()
  .split('\n')
  .map((line) => /^((?:\S ){5}) *(\S+) +(.+)$/.exec(line.trim())!)
  .map(([, roles, path, name]) => ({ roles: roles!, path: path!, name: name! }))

const letters: Record<Account, string> = {
  administrator: 'A',
  manager: 'M',
  operator: 'O',
  accounter: 'C',
  developer: 'D',
}

const opens = (roles: string, letter: string) => roles.toUpperCase().includes(letter)

for (const [account, letter] of Object.entries(letters) as [Account, string][]) {
  story(`the ${account} sees exactly their sidebar and is turned away elsewhere`, async ({ page, world }) => {
    await signIn(page, world.url, account, '/settings/profile')
    const theirs = screens.filter(({ roles }) => roles.includes(letter))
    const sidebar = page.getByRole('navigation', { name: 'Main menu' })
    await expect(sidebar.getByRole('link')).toHaveText(theirs.map(({ name }) => name))
    const balance = page.getByRole('button', { name: 'Account and settings' }).getByText('Balance')
    await expect(balance).toHaveCount(account === 'operator' ? 0 : 1)
    for (const { roles, path } of screens) {
      await page.goto(world.url + path)
      await expect(page).toHaveURL(world.url + (opens(roles, letter) ? path : startOf(account)))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    // pages of orders are in no menu
    if ('AOC'.includes(letter)) return
    await page.goto(`${world.url}/orders/1/information`)
    await expect(page).toHaveURL(world.url + startOf(account))
  })
}

story('on a phone the sidebar slides in behind a burger', async ({ page, world }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await signIn(page, world.url, 'operator')
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0)
})
