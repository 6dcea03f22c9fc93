import { expect } from '@playwright/test'
import { contract, languages } from '@stationmaster/contract'
import { payByCard } from '../../harness/card.ts'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

const texts = {
  en: { title: 'Paid out to the bank', paid: 'on the account', upload: 'Take in a bank statement' },
  de: { title: 'Auszahlungen auf das Bankkonto', paid: 'auf dem Konto', upload: 'Kontoauszug importieren' },
  ru: { title: 'Выплаты на счёт в банке', paid: 'на счёте', upload: 'Загрузить выписку банка' },
} as const

const camt = (day: string, amount: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
  <Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct>
  <Ntry><Amt Ccy="RUB">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${day}-${amount}</AcctSvcrRef>
    <NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Sandbox Payments</Nm></Pty></Dbtr></RltdPties></TxDtls></NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>`

for (const locale of languages)
  story.describe(locale, () => {
    story.use({ locale })
    story(
      'a payout is matched with the statement of the bank, twice as once',
      async ({ page, browser, world }) => {
        const said = texts[locale]
        const { connectorId, played } = await world.aStation({
          protocol: 'ocpp1.6',
          meterEveryMs: 500,
          plugDelayMs: null,
          tariff: 170_000,
        })
        const { order_id: id, link } = await world.administrator.call(contract.pay.offer, {
          params: { id: connectorId },
          body: { kind: 'charge', limit_amount: 100_000 },
        })
        const context = await browser.newContext({ locale: 'en' })
        const driver = await context.newPage()
        await driver.goto(link!)
        await payByCard(driver, '4242 4242 4242 4242')
        await expect(driver.getByRole('heading', { level: 1 })).toHaveText('Plug in now')
        await played.plugIn()
        await played.waitFor(() => (played.connectorView().sampledSessionWh ?? 0) > 40)
        await played.stop()
        await expect.poll(async () => (await world.order(id)).captured_amount ?? 0).toBeGreaterThan(0)
        await context.close()
        const list = () => world.administrator.call(contract.bank.list, {})
        const open = (await list()).remittances.find(({ state }) => state !== 'paid')!

        await signIn(page, world.url, 'administrator', '/reconciliation')
        const panel = page.getByRole('region', { name: said.title })
        // what a day brought is paid when it is over
        const booked = new Date(Date.parse(open.to) + 86_400_000).toISOString().slice(0, 10)
        const text = camt(booked, (open.amount / 100).toFixed(2))
        const file = { name: 'statement.xml', mimeType: 'text/xml', buffer: Buffer.from(text) }
        for (const known of [0, 1]) {
          const [chooser] = await Promise.all([
            page.waitForEvent('filechooser'),
            panel.getByRole('button', { name: said.upload }).click(),
          ])
          await chooser.setFiles(file)
          await expect(panel.getByRole('status')).toContainText(new RegExp(`${1 - known}.*${known}.*0`))
          expect((await list()).unmatched.some(({ amount }) => amount === open.amount)).toBe(false)
        }
        const paid = panel.getByRole('listitem').filter({ hasText: 'Sandbox Payments' }).first()
        await expect(paid).toContainText(said.paid)
        await paid.getByRole('button').click()
        await expect(paid.getByRole('link').first()).toBeVisible()
        await expectAccessible(page)

        const strange = camt(booked, '123456.78')
        const [chooser] = await Promise.all([
          page.waitForEvent('filechooser'),
          panel.getByRole('button', { name: said.upload }).click(),
        ])
        await chooser.setFiles({ ...file, buffer: Buffer.from(strange) })
        await expect(panel.getByText(/123.456[.,]78/).first()).toBeVisible()
        await page.setViewportSize({ width: 360, height: 740 })
        expect(await overflowOf(page)).toBeNull()
      },
    )
  })
