import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { postPastTakings } from '@stationmaster/server/past-takings'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { Person } from '../../harness/looks/rest.ts'
import { signIn } from '../../harness/sign-in.ts'
import { businessDay, dayOfMonth } from '../../harness/world/business-day.ts'
import { story } from '../../harness/world/story.ts'
import { World } from '../../harness/world/world.ts'

async function download(page: Page, format: string): Promise<{ name: string; file: Buffer }> {
  await page.getByRole('button', { name: 'Download' }).click()
  const [offered] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format, exact: format === 'CSV' }).click(),
  ])
  return { name: offered.suggestedFilename(), file: await readFile(await offered.path()) }
}

story(
  'an owner’s month is issued, taken home and marked as paid; the owner sees it on a phone',
  async ({ page, anotherPage }) => {
    const world = await World.start()
    try {
      const { location } = await world.aRecord()
      const owner = await (await Person.signIn(world.url, 'manager')).call(contract.auth.currentManager)
      await world.server.halt()
      await postPastTakings(world.server, [
        {
          orderId: 1,
          ownerId: owner.id,
          locationId: location.id,
          day: dayOfMonth(1, 15),
          capturedMinor: 34_000,
          agentFeeMinor: 4250,
          energyWh: 20_000,
        },
      ])
      await world.server.resume()

      await signIn(page, world.url, 'administrator', '/settlements')
      const row = page.getByRole('table', { name: 'Settlement' }).getByRole('row').nth(1)
      await expect(row).toContainText('297.50')
      await expect(row).toContainText('Open')
      await row.getByRole('link').click()
      await expect(page.getByRole('region', { name: 'What is due' })).toContainText('297.50 ₽')
      const sessions = page.getByRole('table', { name: 'Sessions by location' })
      await sessions.getByRole('button', { name: location.name }).press('Enter')
      await expect(sessions.getByRole('row', { name: /15 \w+ · Card/ })).toContainText('297.50')
      await expect(page.getByText('A preview: the statement has not been issued yet')).toBeVisible()
      await expectAccessible(page)

      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: 'Issue statement' }).click()
      await expect(dialog).toContainText('cannot be changed')
      await dialog.getByRole('button', { name: 'Issue statement' }).dblclick()
      await expect(page.getByText('A preview')).toHaveCount(0)
      await expect(page.getByRole('heading', { name: /^Statement \d{4}-1$/ })).toBeVisible()

      const pdf = await download(page, 'PDF')
      expect(pdf.name).toMatch(/^.+_\d{4}-\d\d\.pdf$/)
      expect(pdf.file.subarray(0, 5).toString()).toBe('%PDF-')
      expect((await download(page, 'Spreadsheet')).file.subarray(0, 2).toString()).toBe('PK')
      expect((await download(page, 'CSV')).file.toString()).toContain(',297.50,')

      await page.getByRole('button', { name: 'Mark as paid' }).click()
      const pay = dialog.getByRole('button', { name: 'Mark as paid' })
      await expect(pay).toBeDisabled()
      await dialog.getByLabel('Document number').fill('17')
      await pay.click()
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('region', { name: 'How it was paid' })).toContainText('No. 17')
      await page.getByRole('button', { name: 'Take payment back' }).click()
      await dialog.getByLabel('Reason').fill('The bank sent it back')
      await dialog.getByRole('button', { name: 'Take payment back' }).click()
      await expect(page.getByRole('region', { name: 'How it was paid' })).toContainText(
        'The bank sent it back',
      )

      const phone = await anotherPage()
      await phone.setViewportSize({ width: 360, height: 740 })
      await signIn(phone, world.url, 'manager', '/settlements')
      // the month that runs stands beside it: what was taken back of the payment is in it
      const own = phone
        .getByRole('list', { name: 'Settlement' })
        .getByRole('listitem')
        .filter({ has: phone.getByText('Issued', { exact: true }) })
      await expect(own).toHaveCount(1)
      await own.getByRole('link').click()
      await expect(phone.getByRole('region', { name: 'What is due' })).toContainText('297.50 ₽')
      await expect(phone.getByRole('button', { name: 'Mark as paid' })).toHaveCount(0)
      expect(await overflowOf(phone)).toBeNull()
      await expectAccessible(phone)

      await phone.goto(`${world.url}/monthly-reports`)
      await expect(phone.getByRole('region', { name: 'Key figures of the month' })).toContainText('340.00 ₽')
      const [offered] = await Promise.all([
        phone.waitForEvent('download'),
        phone.getByRole('button', { name: 'Download PDF' }).click(),
      ])
      expect(offered.suggestedFilename()).toMatch(/^monthly_report_\d{4}-\d\d\.pdf$/)
      const mailed = phone.getByRole('switch', { name: 'By e-mail on the 1st of each month' })
      await expect(mailed).not.toBeChecked()
      await mailed.press('Space')
      await expect(phone.getByRole('combobox', { name: 'Language of the e-mail' })).toBeVisible()
      await expect(mailed).toBeChecked()
      expect(await overflowOf(phone)).toBeNull()
      await expectAccessible(phone)
    } finally {
      await world.stop()
    }
  },
)

for (const [locale, running, preview] of [
  ['en', 'Month is running', 'A preview: the statement has not been issued yet'],
  ['de', 'Monat läuft', 'Vorschau: Die Abrechnung'],
  ['ru', 'Месяц идёт', 'Предварительный расчёт'],
] as const)
  story.describe(locale, () => {
    story.use({ locale })
    story('an owner sees the month that runs, marked as preliminary', async ({ page }) => {
      const world = await World.start()
      try {
        const { location } = await world.aRecord()
        const owner = await (await Person.signIn(world.url, 'manager')).call(contract.auth.currentManager)
        await world.server.halt()
        const day = businessDay()
        await postPastTakings(world.server, [
          {
            orderId: 1,
            ownerId: owner.id,
            locationId: location.id,
            day,
            capturedMinor: 34_000,
            agentFeeMinor: 4250,
            energyWh: 20_000,
          },
        ])
        await world.server.resume()
        await page.setViewportSize({ width: 360, height: 740 })
        await signIn(page, world.url, 'manager', '/settlements')
        await expect(page.getByText(running, { exact: true })).toBeVisible()
        await page.goto(`${world.url}/settlements/open/${owner.id}/${day.slice(0, 7)}`)
        await expect(page.getByText(preview)).toBeVisible()
        await expect(page.getByText(/297[.,]50/).first()).toBeVisible()
        await expect(
          page.getByRole('main').getByRole('button', { name: /issue|ausstellen|выпустить/i }),
        ).toHaveCount(0)
        expect(await overflowOf(page)).toBeNull()
        await expectAccessible(page)
      } finally {
        await world.stop()
      }
    })
  })
