import type {
  Fleet,
  FleetInvoice,
  Invitation,
  PartnerContract,
  PartnerSettlement,
} from '@stationmaster/contract'
import { type Emsp, startEmsp } from '@stationmaster/simulator/emsp'
import { DAY_MS, dayOf, instantOf, MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { readPdfText } from '../figures/pdf-text.ts'
import { cardTalk } from '../stations/journal/card-talk.ts'
import { pluggedForeign } from '../world/foreign-client.ts'
import { World } from '../world/world.ts'

const timeZone = 'Europe/Moscow'
const dayAfter = (day: string) => dayOf(new Date(instantOf(day, 720, timeZone).getTime() + DAY_MS), timeZone)

/** What partners have agreed on: published, charged and billed the same. Everybody else pays 17.00 a kWh, VAT of 20 % included. */
describe.each([
  ['ocpp1.6', '2.2.1'],
  ['ocpp2.0.1', '2.3.0'],
] as const)('contracts with partners (%s, OCPI %s)', (protocol, version) => {
  let world: World
  const open: Emsp[] = []
  let cards = 0
  let tariffId = 0
  beforeAll(async () => {
    world = await World.open(await openTestDatabase(), undefined, { OCPI_TIMEOUT_SECONDS: '2' })
    await world.put('roaming/party', { country_code: 'RU', party_id: 'STM', name: 'Stationmaster' })
    await sql`update locations set lat = 56.85, lng = 35.9, country = 'Russia'`.execute(world.db)
    const legal = { name: 'Network LLC', inn: '7707083893', address: 'Moscow', vat_percent: 20 }
    await world.post('legal-details', { ...legal, valid_from: today() })
    await world.put(`roaming/locations/${world.locationId}`, { published: true })
    // a connector says what the location's tariff is
    await world.simulate(protocol)
    const tariffs = await world.get<{ id: number }[]>('roaming/tariffs')
    tariffId = tariffs[0]!.id
    await world.put(`roaming/tariffs/${tariffId}`, { published: true })
  })
  afterAll(async () => {
    for (const emsp of open) await emsp.close()
    await world?.close()
  })

  const today = () => dayOf(world.clock.now(), timeZone)
  const aPartner = async (party: string, countryCode = 'RU') => {
    const emsp = await startEmsp({
      versions: [version],
      countryCode,
      partyId: party,
      now: () => world.clock.now(),
    })
    open.push(emsp)
    const {
      token,
      versions_url: url,
      partner,
    } = await world.post<Invitation>('roaming/partners', {
      name: `Cards of ${party}`,
    })
    await emsp.partner.register(url, token)
    const contracts = `roaming/partners/${partner.id}/contracts`
    const agree = (contract: object) =>
      world.post<PartnerContract>(contracts, { valid_from: today(), vat: 'domestic', ...contract })
    return { emsp, id: partner.id, contracts, agree }
  }
  const remove = async (path: string) => {
    const answer = await fetch(new URL(`/api/v1/${path}`, world.server.url), {
      method: 'DELETE',
      headers: { authorization: world.authorization },
    })
    if (!answer.ok) throw new Error(await answer.text())
  }
  type Partner = Awaited<ReturnType<typeof aPartner>>

  /** The price of a kWh without VAT, as a partner has it: pushed, and in the list. */
  const shownPrice = async ({ emsp }: Partner) => {
    const pulled = await emsp.cpo.pull('tariffs')
    expect(pulled.problems).toEqual([])
    const found = pulled.objects.find((one) => one.id === String(tariffId))
    expect(found).toBeDefined()
    return found as unknown as {
      elements: { price_components: { price: number }[] }[]
      tax_included?: string
    }
  }
  const priceIn = (tariff: { elements: { price_components: { price: number }[] }[] }) =>
    tariff.elements[0]!.price_components[0]!.price
  /** As 2.2.1 has it: without the VAT. */
  const written = (gross: number, vat = 1.2) => (version === '2.2.1' ? gross / vat : gross)

  const begin = async ({ emsp }: Partner) => {
    const card = emsp.wallet.put({
      uid: `deal${version === '2.2.1' ? 'a' : 'b'}${++cards}`,
      whitelist: 'ALWAYS',
    })
    await emsp.cpo.pushToken(card)
    const station = await world.simulate(protocol)
    const talk = cardTalk(protocol, station, () => world.clock.now())
    const { transactionId } = await talk.start(card.uid)
    const [order] = await world.ordersOf(station.id)
    const id = order!.id
    return {
      id,
      end: async (wh: number) => {
        world.clock.forward(10 * MINUTE_MS)
        await talk.stop(transactionId, card.uid, wh)
        const session = String(id)
        return emsp.until(() => emsp.cdrsOf(session)[0], `the bill of ${id}`)
      },
    }
  }
  interface Amounts {
    excl_vat?: number
    incl_vat?: number
    before_taxes?: number
    taxes?: { amount: number }[]
  }
  const amountOf = (price: unknown) => {
    const { excl_vat, incl_vat, before_taxes, taxes = [] } = price as Amounts
    const net = excl_vat ?? before_taxes ?? Number.NaN
    const vat = incl_vat === undefined ? taxes.reduce((sum, { amount }) => sum + amount, 0) : incl_vat - net
    return [Math.round(net * 100), Math.round(vat * 100)]
  }
  const detailsOf = (id: number) => world.order(id)

  test('a markup: what is published, charged and billed agree to the kopeck', async () => {
    const partner = await aPartner('AAA')
    expect(priceIn(await shownPrice(partner))).toBeCloseTo(written(17), 4)
    const contract = await partner.agree({ charging: 'percent', percent: 20 })
    expect(contract).toMatchObject({ state: 'current', can: { end: true, remove: false } })
    // pushed, and read: 20.40 with its VAT
    await partner.emsp.until(() => {
      const pushed = [...partner.emsp.book.tariffs.values()].find(({ id }) => id === String(tariffId)) as
        | Parameters<typeof priceIn>[0]
        | undefined
      return pushed && Math.abs(priceIn(pushed) - written(20.4)) < 0.0001 ? true : undefined
    }, 'the tariff is pushed')
    expect(priceIn(await shownPrice(partner))).toBeCloseTo(written(20.4), 4)

    const session = await begin(partner)
    const cdr = await session.end(10_000)
    expect(amountOf(cdr.total_cost)).toEqual([17_000, 3400])
    expect(amountOf(cdr.total_energy_cost)).toEqual([17_000, 3400])
    const [inBill] = cdr.tariffs as Parameters<typeof priceIn>[0][]
    expect(inBill).toMatchObject({ id: String(tariffId) })
    expect(priceIn(inBill!)).toBeCloseTo(written(20.4), 4)
    await partner.emsp.until(
      () => (partner.emsp.session(String(session.id))?.status === 'COMPLETED' ? true : undefined),
      'the session is over',
    )
    expect(amountOf(partner.emsp.session(String(session.id))?.total_cost)).toEqual([17_000, 3400])
    expect(await detailsOf(session.id)).toMatchObject({ charging_price: 20_400, tariff: 2040, discount: 0 })
    const { rows } = await sql<{ contract: number; percent: number }>`
      select fleet_contract_id as contract, price_percent as percent from orders
      where id = ${session.id}`.execute(world.db)
    expect(rows).toEqual([{ contract: contract.id, percent: 20 }])
    // what our own cards pay stays as it is
    expect(partner.emsp.book.refusals()).toEqual([])
  })

  test('other partners see and pay the public prices', async () => {
    const other = await aPartner('BBB')
    expect(priceIn(await shownPrice(other))).toBeCloseTo(written(17), 4)
    const session = await begin(other)
    expect(amountOf((await session.end(10_000)).total_cost)).toEqual([14_167, 2833])
  })

  test('a contract that changes while a session runs keeps its prices to the end', async () => {
    const partner = await aPartner('CCC')
    const first = await partner.agree({ charging: 'percent', percent: -50 })
    const session = await begin(partner)
    const ended = await world.post<PartnerContract>(`${partner.contracts}/${first.id}/end`, {
      last_day: today(),
    })
    expect(ended.valid_to).toBe(today())
    const next = dayAfter(today())
    await partner.agree({ valid_from: next, charging: 'tariff', tariff: 1200, start_fee: 600 })
    expect(priceIn(await shownPrice(partner))).toBeCloseTo(written(8.5), 4)
    await world.forward(instantOf(next, 0, timeZone).getTime() - world.clock.now().getTime())
    // its own tariff, under the name by which locations name it
    expect(priceIn(await shownPrice(partner))).toBeCloseTo(written(12), 4)
    const cdr = await session.end(10_000)
    expect(amountOf(cdr.total_cost)).toEqual([7083, 1417])
    const later = await begin(partner)
    const bill = await later.end(10_000)
    expect(amountOf(bill.total_cost)).toEqual([10_500, 2100])
    expect(amountOf(bill.total_energy_cost)).toEqual([10_000, 2000])
    expect(amountOf(bill.total_fixed_cost)).toEqual([500, 100])
    expect(bill.tariffs).toMatchObject([{ id: String(tariffId) }])
    expect(await detailsOf(later.id)).toMatchObject({ tariff: 1200, start_fee: 600, charging_price: 12_600 })
  })

  test('begin and end of a session that are taken together cost what its own tariff says', async () => {
    const partner = await aPartner('EEE')
    await partner.agree({ charging: 'tariff', tariff: 1100, start_fee: 0 })
    const card = partner.emsp.wallet.put({ uid: `together${version}`, whitelist: 'ALWAYS' })
    await partner.emsp.cpo.pushToken(card)
    const { id: stationId } = await world.addStation()
    const now = world.clock.now()
    const at = (ms: number) => new Date(now.getTime() - ms)
    const common = { at: { ordinal: 1 }, transactionId: 'TOGETHER', samples: [], offline: true }
    const events = [
      {
        ...common,
        type: 'charging.started' as const,
        token: { token: card.uid, type: 'ISO14443' },
        charging: true,
        meterWh: 0,
        happenedAt: at(2 * MINUTE_MS),
      },
      {
        ...common,
        type: 'charging.ended' as const,
        meterWh: 10_000,
        happenedAt: at(MINUTE_MS),
        reason: 'Local',
      },
    ]
    await world.server.stations.intake.takeAll(
      events.map((event) => ({ stationId, receivedAt: now, event })),
      now,
    )
    const [order] = await world.ordersOf(stationId)
    expect(await detailsOf(order!.id)).toMatchObject({ tariff: 1100, charging_price: 11_000 })
  })

  test.each([
    'faster',
    'later',
  ])('a card that is %s than a start that is refused pays what everybody pays', async (when) => {
    const partner = await aPartner(when === 'faster' ? 'FFF' : 'GGG')
    await partner.agree({ charging: 'tariff', tariff: 1100, start_fee: 0 })
    const usual = `USUAL${++cards}${version}`
    const card = partner.emsp.wallet.put({ uid: `refused${when}${version}`, whitelist: 'ALWAYS' })
    await partner.emsp.cpo.pushToken(card)
    await world.addCard(usual)
    const show = () =>
      station.tell('Updated', 'Authorized', { idToken: { idToken: usual, type: 'ISO14443' } })
    const station = await pluggedForeign(world, async () => {
      if (when === 'faster') await show()
      return { status: 'Rejected' }
    })
    const { id: stationId, connectorId } = station.made
    const [order] = await world.ordersOf(stationId)
    const place = { locationId: String(world.locationId), evseUid: String(connectorId), connectorId: '1' }
    const sent = await partner.emsp.cpo.start({ token: card.uid, ...place })
    expect(await sent.result()).toMatchObject({ result: 'REJECTED' })
    if (when === 'later') {
      expect(await detailsOf(order!.id)).toMatchObject({ rfid: null, fleet: null, tariff: 1700 })
      await show()
    }
    await station.tell('Ended', 'EVDeparted', station.meter(11_000, 'Transaction.End'))
    expect(await detailsOf(order!.id)).toMatchObject({ rfid: usual, charging_price: 17_000 })
    await station.client.close()
  })

  test('a partner abroad owes the VAT itself: none is in tariff, bill and invoice', async () => {
    const partner = await aPartner('DDD', 'DE')
    expect(await world.get(partner.contracts)).toEqual({
      currency: 'RUB',
      suggested_vat: 'reverse_charge',
      contracts: [],
      can: { add: true },
    })
    await partner.agree({ charging: 'public', vat: 'reverse_charge' })
    const shown = await shownPrice(partner)
    expect(priceIn(shown)).toBe(17)
    if (version === '2.3.0') expect(shown.tax_included).toBe('N/A')
    const session = await begin(partner)
    expect(amountOf((await session.end(10_000)).total_cost)).toEqual([17_000, 0])
    const month = today().slice(0, 7)
    await world.forward(32 * DAY_MS)
    const fleets = await world.get<Fleet[]>('fleets?search=DDD')
    const invoice = await world.post<FleetInvoice>(`fleets/${fleets[0]!.id}/invoices`, { month })
    expect(invoice).toMatchObject({ amount: 17_000, vat: null, vat_percent: null })
    const { url } = await world.post<{ url: string }>(`fleet-invoices/${invoice.id}/download`, {
      language: 'en',
    })
    const file = await fetch(new URL(url, world.server.url))
    expect(readPdfText(Buffer.from(await file.arrayBuffer()))).toContain('reverse charge')
  })

  test('a month is settled against the partner’s own list, line by line', async () => {
    const partner = await aPartner('III')
    await partner.agree({ charging: 'percent', percent: 20 })
    const sessions = [await begin(partner), await begin(partner)]
    for (const session of sessions) await session.end(10_000)
    await world.post(`orders/${sessions[1]!.id}/refunds`, { amount: 400, reason: 'slow' })
    await world.server.roamingSessions.followAll()
    const { emsp } = partner
    await emsp.until(() => (emsp.cdrsOf(String(sessions[1]!.id)).length === 3 ? true : undefined), 'credit')
    // what the partner itself has
    const bills = sessions.flatMap(({ id }) => emsp.cdrsOf(String(id)))
    const lineOf = (cdr: (typeof bills)[number]) => {
      const [net = 0, vat = 0] = amountOf(cdr.total_cost)
      const money = [net / 100, (net + vat) / 100].map((one) => one.toFixed(2))
      return [
        cdr.id,
        cdr.session_id,
        cdr.start_date_time,
        cdr.end_date_time,
        cdr.total_energy,
        ...money,
        'RUB',
      ]
    }
    const listOf = (rows: unknown[][]) =>
      [
        'cdr_id,session_id,start,end,kwh,cost_excl_vat,cost_incl_vat,currency',
        ...rows.map((row) => row.join(',')),
      ].join('\n')
    const month = `roaming/partners/${partner.id}/settlements/${today().slice(0, 7)}`
    const total = { bills: 4, sessions: 2, energy: 20_000, net: 33_667, vat_amount: 6733, gross: 40_400 }
    expect(await world.get(month)).toMatchObject({ state: 'no_list', total, differences: [] })
    await expect(world.post(`${month}/agree`)).rejects.toThrow('roaming.nothing_to_agree')
    const equal = await world.put<PartnerSettlement>(`${month}/list`, { file: listOf(bills.map(lineOf)) })
    expect(equal).toMatchObject({ state: 'open', listed: 4, differing: 0, difference: 0 })
    expect(equal.by_vat).toEqual([{ vat: 'domestic', ...total }])
    // what the ledger has on the partner's account is what the statement says
    const { rows } = await sql<{ ledger: number }>`
      select sum(l.amount_minor)::bigint as ledger from fleet_line_view l
      join roaming_contracts c on l.account = 'fleet_balance:' || c.fleet_id
      where c.partner_id = ${partner.id}`.execute(world.db)
    expect(rows).toEqual([{ ledger: total.gross }])

    const [first = [], , ...rest] = bills.map(lineOf)
    first[6] = '203.99'
    const changed = await world.put<PartnerSettlement>(`${month}/list`, {
      file: listOf([first, ...rest, ['X-1', '', '', '', '', '1.00', '1.20', '']]),
    })
    expect(changed).toMatchObject({ differing: 3, difference: 1 + 20_400 - 120 })
    expect(changed.differences.map(({ kind, fields }) => [kind, fields])).toEqual([
      ['differs', [{ field: 'gross', ours: 20_400, theirs: 20_399 }]],
      ['missing', []],
      ['unknown', []],
    ])
    await expect(world.put(`${month}/list`, { file: 'cdr_id\n\n,' })).rejects.toThrow(
      'roaming.list_unreadable',
    )
  })

  test('what may not be agreed on', async () => {
    const { contracts, agree } = await aPartner('HHH')
    const day = today()
    const next = dayAfter(day)
    await expect(agree({ charging: 'public', currency: 'EUR' })).rejects.toThrow('roaming.other_currency')
    await expect(agree({ valid_from: '2020-01-01', charging: 'public' })).rejects.toThrow(
      'roaming.contract_starts_too_early',
    )
    await expect(agree({ valid_from: next, valid_to: day, charging: 'public' })).rejects.toThrow(
      'roaming.contract_ends_before_start',
    )
    const { id } = await agree({ valid_from: next, charging: 'public', currency: 'RUB' })
    await expect(agree({ charging: 'percent', percent: 10 })).rejects.toThrow('roaming.contract_overlaps')
    // the day before it is free
    const before = await agree({ valid_to: day, charging: 'percent', percent: 10 })
    const far = { valid_from: '2031-05-20', charging: 'public', vat: 'exempt' }
    await world.post(`${contracts}/${id}/end`, { last_day: '2031-05-10' })
    await expect(agree(far)).rejects.toThrow('roaming.contract_vat_within_month')
    await agree({ ...far, valid_from: '2031-06-01' })
    await expect(world.post(`${contracts}/${id}/end`, { last_day: '2031-05-11' })).rejects.toThrow(
      'roaming.contract_overlaps',
    )
    await remove(`${contracts}/${id}`)
    await expect(remove(`${contracts}/${before.id}`)).rejects.toThrow('roaming.contract_has_begun')
    await expect(remove(`${contracts}/${id}`)).rejects.toThrow('roaming.contract_not_found')
    const listed = await world.get<{ contracts: PartnerContract[] }>(contracts)
    expect(listed.contracts.map(({ state, vat }) => [state, vat])).toEqual([
      ['future', 'exempt'],
      ['current', 'domestic'],
    ])
  })

  test('the database itself keeps two contracts of one day apart', async () => {
    const { agree } = await aPartner('JJJ')
    const { id } = await agree({ charging: 'public' })
    const again = sql`insert into fleet_contracts (fleet_id, valid_from, charging, vat, created_at)
      select fleet_id, valid_from + 100, 'public', 'domestic', created_at from fleet_contracts where id = ${id}`
    await expect(again.execute(world.db)).rejects.toThrow('fleet_contracts_one_a_day')
  })
})
