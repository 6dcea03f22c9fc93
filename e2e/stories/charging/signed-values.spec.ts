import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'
import type { StandingStation, World } from '../../harness/world/world.ts'

const panel = (page: Page, title: string) => page.getByRole('region', { name: title })
const keysOf = (page: Page) =>
  panel(page, 'Keys of the meter').getByRole('list', { name: 'Keys of the meter' })

interface Found {
  orders: { edges: { node: { id: number } }[] }
}

/** A session that has ended; resolves with the order's number. */
async function charged(world: World, { played, record }: StandingStation): Promise<number> {
  const charge = await played.charge({ token: await world.aCard(), energyWh: 20_000 })
  expect(charge).toBeTruthy()
  const query = `{ orders(limit: 1, search: "${record.id}") { edges { node { id } } } }`
  const found = async () => {
    const { orders } = await world.administrator.ask<Found>(query)
    return orders.edges[0]?.node.id
  }
  await expect.poll(found).toBeTruthy()
  return (await found())!
}

/** Both themes, and the width of a phone: nothing that axe finds, and nothing that sticks out. */
async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await overflowOf(page)).toBeNull()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
}

story(
  'a key is given by hand, and a session that its meter has signed is verified',
  async ({ page, world }) => {
    const station = await world.aStation({ protocol: 'ocpp2.1', signing: {} })
    await signIn(page, world.url, 'administrator', `/charge-points/${station.record.id}/controllers`)
    const keys = panel(page, 'Keys of the meter')
    await expect(keys.getByText(/^No key is known/)).toBeVisible()
    await keys.getByRole('button', { name: 'Add a key' }).click()
    const dialog = page.getByRole('dialog')
    const add = dialog.getByRole('button', { name: 'Add a key' })
    await expect(add).toBeDisabled()
    await dialog.getByLabel('Public key').fill('-----BEGIN PRIVATE KEY-----\nMIG\n-----END PRIVATE KEY-----')
    await add.click()
    await expect(dialog.getByRole('alert')).toContainText('This is a private key')
    await dialog.getByLabel('Public key').fill(station.played.meterKey!)
    await dialog.getByLabel('Connector').fill('1')
    await add.click()
    await expect(keysOf(page).getByRole('listitem')).toHaveText(/Confirmed.*Connector 1, given by hand/)
    await expectGood(page)

    const orderId = await charged(world, station)
    await page.goto(`${world.url}/orders/${orderId}/information`)
    const signed = panel(page, 'Signed values')
    await expect(signed.getByText('Verified', { exact: true })).toBeVisible()
    await expect(signed.getByRole('row', { name: 'Energy' }).getByRole('cell')).toHaveText([
      '20.000',
      '20.000',
    ])
    await expect(signed.getByText(/^Key of the meter [\da-f]{16}confirmed by /)).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      signed.getByRole('button', { name: 'Download for the transparency software' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`signed-values-${orderId}.xml`)
    const file = await readFile(await download.path(), 'utf8')
    expect(file).toContain(`<publicKey encoding="hex">${station.played.meterKey!.toUpperCase()}</publicKey>`)
    await signed.getByText('Raw data (2 values)').click()
    await expect(signed.getByText(/^OCMF\|/)).toHaveCount(0)
    await expect(signed.getByText('Transaction.Begin')).toBeVisible()
    await expectGood(page)
  },
)

story('a forged value is refused to be believed, and said in plain words', async ({ page, world }) => {
  const station = await world.aStation({ protocol: 'ocpp1.6', signing: { lies: 'signature' } })
  const params = { id: station.record.id }
  await world.administrator.call(contract.meterKeys.confirm, {
    params,
    body: { public_key: station.played.meterKey! },
  })
  const orderId = await charged(world, station)
  await signIn(page, world.url, 'operator', `/orders/${orderId}/information`)
  const signed = panel(page, 'Signed values')
  await expect(signed.getByText('Does not match', { exact: true })).toBeVisible()
  await expect(signed.getByText(/is in review: nothing is charged until somebody decides/)).toBeVisible()
  await expectGood(page)
})

story(
  'a station names another key than the confirmed one: the page warns, and the new one takes its place',
  async ({ page, world }) => {
    const [station, other] = [
      await world.aStation({ protocol: 'ocpp2.0.1', signing: { withKey: true } }),
      await world.aStation({ protocol: 'ocpp2.0.1', signing: {} }),
    ]
    await world.administrator.call(contract.meterKeys.confirm, {
      params: { id: station.record.id },
      body: { public_key: other.played.meterKey! },
    })
    const orderId = await charged(world, station)
    await signIn(page, world.url, 'administrator', `/orders/${orderId}/information`)
    await panel(page, 'Signed values').getByRole('link', { name: 'Keys of the station' }).click()
    const keys = panel(page, 'Keys of the meter')
    await expect(keys.getByRole('alert')).toContainText('another key than the confirmed one')
    await expectGood(page)
    await keys.getByRole('button', { name: /^Confirm: / }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('checkbox', { name: /^In place of the old key/ })).toBeChecked()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(keys.getByRole('alert')).toHaveCount(0)
    await expect(keysOf(page).getByRole('listitem')).toHaveText([/Confirmed/, /Replaced/])
    await keys.getByText('History').click()
    await expect(keys.getByText(/replaced by/)).toBeVisible()
    await expect(keys.getByText(/named by the station$/)).toBeVisible()
    await keys
      .getByRole('button', { name: /^Show the whole key/ })
      .first()
      .click()
    await expect(keys.getByRole('textbox', { name: 'Public key' })).not.toHaveValue('')
  },
)
