import { expect, type Page } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

const row = (page: Page, id: string) => page.getByRole('row').filter({ hasText: id })
const choose = async (page: Page, command: string) => {
  await page.getByRole('dialog').getByRole('combobox', { name: 'Command' }).click()
  await page.getByRole('option', { name: command }).click()
}

story(
  'three stations are reset at once: each has its own result, and the one that was away is tried again',
  async ({ page, world }) => {
    const stations = [
      await world.aStation({ protocol: 'ocpp1.6' }),
      await world.aStation({ protocol: 'ocpp2.0.1' }),
      await world.aStation({ protocol: 'ocpp1.6' }),
    ]
    const [old, young, away] = stations.map(({ record }) => record.id) as [string, string, string]
    const left = stations[2]!.played
    await left.goOffline()
    await signIn(page, world.url, 'administrator', '/charge-points')
    for (const id of [old, young, away]) {
      const box = page.getByRole('checkbox', { name: new RegExp(`Select station .*, ${id}$`) })
      await box.focus()
      await page.keyboard.press('Space')
      await expect(box).toBeChecked()
    }
    const selection = page.getByRole('region', { name: 'Selection' })
    await expect(selection.getByText('3 selected')).toBeVisible()
    await expectAccessible(page)
    await selection.getByRole('button', { name: 'Send a command' }).click()

    const dialog = page.getByRole('dialog', { name: 'Send a command to 3 stations' })
    await expect(dialog.getByText(/Online 2/)).toBeVisible()
    await expect(dialog.getByText(/Offline 1/)).toBeVisible()
    const send = dialog.getByRole('button', { name: 'Send to 3 stations' })
    await expect(send).toBeDisabled()
    await choose(page, 'Reset, hard: at once')
    await expect(dialog.getByText('running sessions are cut off')).toBeVisible()
    await expect(send).toBeDisabled()
    await dialog.getByLabel('Type 3 to confirm').fill('3')
    await expectAccessible(page)
    await send.click()

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset, hard: at once')
    await expect(page.getByText('Partly done')).toBeVisible()
    for (const id of [old, young]) await expect(row(page, id)).toContainText('Accepted')
    await expect(row(page, away)).toContainText('Failed')
    await expect(row(page, away)).toContainText('The station is not connected.')
    await expectAccessible(page)

    const results = page.getByRole('group', { name: 'Show by result' })
    await results.getByRole('button', { name: /Failed 1/ }).click()
    await expect(page).toHaveURL(/result=failed/)
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByRole('searchbox', { name: 'Number, id, location…' }).fill(old)
    await page.keyboard.press('Enter')
    await expect(page.getByText('No station of this command matches the filter.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await expect(page.getByRole('row')).toHaveCount(4)
    await page.getByRole('button', { name: 'CSV' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^bulk-command-\d+\.csv$/)

    await left.goOnline()
    await page.getByRole('button', { name: 'Try 1 again' }).click()
    await expect(page.getByRole('link', { name: 'Retry of an earlier command' })).toBeVisible()
    await expect(page.getByText('Done', { exact: true })).toBeVisible()
    await expect(row(page, away)).toContainText('Accepted')
    await page.getByRole('button', { name: 'Back' }).click()
    await page.goto(`${world.url}/bulk-commands`)
    await expect(page.getByRole('row')).toHaveCount(3)
    await expectAccessible(page)
  },
)

story('all that match are waited for until they come, and the rest is stopped', async ({ page, world }) => {
  const comes = await world.aStation({ protocol: 'ocpp2.0.1' })
  const params = { id: comes.location.id }
  await world.administrator.call(contract.stations.add, {
    params,
    body: {
      id: 'NEVER-COMES',
      vendor_name: 'AutoEnterprise',
      model: 'AE-Fast 150',
      connectors: [{ evse_number: 1, number: 1, type: 'CCS 2', current: 'DC', power: 150 }],
    },
  })
  await comes.played.goOffline()
  await signIn(page, world.url, 'administrator', `/charge-points?location=${comes.location.id}`)
  await page.getByRole('checkbox', { name: 'Select all 2 that match' }).check()
  await expect(page.getByText('2 selected: all that match')).toBeVisible()
  await page.getByRole('button', { name: 'Send a command' }).click()
  await choose(page, 'Request a message')
  await page.getByLabel('Message').selectOption('Heartbeat')
  await page.getByLabel(/Send it to offline stations/).check()
  await page.getByRole('button', { name: 'Send to 2 stations' }).click()
  await expect(page.getByText('2 stations are not connected.')).toBeVisible()
  await comes.played.goOnline()
  await expect(row(page, comes.record.id)).toContainText('Accepted')
  await expect(row(page, 'NEVER-COMES')).toContainText('Waiting for the station')
  await page.getByRole('button', { name: 'Stop the rest' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop the rest' }).click()
  await expect(row(page, 'NEVER-COMES')).toContainText('Not sent')
  await expect(page.getByText('Stopped')).toBeVisible()
})

story(
  'a message of one version is written as a form, and says where it does not fit',
  async ({ page, world }) => {
    const { record, location } = await world.aStation({ protocol: 'ocpp1.6' })
    await signIn(page, world.url, 'administrator', `/charge-points?location=${location.id}`)
    await page.getByRole('checkbox', { name: new RegExp(`, ${record.id}$`) }).check()
    await page.getByRole('button', { name: 'Send a command' }).click()
    await choose(page, 'Any OCPP message')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'OCPP version' }).click()
    await page.getByRole('option', { name: 'ocpp1.6' }).click()
    await dialog.getByRole('combobox', { name: 'Action' }).fill('GetConfiguration')
    await page.getByRole('option', { name: 'GetConfiguration' }).click()
    await dialog.getByRole('button', { name: 'Send to 1 station' }).click()
    await expect(page.getByText(/ocpp1\.6 · GetConfiguration/)).toBeVisible()
    await expect(row(page, record.id)).toContainText('Accepted')
  },
)

story('an operator selects nothing', async ({ page, world }) => {
  await world.aStation({ protocol: 'ocpp1.6' })
  await signIn(page, world.url, 'operator', '/charge-points')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.goto(`${world.url}/bulk-commands`)
  await expect(page.getByText('It is open to: Administrator.')).toBeVisible()
})
