import { expect } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { type Account, Person } from '../../harness/looks/rest.ts'
import { menu, screenTable } from '../../harness/looks/screen-table.ts'
import { signIn, startOf } from '../../harness/sign-in.ts'
import { visit } from '../../harness/visit.ts'
import { story } from '../../harness/world/story.ts'

const letters: Record<Account, string> = {
  administrator: 'A',
  manager: 'M',
  operator: 'O',
  accounter: 'C',
  developer: 'D',
}

const names: Record<string, string> = {
  A: 'Administrator',
  M: 'Manager',
  O: 'Operator',
  C: 'Accountant',
  D: 'App developer',
}

/** Some roles as a page names them. */
const wordsOf = (roles: string) =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(
    Object.entries(names).flatMap(([letter, name]) => (opens(roles, letter) ? [name] : [])),
  )

/** Pages that are in no menu and have a name, as there may be one of each. */
const unlisted = screenTable.flatMap(({ roles, path, name, whenEmpty }) =>
  name !== undefined && !whenEmpty ? [{ roles, path: path.replaceAll(/\$\w+/g, '1'), name }] : [],
)

const opens = (roles: string, letter: string) => roles.toUpperCase().includes(letter)

for (const [account, letter] of Object.entries(letters) as [Account, string][]) {
  story(
    `the ${account} sees exactly their sidebar, and a message on every other page`,
    async ({ page, world }) => {
      await signIn(page, world.url, account, '/settings/profile')
      const theirs = menu.filter(({ roles }) => roles.includes(letter))
      const sidebar = page.getByRole('navigation', { name: 'Main menu' })
      // the inbox says how much waits in it
      await expect(sidebar.getByRole('link')).toHaveText(
        theirs.map(({ name }) => new RegExp(`^${name}\\d*$`)),
      )
      const balance = page.getByRole('button', { name: 'Account and settings' }).getByText('Balance')
      await expect(balance).toHaveCount(account === 'operator' ? 0 : 1)
      const heading = page.getByRole('heading', { level: 1 })
      const refusal = page.getByText(/^You opened “/)
      const refused = unlisted.filter(({ roles }) => !opens(roles, letter))
      for (const { roles, path, name } of [...menu, ...refused]) {
        // for accounts without a dashboard the home page opens their first screen
        const shown = path === '/dashboard' ? startOf(account) : path
        if (opens(roles, letter)) await page.goto(world.url + path)
        else await visit(page, world.url + path)
        await expect(page).toHaveURL(world.url + shown)
        if (opens(roles, letter) || path === '/dashboard') await expect(heading).toBeVisible()
        else {
          await expect(heading).toHaveText('This page is not for your role')
          await expect(refusal).toContainText(`“${name}”`)
          await expect(refusal).toContainText(`It is open to: ${wordsOf(roles)}.`)
          await expect(sidebar.getByRole('link')).toHaveCount(theirs.length)
        }
      }
    },
  )
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

story(
  'who may not open a page goes back from it, in three languages and on a phone',
  async ({ page, world }) => {
    await page.setViewportSize({ width: 360, height: 780 })
    await signIn(page, world.url, 'manager', '/map')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await visit(page, `${world.url}/firmware`)
    await expect(page.getByText('It is open to: Administrator.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Open the menu' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(/\/map/)
    // within a location of their own its name and tabs stay
    const own = await world.aRecord()
    const { id } = await Person.signIn(world.url, 'manager').then((one) =>
      one.call(contract.auth.currentManager),
    )
    const body = { owner_id: id, free_stations: [own.record.id] }
    await world.administrator.call(contract.locations.change, { params: { id: own.location.id }, body })
    await page.goto(`${world.url}/locations/${own.location.id}/settings`)
    await expect(page.getByText('It is open to: Administrator.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(own.location.name)
    // a link that is opened from elsewhere
    await page.goto(`${world.url}/wall`)
    await expect(page.getByText('It is open to: Administrator or Operator.')).toBeVisible()
    await page.getByRole('link', { name: 'Go to the start' }).click()
    await expect(page).toHaveURL(`${world.url}/dashboard`)
    for (const [language, title, who] of [
      ['de', 'Diese Seite ist nicht für Ihre Rolle', 'Die Seite ist offen für: Administrator.'],
      ['ru', 'Эта страница не для вашей роли', 'Страница открыта для ролей: Администратор.'],
    ] as const) {
      await page.evaluate((chosen) => localStorage.setItem('stationmaster.language', chosen), language)
      await page.goto(`${world.url}/firmware`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.getByText(who)).toBeVisible()
      expect(await overflowOf(page)).toBeNull()
    }
  },
)
