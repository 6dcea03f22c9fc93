import type {
  DifferingSettlement,
  GroupedPaymentNode,
  InboxCount,
  Invitation,
  OrderRoaming,
  PartnerAccount,
  PartnerSettlement,
  PartnerSettlementMonth,
  Tokens,
} from '@stationmaster/contract'
import { type Emsp, startEmsp } from '@stationmaster/simulator/emsp'
import { DAY_MS, dayOf, MINUTE_MS } from '@stationmaster/units'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import readSheet from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { compareOpen } from '../../slices/roaming/roaming-sessions/settlements/settled-month.ts'
import { readPdfText } from '../figures/pdf-text.ts'
import { cardTalk } from '../stations/journal/card-talk.ts'
import { StoryClock } from '../world/story-clock.ts'
import { World } from '../world/world.ts'

/** Above the heads of a file stand its filters, and an empty line. */
const headsAt = (text: string): number => text.split(/\r?\n/).indexOf('') + 2

/** A month of a partner with two bills of 170.00 each, from its list to a person who agrees. */
describe('a month of a partner on its way', () => {
  let world: World
  let emsp: Emsp
  let partnerId = 0
  let month = ''
  const bills: string[] = []

  beforeAll(async () => {
    world = await World.open(await openTestDatabase(), StoryClock.atNoon(), { OCPI_TIMEOUT_SECONDS: '2' })
    await world.put('roaming/party', { country_code: 'RU', party_id: 'STM', name: 'Stationmaster' })
    await sql`update locations set lat = 56.85, lng = 35.9, country = 'Russia'`.execute(world.db)
    await world.put(`roaming/locations/${world.locationId}`, { published: true })
    const { token, versions_url, partner } = await world.post<Invitation>('roaming/partners', {
      name: 'Cards of Riga',
    })
    partnerId = partner.id
    emsp = await startEmsp({ countryCode: 'LV', partyId: 'RIG', now: () => world.clock.now() })
    await emsp.partner.register(versions_url, token)
    month = dayOf(world.clock.now(), 'Europe/Moscow').slice(0, 7)
    for (const uid of ['riga1', 'riga2']) bills.push(await charge(uid))
  })
  afterAll(async () => {
    await emsp?.close()
    await world?.close()
  })

  /** A session of 10 kWh; resolves with its bill's number. */
  const charge = async (uid: string): Promise<string> => {
    await emsp.cpo.pushToken(emsp.wallet.put({ uid, whitelist: 'ALWAYS' }))
    const station = await world.simulate('ocpp1.6')
    const talk = cardTalk('ocpp1.6', station, () => world.clock.now())
    const { transactionId } = await talk.start(uid)
    world.clock.forward(MINUTE_MS)
    await talk.stop(transactionId, uid, 10_000)
    const [order] = await world.ordersOf(station.id)
    const { id } = await emsp.until(() => emsp.cdrsOf(String(order!.id))[0], `the bill of ${order!.id}`)
    return id
  }
  const months = () => `roaming/partners/${partnerId}/settlements`
  const path = () => `${months()}/${month}`
  const listed = () => world.get<PartnerSettlementMonth[]>(`${months()}?year=${month.slice(0, 4)}`)
  const waiting = async () => (await world.get<InboxCount>('inbox/count')).settlements
  const upload = (lines: string[]) =>
    world.put<PartnerSettlement>(`${path()}/list`, {
      file: ['cdr_id,kwh,cost_incl_vat', ...lines].join('\n'),
    })
  const download = async (format: string): Promise<Buffer> => {
    const { url } = await world.post<{ url: string }>(`${path()}/download`, { format, language: 'en' })
    const answer = await fetch(new URL(url, world.server.url))
    expect(answer.headers.get('content-disposition')).toContain(`Cards_of_Riga_${month}.${format}`)
    return Buffer.from(await answer.arrayBuffer())
  }
  const asAccounter = async (): Promise<RequestInit> => {
    const answer = await fetch(`${world.server.url}/api/v1/auth/manager/log-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'accounter@demo.stationmaster.example', password: 'demo-pass-1' }),
    })
    const { access_token } = (await answer.json()) as Tokens
    return { headers: { authorization: `Bearer ${access_token}` } }
  }

  test('its bills are there before any list is', async () => {
    expect(await listed()).toEqual([
      {
        month,
        bills: 2,
        sessions: 2,
        energy: 20_000,
        gross: 34_000,
        state: 'no_list',
        running: true,
        listed: null,
        listed_gross: null,
        differing: 0,
        difference: 0,
      },
    ])
    expect(await world.get(path())).toMatchObject({
      can: { upload: true, agree: false, reopen: false },
      listed_total: { energy: null, net: null, gross: null },
    })
  })

  test('a list that differs waits in the inbox, with each line that does', async () => {
    const compared = await upload([`${bills[0]},10,170.00`, `${bills[1]},10,169.00`, 'Z9,1,17.00'])
    expect(compared).toMatchObject({
      uploaded_by: 'administrator@demo.stationmaster.example',
      listed_total: { energy: 21_000, net: null, gross: 35_600 },
      differing: 2,
      difference: 100 - 1700,
      differences: [
        { cdr_id: bills[1], kind: 'differs', gross: 17_000, listed_gross: 16_900, difference: 100 },
        { cdr_id: 'Z9', kind: 'unknown', order_id: null, gross: null, listed_gross: 1700 },
      ],
      can: { agree: false },
    })
    expect(compared.differences[0]?.order_id).toBe(Number(bills[1]))
    expect(await waiting()).toBe(1)
    const { uploaded_at } = compared
    expect(await world.get<DifferingSettlement[]>('roaming/settlements/differing')).toEqual([
      {
        partner_id: partnerId,
        partner_name: 'Cards of Riga',
        month,
        listed: 3,
        differing: 2,
        difference: -1600,
        uploaded_at,
      },
    ])
    expect(await listed()).toMatchObject([
      { state: 'open', listed: 3, listed_gross: 35_600, differing: 2, difference: -1600 },
    ])
    await expect(world.post(`${path()}/agree`)).rejects.toThrow('roaming.month_runs')
  })

  test('a bill that follows is compared without anybody looking', async () => {
    await upload(bills.map((id) => `${id},10,170.00`))
    expect(await waiting()).toBe(0)
    bills.push(await charge('riga3'))
    const { db, clock } = world
    await compareOpen({ db, clock, timeZone: 'Europe/Moscow', log: { error: expect.unreachable } as never })
    expect(await waiting()).toBe(1)
  })

  test('it goes to files with every line', async () => {
    const [sheet] = await readSheet(await download('xlsx'))
    const [head, ...rows] = sheet!.data
    const column = (name: string) => rows.map((row) => row[head!.indexOf(name)])
    expect(column('Comparison')).toEqual(['Agrees', 'Agrees', 'Not on the partner’s list', 'Total'])
    expect(column('Gross')).toEqual([170, 170, 170, 510])
    expect(column('Listed gross')).toEqual([170, 170, null, 340])
    expect(column('Difference')).toEqual([0, 0, 170, 170])
    const text = readPdfText(await download('pdf'))
    for (const words of ['Cards of Riga', 'Not agreed yet', 'Not on the partner’s list', '510.00'])
      expect(text).toContain(words)
  })

  test('its sessions are marked in lists, on their pages and in files; those of others are not', async () => {
    await world.addCard('OURS')
    const station = await world.simulate('ocpp1.6')
    const talk = cardTalk('ocpp1.6', station, () => world.clock.now())
    const { transactionId } = await talk.start('OURS')
    await talk.stop(transactionId, 'OURS', 5000)
    const [own] = await world.ordersOf(station.id)
    const partner = { id: String(partnerId), name: 'Cards of Riga' }
    const ids = bills.map(Number).toReversed()
    const found = async (filter = '', token = world.authorization) => {
      const query = `{ orders${filter} { total_count edges { node { id partner { id name } } } } }`
      const answer = await fetch(`${world.server.url}/api/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: token },
        body: JSON.stringify({ query }),
      })
      const { data } = (await answer.json()) as {
        data: { orders: { total_count: number; edges: { node: { id: string; partner: unknown } }[] } }
      }
      return data.orders.edges.map(({ node }) => node)
    }
    const marked = ids.map((id) => ({ id: String(id), partner }))
    expect(await found()).toEqual([{ id: String(own!.id), partner: null }, ...marked])
    expect(await found(`(partner: "${partnerId}")`)).toEqual(marked)
    expect(await found('(partner: "any")')).toEqual(marked)
    expect(await found('(partner: "999999")')).toEqual([])
    expect(await world.get('orders/partners')).toEqual([{ id: partnerId, name: 'Cards of Riga' }])

    const { session } = await world.get<{ session: OrderRoaming }>(`orders/${ids[0]}/roaming`)
    expect(session).toMatchObject({
      partner: { id: partnerId, name: 'Cards of Riga' },
      party: 'LV*RIG',
      auth_method: 'WHITELIST',
      status: 'COMPLETED',
      bills: [{ id: String(ids[0]), total: 17_000, month, taken_at: expect.any(String) }],
      can: { open: true, messages: true },
    })
    expect(await world.get(`orders/${own!.id}/roaming`)).toEqual({ session: null })

    // what is on account of the partner is the same in its bills, in the file of its sessions and in the ledger
    const day = (days: number) => new Date(world.clock.now().getTime() + days * DAY_MS).toISOString()
    const query = `from=${day(-2)}&to=${day(1)}&statuses=completed&format=csv&partner=${partnerId}`
    const file = await fetch(`${world.server.url}/api/v1/orders/download?${query}`, {
      headers: { authorization: world.authorization },
    })
    const text = await file.text()
    const rows: Record<string, string>[] = parse(text, { bom: true, columns: true, from_line: headsAt(text) })
    const totals = rows.pop()
    expect(rows.map((row) => row['Roaming partner'])).toEqual(ids.map(() => 'Cards of Riga'))
    const { rows: ledger } = await sql<{ total: number }>`
      select sum(l.amount_minor)::bigint as total from fleet_line_view l
      join roaming_contracts c on l.account = 'fleet_balance:' || c.fleet_id where c.partner_id = ${partnerId}`.execute(
      world.db,
    )
    const { total } = await world.get<PartnerSettlement>(path())
    const inFile = Math.round(Number(totals?.['Captured, ₽']) * 100)
    const days = [-2, 1].map((ahead) => dayOf(new Date(day(ahead)), 'Europe/Moscow'))
    const accounts = await world.get<PartnerAccount[]>(`roaming/accounts?from=${days[0]}&to=${days[1]}`)
    const same = { partner_id: partnerId, partner_name: 'Cards of Riga', sessions: 3, energy: 30_000 }
    expect(accounts).toEqual([{ ...same, amount: 51_000 }])
    expect(await world.get('roaming/accounts?from=2020-01-01&to=2020-01-31')).toEqual([])
    expect([inFile, ledger[0]?.total, total.gross]).toEqual([51_000, 51_000, 51_000])

    // the statistics of payments and their file have it in rows of its own, with the same sums; who pays by himself is beside them
    const { groupedPayments } = (
      await world.post<{ data: { groupedPayments: GroupedPaymentNode[] } }>('../graphql', {
        query: `{ groupedPayments(from: "${day(-2)}", to: "${day(1)}") { payment_method_type payment_provider count kwh amount } }`,
      })
    ).data
    const ofPartners = (provider: string | null) => provider === 'roaming'
    const grouped = groupedPayments.filter(({ payment_provider: name }) => ofPartners(name))
    expect(new Set(grouped.map((one) => one.payment_method_type))).toEqual(new Set(['account']))
    const sumOf = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0)
    expect([
      sumOf(grouped.map(({ count }) => count)),
      sumOf(grouped.map(({ kwh }) => kwh)),
      sumOf(grouped.map(({ amount }) => amount)),
    ]).toEqual([3, 30, 51_000])
    expect(groupedPayments.some((one) => !ofPartners(one.payment_provider))).toBe(true)
    const download = `statistics/report/download?mode=day&from=${day(-2)}&to=${day(1)}&format=csv`
    const byDay = await fetch(`${world.server.url}/api/v1/${download}`, {
      headers: { authorization: world.authorization },
    })
    const body = await byDay.text()
    const lines: Record<string, string>[] = parse(body, { bom: true, columns: true })
    const roaming = lines.filter((line) => ofPartners(line.Provider ?? null))
    expect(sumOf(roaming.map((line) => Math.round(Number(line['Amount, ₽']) * 100)))).toBe(51_000)

    // a filter that narrows the list narrows what is given back by it
    const filter = { from: day(-2), to: day(1), statuses: ['completed'] }
    const reach = (more: object) =>
      world.post<{ orders: number }>('refund-runs/reach', {
        selection: { of: 'filter', filter: { ...filter, ...more } },
      })
    expect((await reach({ partner: partnerId })).orders).toBe(3)
    expect((await reach({ partner: 999_999 })).orders).toBe(0)
  })

  test('when it is over a person agrees with what was compared, and can take that back', async () => {
    await world.forward(32 * DAY_MS)
    await expect(world.post(`${path()}/agree`, { difference: 1 })).rejects.toThrow(
      'roaming.settlement_changed',
    )
    await expect(world.post(`${path()}/reopen`, { reason: 'early' })).rejects.toThrow('roaming.not_agreed')
    const agreed = await world.post<PartnerSettlement>(`${path()}/agree`, {
      note: 'by mail',
      difference: 17_000,
    })
    expect(agreed).toMatchObject({
      state: 'agreed',
      note: 'by mail',
      agreed_by: 'administrator@demo.stationmaster.example',
      differing: 1,
      can: { upload: false, agree: false, reopen: true },
    })
    expect(await waiting()).toBe(0)
    await expect(upload([`${bills[0]},10,170.00`])).rejects.toThrow('roaming.settlement_agreed')
    await expect(world.post(`${path()}/agree`)).rejects.toThrow('roaming.nothing_to_agree')
    const opened = await world.post<PartnerSettlement>(`${path()}/reopen`, { reason: 'one is disputed' })
    expect(opened).toMatchObject({
      state: 'open',
      note: '',
      agreed_by: null,
      can: { upload: true, agree: true },
    })
    expect(await waiting()).toBe(1)
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where subject_type = 'partner_settlement' order by id`.execute(world.db)
    expect(rows.map(({ action }) => action.split('.')[1])).toEqual(['list', 'list', 'agree', 'reopen'])
  })

  test('accounters of the network read it; to those of an owner there is no partner', async () => {
    const read = async (init: RequestInit, of = path()) => {
      const answer = await fetch(`${world.server.url}/api/v1/${of}`, init)
      return { status: answer.status, body: (await answer.json()) as unknown }
    }
    const accounter = await asAccounter()
    expect(await read(accounter, 'roaming/partners')).toMatchObject({
      body: [{ id: partnerId, can: { change: false, check: false } }],
    })
    expect(await read(accounter)).toMatchObject({
      status: 200,
      body: { can: { upload: false, agree: false, reopen: false } },
    })
    await sql`update managers set owner_id = (select id from managers where role = 'manager' limit 1)
      where role = 'accounter'`.execute(world.db)
    const ofOwner = await asAccounter()
    expect((await read(ofOwner)).status).toBe(404)
    expect(await read(ofOwner, 'roaming/partners')).toEqual({ status: 200, body: [] })
  })
})
