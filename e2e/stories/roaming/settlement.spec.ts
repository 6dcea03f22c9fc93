import { expect, type Page } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { type Emsp, startEmsp } from '@stationmaster/simulator/emsp'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'
import { World } from '../../harness/world/world.ts'

const dayMs = 86_400_000

/** A session of a driver of the partner; resolves with its order's number when it is billed. */
async function charge(world: World, emsp: Emsp): Promise<number> {
  const { played, record, location } = await world.aStation({ protocol: 'ocpp1.6', meterEveryMs: 500 })
  const params = { id: location.id }
  const body = { coordinates: { lat: 53.5, lng: 10 } }
  await world.administrator.call(contract.locations.change, { params, body })
  await world.administrator.call(contract.roamingPublishing.setLocation, {
    params,
    body: { published: true },
  })
  await emsp.cpo.pushToken(emsp.wallet.put({ uid: 'HAMCARD', whitelist: 'ALWAYS' }))
  await played.plugIn()
  await played.tap(undefined, 'HAMCARD')
  await played.waitFor(() => (played.connectorView().sampledSessionWh ?? 0) > 40)
  const id = await world.openOrderAt(record.id)
  await played.stop()
  await expect.poll(() => emsp.cdrsOf(String(id)).length).toBe(1)
  return id
}

/** Drops a list of a month where the page takes one. */
async function drop(page: Page, lines: string[]): Promise<void> {
  const text = ['cdr_id,kwh,cost_incl_vat', ...lines].join('\n')
  const data = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([content], 'list.csv', { type: 'text/csv' }))
    return transfer
  }, text)
  await page
    .getByRole('group', { name: 'Drop a CSV file here' })
    .dispatchEvent('drop', { dataTransfer: data })
}

story(
  'a partner’s month is compared with its list, waits in the inbox, and is agreed on',
  async ({ page, anotherPage }) => {
    const world = await World.startClocked()
    const emsp = await startEmsp({ name: 'Cards of Hamburg', partyId: 'HAM' })
    const { administrator } = world
    try {
      await administrator.call(contract.roamingPartners.setParty, {
        body: { country_code: 'DE', party_id: 'STM', name: 'Stationmaster' },
      })
      const { token, versions_url, partner } = await administrator.call(contract.roamingPartners.invite, {
        body: { name: 'Hamburg' },
      })
      await emsp.partner.register(versions_url, token)
      const id = await charge(world, emsp)
      await world.forward(32 * dayMs)

      await signIn(page, world.url, 'administrator', `/roaming/${partner.id}/settlements`)
      const months = page.getByRole('table', { name: 'Months' })
      const row = months.getByRole('row').filter({ hasText: 'no list yet' })
      await expect(row).toContainText('1')
      await row.getByRole('link').click()
      await expect(page.getByText('There is nothing to compare with yet')).toBeVisible()
      await expectAccessible(page)

      await drop(page, ['1,many,'])
      await expect(page.getByRole('alert')).toContainText('line 2: kwh')
      await drop(page, [`${id},999,99.00`, 'FOREIGN-7,5,85.00'])
      const differences = page.getByRole('table', { name: 'Differences' })
      await expect(differences.getByRole('row').filter({ hasText: 'FOREIGN-7' })).toContainText(
        'only on the partner’s list',
      )
      const own = differences.getByRole('row').filter({ has: page.getByRole('link', { name: String(id) }) })
      await expect(own).toContainText('Energy')
      await expect(own).toContainText('999.000 kWh')
      await expect(page.getByRole('region', { name: 'Both sides' })).toContainText('184')
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(page)

      // on a phone, from the inbox
      const phone = await anotherPage()
      await phone.setViewportSize({ width: 360, height: 740 })
      await signIn(phone, world.url, 'administrator', '/inbox')
      const waiting = phone.getByRole('region', { name: 'Settlements with roaming partners' })
      await expect(waiting).toContainText('2 bills differ')
      await waiting.getByRole('link', { name: 'Compare' }).click()
      await expect(phone.getByRole('list', { name: 'Differences' }).getByRole('listitem')).toHaveCount(2)
      expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      await expectAccessible(phone)
      await phone.getByRole('button', { name: 'Agree' }).click()
      const dialog = phone.getByRole('dialog')
      await expect(dialog).toContainText('2 bills differ')
      await dialog.getByLabel('Remark').fill('settled by mail')
      await dialog.getByRole('button', { name: 'Agree' }).click()
      await expect(phone.getByText(/Agreed on .* settled by mail/)).toBeVisible()
      await expect(phone.getByRole('button', { name: 'Choose a file' })).toHaveCount(0)

      const download = phone.waitForEvent('download')
      await phone.getByRole('button', { name: 'Download' }).click()
      await phone.getByRole('menuitem', { name: 'PDF' }).click()
      expect((await download).suggestedFilename()).toMatch(/^Hamburg_\d{4}-\d\d\.pdf$/)
      await phone.getByRole('button', { name: 'Take back' }).click()
      await dialog.getByLabel('Reason').fill('one is disputed')
      await dialog.getByRole('button', { name: 'Take back' }).click()
      await expect(phone.getByRole('button', { name: 'Agree' })).toBeVisible()

      // an accounter reads it, and contracts
      const books = await anotherPage()
      await signIn(books, world.url, 'accounter')
      await books.getByRole('link', { name: 'Roaming' }).click()
      await expect(books.getByRole('region', { name: 'On account of partners' })).toBeVisible()
      await books.getByRole('region', { name: 'Partners', exact: true }).getByRole('link').click()
      await expect(books.getByRole('region', { name: 'Contracts', exact: true })).toContainText(
        'public prices',
      )
      await expect(books.getByRole('button', { name: 'Add a contract' })).toHaveCount(0)
      await books.getByRole('link', { name: 'Settlement', exact: true }).click()
      await books.getByRole('row').filter({ hasText: '2 differences' }).getByRole('link').click()
      await expect(books.getByRole('button', { name: 'Download' })).toBeVisible()
      await expect(books.getByRole('button', { name: 'Agree' })).toHaveCount(0)

      // the session is marked on its page, and found among all others
      await books.goto(`${world.url}/orders/${id}/information`)
      const roaming = books.getByRole('region', { name: 'Roaming' })
      await expect(roaming).toContainText('DE*HAM')
      await expect(roaming).toContainText('delivered')
      await expect(roaming.getByRole('link', { name: 'Exchange with the partner' })).toHaveCount(0)
      await page.goto(`${world.url}/dashboard?from=2020-01-01&to=2099-12-31`)
      // what loads above the list moves it, and a menu whose button leaves the window is hidden
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
      const history = page.getByRole('region', { name: 'Charging history' })
      await history.getByRole('button', { name: 'Roaming' }).click()
      await page.getByRole('menuitem', { name: 'Roaming: Hamburg' }).click()
      await expect(page).toHaveURL(new RegExp(`partner=${partner.id}`))
      await expect(history.getByRole('img', { name: 'Roaming: Hamburg' })).toHaveCount(1)
      await history.getByRole('button', { name: 'Reset' }).click()
      await expect(page).not.toHaveURL(/partner=/)
    } finally {
      await emsp.close()
      await world.stop()
    }
  },
)
