import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { signIn } from '../../harness/sign-in.ts'
import { anOrder } from '../../harness/world/an-order.ts'
import { story } from '../../harness/world/story.ts'

const balance = (page: Page) => page.getByRole('button', { name: /Account and settings/ })

story(
  'an accounter reads an order and the settlement, and is offered nothing to do',
  async ({ page, world }) => {
    const id = await anOrder(world)
    await signIn(page, world.url, 'accounter', `/orders/${id}/information`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${id}`)
    const payment = page.getByRole('region', { name: 'Payment', exact: true })
    await expect(payment).toBeVisible()
    await expect(payment.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('link', { name: /Station/ })).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 780 })
    expect(await overflowOf(page)).toBeNull()
    await page.setViewportSize({ width: 1440, height: 900 })

    await page.goto(`${world.url}/statistics-by-day`)
    await page.getByRole('main').getByRole('link', { name: 'Settlement' }).click()
    await expect(page).toHaveURL(`${world.url}/settlements`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settlement')
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    await expect(balance(page)).toContainText('the network’s revenue')

    await page.goto(`${world.url}/statistics-by-day`)
    await page.getByRole('main').getByRole('link', { name: 'Reconciliation' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reconciliation')
    for (const name of ['Differences', 'Day by day', 'Paid out to the bank'])
      await expect(page.getByRole('region', { name })).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    for (const act of ['Compare now', 'Take in a bank statement', 'Explain'])
      await expect(page.getByRole('button', { name: act })).toHaveCount(0)
    await expectAccessible(page)

    for (const [language, words, ...titles] of [
      ['de', 'Umsatz des Netzes', 'Abrechnung', 'Zahlungsabgleich'],
      ['ru', 'выручка сети', 'Взаиморасчёты', 'Сверка платежей'],
    ] as const) {
      await page.evaluate((chosen) => localStorage.setItem('stationmaster.language', chosen), language)
      await page.goto(`${world.url}/statistics-reports`)
      await expect(page.getByText(words)).toBeVisible()
      for (const title of titles)
        await expect(page.getByRole('main').getByRole('link', { name: title })).toBeVisible()
    }
  },
)

story('an owner sees that the balance is what is due to them', async ({ page, world }) => {
  await signIn(page, world.url, 'manager', '/settings/profile')
  await expect(balance(page)).toContainText('due to you')
})
