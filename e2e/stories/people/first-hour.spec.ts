import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { signIn } from '../../harness/sign-in.ts'
import { startServer } from '../../harness/world/server-process.ts'
import { World } from '../../harness/world/world.ts'

const command = fileURLToPath(
  new URL('../../../server/dist/operate/create-administrator.js', import.meta.url),
)

test('a new network says how its first account is made, and leads its administrator on', async ({ page }) => {
  const server = await startServer(null)
  try {
    await page.goto(`${server.url}/login`)
    const notice = page.getByRole('status').filter({ hasText: 'Nobody administers this network yet' })
    await expect(notice.getByLabel('Command', { exact: true })).toHaveValue(/npm run create-administrator/)
    await expectAccessible(page)

    const env = {
      ...process.env,
      DATA_DIR: server.dataDir,
      ...(server.databaseUrl ? { DATABASE_URL: server.databaseUrl } : {}),
    }
    const args = [command, '--email', 'first@network.example', '--first-name', 'Vera']
    const { stdout } = await promisify(execFile)(process.execPath, args, { env })
    const password = /^Password\s+(\S+)$/m.exec(stdout)![1]!

    await page.reload()
    await page.getByLabel('E-mail').fill('first@network.example')
    await expect(notice).toHaveCount(0)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL(`${server.url}/dashboard`)
    const steps = page.getByRole('region', { name: 'First steps' })
    await expect(steps.getByRole('heading', { level: 3 })).toHaveText([
      'Enter who you are',
      'Connect an e-mail server',
      'Get a location',
      'Add the first station',
      'Set the price',
      'Charge for the first time',
      'Connect a payment provider',
      'Back up',
    ])
    await expect(steps.getByText('All is well')).toHaveCount(0)
    await expectAccessible(page)
    await steps.getByRole('link', { name: 'Enter the details' }).click()
    await expect(page).toHaveURL(`${server.url}/contracts`)
  } finally {
    await server.stop()
  }
})

test('a manager asks for a location, an administrator assigns one, and the manager goes on', async ({
  page,
  browser,
}) => {
  const world = await World.start()
  const office = await (await browser.newContext()).newPage()
  try {
    await world.administrator.call(contract.locations.add, { body: { name: 'Old harbour', city: 'Tver' } })
    await signIn(page, world.url, 'manager', '/dashboard')
    const steps = page.getByRole('region', { name: 'First steps' })
    await steps.getByRole('button', { name: 'Ask for a location' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ask for a location' })
    await expect(dialog.getByRole('button', { name: 'Ask', exact: true })).toBeDisabled()
    await dialog.getByLabel('Name of the place').fill('Harbour')
    await dialog.getByLabel('Town').fill('Tver')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
    await expect(steps.getByText('You asked for Harbour, Tver')).toBeVisible()

    await signIn(office, world.url, 'administrator', '/inbox')
    const requests = office.getByRole('region', { name: 'Locations that managers ask for' })
    await expect(requests.getByRole('listitem')).toContainText('Harbour, Tver')
    const choice = requests.getByRole('combobox', { name: 'Assign a location' })
    await choice.click()
    await choice.fill('old')
    await office.getByRole('option', { name: 'Old harbour · Tver' }).click()
    await expectAccessible(office)
    await requests.getByRole('button', { name: 'Assign' }).click()
    await expect(requests.getByText('Nobody asks for a location')).toBeVisible()

    await page.reload()
    await expect(steps.getByRole('link', { name: 'Old harbour' })).toBeVisible()
    await world.mailedLink('manager@demo.stationmaster.example', '/locations/')
  } finally {
    await office.context().close()
    await world.stop()
  }
})
