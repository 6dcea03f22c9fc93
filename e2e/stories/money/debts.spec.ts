import { expect, type Page } from '@playwright/test'
import { contract, languages } from '@stationmaster/contract'
import { payByCard } from '../../harness/card.ts'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'
import { World } from '../../harness/world/world.ts'

const minuteMs = 60_000
const phone = { width: 360, height: 740 }

let world: World
story.beforeAll(async () => {
  world = await World.startClocked()
})
story.afterAll(() => world?.stop())

/** An order, of a driver who is known or of nobody, whose idle fee of 300.00 its card does not pay; resolves with the name of its place. */
async function owing(
  driver: Page,
  known?: { id: number; email: string },
): Promise<{ id: number; place: string }> {
  const { connectorId, played, location } = await world.aStation({
    protocol: 'ocpp1.6',
    meterEveryMs: 500,
    plugDelayMs: null,
    tariff: 1700,
  })
  const { order_id: id, link } = await world.administrator.call(contract.pay.offer, {
    params: { id: connectorId },
    body: { kind: 'charge', limit_amount: 30_000, ...(known ? { driver_id: known.id } : {}) },
  })
  await driver.setViewportSize(phone)
  await driver.goto(known ? world.url + (await world.mailedLink(known.email, '/pay/')) : link!)
  await payByCard(driver, '4000 0000 0000 5563')
  await expect(driver.getByRole('heading', { level: 1 })).toHaveText('Plug in now')
  await played.plugIn()
  await played.waitFor(() => (played.connectorView().sampledSessionWh ?? 0) > 40)
  await played.stop()
  await expect.poll(async () => (await world.order(id)).status).toBe('completed')
  await world.forward(25 * minuteMs)
  await played.unplug()
  await expect.poll(async () => (await world.order(id)).ev_connected).toBe(false)
  await world.forward(minuteMs)
  return { id, place: location.name }
}

const debtOf = (page: Page, place: string) =>
  page.getByRole('region', { name: 'Debts' }).getByRole('listitem').filter({ hasText: place })

story(
  'what is handed over of a debt is booked, a part in cash and the rest at a terminal',
  async ({ page, anotherPage }) => {
    const { id, place } = await owing(await anotherPage())
    await signIn(page, world.url, 'operator', '/inbox')
    const debt = debtOf(page, place)
    await expect(debt).toContainText('300.00')
    await expect(debt.getByRole('button', { name: 'Waive' })).toHaveCount(0)
    await debt.getByRole('button', { name: 'Book as paid' }).click()
    const dialog = page.getByRole('dialog')
    const book = dialog.getByRole('button', { name: 'Book as paid' })
    await expect(dialog).toContainText('300.00 ₽ are owed')
    await dialog.getByLabel('Amount, ₽').fill('300.01')
    await expect(book).toBeDisabled()
    await dialog.getByLabel('Amount, ₽').fill('100.5')
    await expectAccessible(page)
    await book.dblclick()
    await expect(debt).toContainText('199.50')

    await signIn(page, world.url, 'administrator', `/orders/${id}/information`)
    const paid = page.getByRole('region', { name: 'Paid of the idle fee' })
    await expect(paid).toContainText('100.50')
    await expect(paid).toContainText('Cash')
    await expect(page.getByText('Debt paid in cash').first()).toBeVisible()
    await page.setViewportSize(phone)
    await page.getByRole('button', { name: 'Book as paid' }).click()
    await dialog.getByText('Terminal', { exact: true }).click()
    await expect(book).toBeDisabled()
    await dialog.getByLabel('Provider').fill('bank')
    expect(await overflowOf(page)).toBeNull()
    await book.click()
    await expect(paid.last()).toContainText('199.50')
    await expect(page.getByRole('button', { name: 'Book as paid' })).toHaveCount(0)
    const { paid_in_all } = await world.order(id)
    expect(paid_in_all.open).toBe(0)
  },
)

const texts = {
  en: { link: 'Pay link', show: 'Show as a code', title: 'Please pay what is open', paid: 'Nothing is open' },
  de: {
    link: 'Zahlungslink',
    show: 'Als Code zeigen',
    title: 'Bitte bezahlen Sie, was offen ist',
    paid: 'Nichts ist offen',
  },
  ru: {
    link: 'Ссылка на оплату',
    show: 'Показать код',
    title: 'Оплатите, пожалуйста, остаток',
    paid: 'Долга нет',
  },
} as const

for (const locale of languages) {
  story.describe(locale, () => {
    story.use({ locale })
    story('a debt is paid by the link that is shown as a code', async ({ page, anotherPage, browser }) => {
      const said = texts[locale]
      const english = await browser.newContext({ locale: 'en' })
      const { id } = await owing(await english.newPage())
      await english.close()
      await signIn(page, world.url, 'administrator', `/orders/${id}/information`)
      await page.getByRole('button', { name: said.link, exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: said.show }).click()
      await expect(dialog.getByRole('button', { name: said.show })).toHaveCount(0)
      await expectAccessible(page)
      const link = await dialog.getByRole('textbox').inputValue()

      const payer = await anotherPage()
      await payer.setViewportSize(phone)
      await payer.goto(link)
      await expect(payer.getByRole('heading', { level: 1 })).toHaveText(said.title)
      expect(await overflowOf(payer)).toBeNull()
      await expectAccessible(payer)
      if (locale === 'en') {
        await payByCard(payer, '4000 0000 0000 0002')
        await expect(payer.getByRole('alert')).toContainText('The bank declined the card')
        await payByCard(payer, '4242 4242 4242 4242', { button: /300\.00/ })
      } else {
        const booking = { purpose: 'parking', amount: 30_000, method_type: 'cash' } as const
        await world.administrator.call(contract.inbox.bookDebt, { params: { id }, body: booking })
      }
      await expect(payer.getByRole('heading', { level: 1 })).toHaveText(said.paid)
      await expect.poll(async () => (await world.order(id)).paid_in_all.open).toBe(0)
    })
  })
}

story(
  'a driver finds a debt in the history of the account, and pays it from there',
  async ({ page: driver }) => {
    const email = 'owes@people.example'
    const { id } = await world.administrator.call(contract.drivers.add, {
      body: { first_name: 'Oleg', email },
    })
    const { id: order, place } = await owing(driver, { id, email })
    await driver.goto(`${world.url}/driver`)
    await driver.getByLabel('E-mail or phone').fill(email)
    await driver.getByRole('button', { name: 'Send the code' }).click()
    await driver.getByLabel('Code').fill(await world.mailedCode(email))
    await driver.getByRole('button', { name: 'Log in' }).click()
    await driver.getByRole('link', { name: 'History' }).click()
    const sessions = driver.getByRole('region', { name: 'Sessions and reservations' })
    const session = sessions.getByRole('listitem').filter({ hasText: place })
    await expect(session.getByRole('note')).toContainText('300.00')
    await expectAccessible(driver)
    await session.getByRole('button', { name: 'Pay 300.00 ₽' }).click()
    await expect(driver).toHaveURL(/\/pay\//)
    await payByCard(driver, '4242 4242 4242 4242')
    // a page that is left before the bank has answered pays nothing
    await expect.poll(async () => (await world.order(order)).paid_in_all.open).toBe(0)
    await driver.goto(`${world.url}/driver`)
    await driver.getByRole('link', { name: 'History' }).click()
    await expect(session).toBeVisible()
    await expect(session.getByRole('note')).toHaveCount(0)
  },
)
