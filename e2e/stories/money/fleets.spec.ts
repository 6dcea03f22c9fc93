import { expect } from '@playwright/test'
import { signIn } from '../../harness/sign-in.ts'
import { businessDay } from '../../harness/world/business-day.ts'
import { story } from '../../harness/world/story.ts'
import { World } from '../../harness/world/world.ts'

const dayMs = 86_400_000

for (const [protocol, width] of [
  ['ocpp1.6', 1280],
  ['ocpp2.0.1', 360],
] as const)
  story(
    `${protocol}, ${width} px: a fleet pays for its driver: one invoice for the month, downloaded and marked as paid`,
    async ({ page, anotherPage }) => {
      const world = await World.startClocked()
      try {
        const card = await world.aCard()
        const { played, record } = await world.aStation({
          protocol,
          meterEveryMs: 500,
          tariff: 1700,
        })
        await page.setViewportSize({ width, height: 740 })
        await signIn(page, world.url, 'administrator', '/fleets')
        await page.getByRole('button', { name: 'Add a fleet' }).first().click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Company').fill('North Taxi')
        await dialog.getByRole('textbox', { name: /^E-mail/ }).fill('pay@taxi.example')
        await dialog.getByLabel('Limit a month, ₽').fill('5000')
        await dialog.getByRole('button', { name: 'Save' }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('North Taxi')

        await page.goto(`${world.url}/drivers?q=${card}`)
        await page.getByRole('link', { name: 'Anna Petrova' }).click()
        await page.getByRole('button', { name: 'Discount and fleet' }).click()
        await dialog.getByLabel('Own discount, %').fill('50')
        await dialog.getByRole('combobox', { name: 'Fleet' }).fill('North')
        await page.getByRole('option', { name: 'North Taxi' }).click()
        await dialog.getByRole('button', { name: 'Save' }).click()
        await expect(page.getByRole('link', { name: 'North Taxi' })).toBeVisible()

        await played.plugIn()
        await played.tap(undefined, card)
        await played.waitFor(() => (played.connectorView().sampledSessionWh ?? 0) > 40)
        const id = await world.openOrderAt(record.id)
        await played.stop()
        await expect.poll(async () => (await world.order(id)).status).toBe('completed')
        const order = await world.order(id)
        expect(order).toMatchObject({ discount: 50, fleet: { name: 'North Taxi' } })
        await page.goto(`${world.url}/orders/${id}/information`)
        await page.getByRole('link', { name: card }).click()
        await expect(page).toHaveURL(/\/drivers\/\d+#cards$/)
        await expect(page.getByRole('region', { name: 'Charging cards' })).toBeInViewport()
        await page.goto(`${world.url}/orders/${id}/information`)
        await page.getByRole('link', { name: 'North Taxi' }).click()
        await expect(page.getByRole('region', { name: 'Account and contract' })).toContainText('5 000.00')

        await world.forward(32 * dayMs)
        const office = await anotherPage()
        await office.setViewportSize({ width: 360, height: 740 })
        await signIn(office, world.url, 'administrator', '/fleets')
        await office.getByRole('link', { name: 'North Taxi' }).click()
        await office.getByRole('button', { name: 'Issue an invoice' }).click()
        const form = office.getByRole('dialog')
        await form.getByLabel('Month').fill(businessDay(new Date(order.created_at)).slice(0, 7))
        await form.getByRole('button', { name: 'Issue an invoice' }).click()
        const invoices = office.getByRole('region', { name: 'Invoices' })
        await expect(invoices).toContainText('not paid')
        const file = office.waitForEvent('download')
        await invoices.getByRole('button', { name: /^Download F-/ }).click()
        expect((await file).suggestedFilename()).toMatch(/^F-\d{4}-1\.pdf$/)
        await invoices.getByRole('button', { name: 'Mark as paid' }).click()
        await form.getByLabel('Payment document').fill('77')
        await form.getByRole('button', { name: 'Mark as paid' }).click()
        await expect(invoices).toContainText(/paid on/)
      } finally {
        await world.stop()
      }
    },
  )
