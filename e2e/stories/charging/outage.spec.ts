import { setTimeout as pause } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import { languages } from '@stationmaster/contract'
import { connectForeign, ForeignSession } from '@stationmaster/server/foreign-client'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { signIn } from '../../harness/sign-in.ts'
import { clock, type Instants, outageWords } from '../../harness/world/outage-words.ts'
import { aSeller } from '../../harness/world/seller.ts'
import { story } from '../../harness/world/story.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ').trim()
const chronology = (page: Page, heading: string) => page.getByRole('region', { name: heading })

/** The whole text of the page, with single spaces. */
const said = async (page: Page) => (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ')

/** The entries as a person reads them: clock, kind, paragraphs. */
async function entriesOf(page: Page, heading: string): Promise<[string, string, string][]> {
  const found = await chronology(page, heading)
    .getByRole('listitem')
    .evaluateAll((items) =>
      items.map((item) => {
        const [time, kind, words] = [...item.children]
        const paragraphs = [...(words?.querySelectorAll('p') ?? [])].map((one) => one.textContent ?? '')
        return [time?.textContent ?? '', kind?.textContent ?? '', paragraphs.join(' | ')] as const
      }),
    )
  return found.map(([time, kind, words]) => [plain(time), plain(kind), plain(words)])
}

story.use({ timezoneId: 'Asia/Tokyo' })

for (const protocol of ['ocpp1.6', 'ocpp2.0.1'] as const) {
  story(`a foreign station of ${protocol} loses its network while it charges`, async ({ page, world }) => {
    await aSeller(world)
    const { record, password } = await world.aRecord({ timeZone: 'Europe/Berlin' })
    const connect = () => connectForeign(world.url, protocol, { id: record.id, password })
    const session = new ForeignSession(protocol, await world.aCard())
    let client = await connect()
    const begun = new Date()
    await session.begin(client, 700_000, begun)
    const orderId = await world.openOrderAt(record.id)
    const first = new Date()
    await session.send(client, session.sample(702_000, 120_000, first))

    // the viewer's computer is three hours wrong: the running clock uses the server's time
    await page.clock.setSystemTime(Date.now() + 3 * 3_600_000)
    await signIn(page, world.url, 'administrator', `/orders/${orderId}/information`)
    await expect(page.getByRole('timer')).toHaveText(/^00:0\d:\d\d$/)
    await expect(page.getByText('2.000 kWh').first()).toBeVisible()
    const offline = page.getByText('Station offline')
    await expect(offline).toHaveCount(0)

    // the alert disappears with its cause, and the page updates
    const cut = new Date()
    await client.close({ force: true })
    await expect(offline).toBeVisible()
    const dark = new Date()
    await pause(1100)
    const darker = new Date()
    const [early, late] = [
      session.sample(705_000, 60_000, dark, true),
      session.sample(708_000, 45_000, darker, true),
    ]
    await pause(1100)
    const back = new Date()
    client = await connect()
    await session.send(client, late)
    await session.send(client, early)
    const again = new Date()
    await session.send(client, session.sample(711_000, 45_000, again))
    await expect(offline).toHaveCount(0)
    const ended = new Date()
    await session.send(client, session.end(712_345, ended))
    await expect(page.getByText('Completed', { exact: true })).toBeVisible()
    await client.close()

    await expect
      .poll(async () => (await world.details(orderId)).logs.map(({ event }) => event))
      .toContain('receipt_income')
    const { order, logs } = await world.details(orderId)
    expect(order).toMatchObject({
      charging_price: 20_987,
      captured_amount: 20_987,
      verdict: null,
      warning: null,
    })
    const of = (event: string) => logs.filter((line) => line.event === event)
    const when = (event: string) => new Date(of(event)[0]!.created_at)
    const arrivalOf = (energyWh: number) =>
      new Date(of('meter_values').find(({ meters }) => meters?.energy?.value === energyWh)!.received_at!)
    const instants: Instants = {
      begun,
      first,
      dark,
      darker,
      again,
      ended,
      created: new Date(order.created_at),
      lost: when('connection_lost'),
      returned: when('connection_returned'),
      darkArrived: arrivalOf(5000),
      darkerArrived: arrivalOf(8000),
      paid: when('succeeded_amount'),
      receipt: when('receipt_income'),
    }
    const { created, lost, returned, darkArrived, darkerArrived, paid } = instants
    const inOrder = [
      begun,
      created,
      first,
      cut,
      lost,
      dark,
      darker,
      back,
      returned,
      darkerArrived,
      darkArrived,
    ]
    const sequence = [...inOrder, again, ended, when('stop_tx_response'), paid].map((at) => at.getTime())
    expect(sequence).toEqual(sequence.toSorted((a, b) => a - b))

    const expectedTimes = {
      transaction: order.transaction_id!,
      version: order.tariff_version_id!,
      receipt: of('receipt_income')[0]!.text!,
    }
    for (const language of languages) {
      const words = outageWords[language]
      await page.evaluate((chosen) => localStorage.setItem('stationmaster.language', chosen), language)
      await page.reload()
      await expect(chronology(page, words.heading).getByText(words.zone)).toBeVisible()
      await chronology(page, words.heading)
        .getByRole('button', { name: `${words.start}${protocol === 'ocpp1.6' ? 6 : 7}` })
        .click()
      const expected = words
        .entries(instants, expectedTimes, protocol === 'ocpp2.0.1')
        .map(([at, kind, text]) => [clock(at), kind, text])
      await expect.poll(() => entriesOf(page, words.heading)).toEqual(expected)
      for (const [name, value] of Object.entries(words.figures))
        await expect.poll(() => said(page)).toContain(`${name} ${value}`)
      await expectAccessible(page)
    }
  })
}
