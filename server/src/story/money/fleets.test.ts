import type { Driver, Fleet, FleetInvoice } from '@stationmaster/contract'
import { DAY_MS, dayOf, firstDayOf, instantOf, MINUTE_MS, monthOf, nextMonth } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { openTestDatabase, twoVersions } from '../../platform/general/testing.ts'
import {
  type CompanyCard,
  updateAllowedUntil,
  upsertCompanyCards,
} from '../../slices/charging/drivers/fleets/company-card-store.ts'
import { upkeep } from '../../upkeep/upkeep.ts'
import { readPdfText } from '../figures/pdf-text.ts'
import { cardTalk } from '../stations/journal/card-talk.ts'
import { readOutbox } from '../world/outbox.ts'
import { World } from '../world/world.ts'

/** Companies that pay for their drivers, at the tariff of the world: 17.00 a kWh. */
describe('fleets', () => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await openTestDatabase())
  })
  afterAll(() => world?.close())

  let made = 0
  const fields = (name: string, month_limit: number | null) => ({
    name,
    email: `${name.toLowerCase()}@fleet.example`,
    tax_number: '7707083893',
    contract_number: '12/26',
    language: 'en',
    month_limit,
  })
  /** A fleet with a limit and drivers, each with a card. */
  const aFleet = async (limit: number | null, drivers = 1) => {
    const name = `Taxi${++made}`
    const { id } = await world.post<Fleet>('fleets', fields(name, limit))
    const cards = Array.from({ length: drivers }, (_, index) => `${name}-${index}`.toUpperCase())
    const people: number[] = []
    for (const card of cards) {
      await world.addCard(card)
      const [driver] = await world.get<Driver[]>(`drivers?search=${card}`)
      await world.patch(`drivers/${driver!.id}`, { fleet_id: id })
      people.push(driver!.id)
    }
    const get = () => world.get<Fleet>(`fleets/${id}`)
    return { id, name, cards, people, get }
  }
  const mailsTo = (name: string) =>
    readOutbox(world.dataDir).filter(({ to }) => to === `${name.toLowerCase()}@fleet.example`)
  const aTalk = async (protocol: (typeof twoVersions)[number]) => {
    const station = await world.simulate(protocol)
    return { id: station.id, made: station.made, ...cardTalk(protocol, station, () => world.clock.now()) }
  }
  type Talk = Awaited<ReturnType<typeof aTalk>>
  const charge = async (station: Talk, card: string, energyWh: number) => {
    const { transactionId, cardStatus } = await station.start(card)
    await station.stop(transactionId, card, energyWh)
    return cardStatus.status
  }

  describe.each(twoVersions)('%s', (protocol) => {
    test('below its limit a fleet pays, at it nothing begins, and a higher one lets go on', async () => {
      const fleet = await aFleet(51_000)
      const [card = ''] = fleet.cards
      const station = await aTalk(protocol)
      // OCPP 1.6 has no word of its own for it
      const refusal = protocol === 'ocpp1.6' ? 'Blocked' : 'NoCredit'
      // 20 kWh of 30
      expect(await charge(station, card, 20_000)).toBe('Accepted')
      expect(await fleet.get()).toMatchObject({ used: 34_000, held: 0, owed: 34_000, used_up: false })
      expect(await station.authorize(card)).toMatchObject({ status: 'Accepted' })
      // the driver pays nothing, and the order says who does
      const [driver] = await world.get<Driver[]>(`drivers?search=${card}`)
      expect(driver).toMatchObject({ balance: 0, debt: 0, fleet: { id: fleet.id, name: fleet.name } })
      const [order] = await world.ordersOf(station.id)
      expect(await world.order(order!.id)).toMatchObject({
        fleet: { id: fleet.id, name: fleet.name },
        payment_method_type: 'account',
        // what was left of the limit
        limit_amount: 51_000,
      })
      expect(mailsTo(fleet.name)).toHaveLength(0)
      expect(await charge(station, card, 10_000)).toBe('Accepted')
      expect(await fleet.get()).toMatchObject({ used: 51_000, used_up: true })
      expect(await station.authorize(card)).toMatchObject({ status: refusal })
      const refused = await station.start(card)
      expect(refused.cardStatus.status).toBe(refusal)
      await station.stop(refused.transactionId, card, 0)
      await expect(
        world.post(`connectors/${station.made.connectorId}/start`, { driver_id: driver!.id }),
      ).rejects.toThrow('driver.fleet_limit')
      await expect(
        world.post(`connectors/${station.made.connectorId}/orders`, {
          kind: 'charge',
          driver_id: driver!.id,
        }),
      ).rejects.toThrow(/driver.fleet_limit|payment/)
      await world.until('the fleet is warned', () => mailsTo(fleet.name).length === 1)
      await world.put(`fleets/${fleet.id}`, fields(fleet.name, 51_001))
      expect(await station.authorize(card)).toMatchObject({ status: 'Accepted' })
    })
  })

  test.each(twoVersions)('a card that a company has given out itself: %s', async (protocol) => {
    const fleet = await aFleet(null, 0)
    const token = `GIVEN${made}`
    const keep = (card: Partial<CompanyCard>) =>
      world.db
        .transaction()
        .execute((tx) =>
          upsertCompanyCards(
            tx,
            fleet.id,
            [{ token, group: null, blocked: false, answered: false, ...card }],
            world.clock.now(),
          ),
        )
    expect(await keep({})).toEqual(new Set([token]))
    const station = await aTalk(protocol)
    expect(await charge(station, token.toLowerCase(), 10_000)).toBe('Accepted')
    expect(await fleet.get()).toMatchObject({ used: 17_000, owed: 17_000 })
    const [order] = await world.ordersOf(station.id)
    expect(await world.order(order!.id)).toMatchObject({ rfid: token, fleet: { id: fleet.id }, user: null })
    // the staff neither see nor change it
    expect(await world.get<{ token: string }[]>(`id-tokens?search=${token}`)).toEqual([])
    await expect(world.patch(`id-tokens/${token}`, { blocked: true })).rejects.toThrow('not_found')
    // another company, or a driver, has no card of the same number
    const other = await aFleet(null, 0)
    const taken = world.db
      .transaction()
      .execute((tx) =>
        upsertCompanyCards(
          tx,
          other.id,
          [{ token, group: null, blocked: false, answered: false }],
          world.clock.now(),
        ),
      )
    expect(await taken).toEqual(new Set())
    await expect(world.addCard(token)).rejects.toThrow('token.exists')

    await keep({ blocked: true })
    expect(await station.authorize(token)).toMatchObject({ status: 'Blocked' })
    // its company has answered, and that is good until an instant
    await keep({ answered: true })
    const allow = (until: Date) =>
      world.db.transaction().execute((tx) => updateAllowedUntil(tx, fleet.id, { token, until }))
    expect(await station.authorize(token)).toMatchObject({ status: 'Blocked' })
    await allow(new Date(world.clock.now().getTime() + MINUTE_MS))
    expect(await station.authorize(token)).toMatchObject({ status: 'Accepted' })
    await allow(world.clock.now())
    expect(await station.authorize(token)).toMatchObject({ status: 'Blocked' })
    await keep({})
    await world.put(`fleets/${fleet.id}`, { ...fields(fleet.name, null), active: false })
    expect(await station.authorize(token)).toMatchObject({ status: 'Blocked' })
  })

  test('sessions that begin at once share what is left, and none uses what another one may still need', async () => {
    const fleet = await aFleet(200_000, 4)
    const stations = await Promise.all(fleet.cards.map(() => aTalk('ocpp2.0.1')))
    // what a full battery costs is 1,700 roubles: one session may use that, and a second one the 300 that are left
    const begun = await Promise.all(stations.map((station, index) => station.start(fleet.cards[index]!)))
    const answers = begun.map(({ cardStatus }) => cardStatus.status).toSorted()
    expect(answers).toEqual(['Accepted', 'Accepted', 'NoCredit', 'NoCredit'])
    expect(await fleet.get()).toMatchObject({ used: 0, held: 200_000, used_up: true })
    const { rows } = await sql<{ limit: number }>`select limit_amount_minor as limit from orders
      where fleet_id = ${fleet.id} order by 1`.execute(world.db)
    expect(rows.map(({ limit }) => limit)).toEqual([30_000, 170_000])
  })

  test('one invoice a month, with a line by driver, paid once in the ledger', async () => {
    await world.post('legal-details', {
      name: 'Network LLC',
      inn: '7707083893',
      address: 'Moscow',
      vat_percent: 20,
      valid_from: dayOf(world.clock.now(), 'Europe/Moscow'),
    })
    const fleet = await aFleet(null, 2)
    const station = await aTalk('ocpp1.6')
    await charge(station, fleet.cards[0]!, 10_000)
    await charge(station, fleet.cards[1]!, 2000)
    await charge(station, fleet.cards[1]!, 4000)
    const month = dayOf(world.clock.now(), 'Europe/Moscow').slice(0, 7)
    const issue = () => world.post<FleetInvoice>(`fleets/${fleet.id}/invoices`, { month })
    await expect(issue()).rejects.toThrow('fleet_invoice.nothing')
    await world.forward(32 * DAY_MS)
    const invoice = await issue()
    expect(invoice).toMatchObject({
      amount: 27_200,
      vat: 4533,
      vat_percent: 20,
      sessions: 3,
      energy: 16_000,
      paid_on: null,
      can: { pay: true },
    })
    expect(await issue()).toEqual(invoice)
    const { url } = await world.post<{ url: string }>(`fleet-invoices/${invoice.id}/download`, {
      language: 'en',
    })
    const file = await fetch(new URL(url, world.server.url))
    const text = readPdfText(Buffer.from(await file.arrayBuffer()))
    for (const part of [
      invoice.number,
      'Network LLC',
      fleet.name,
      fleet.cards[0]!,
      '170.00',
      '102.00',
      '272.00',
      '45.33',
    ])
      expect(text).toContain(part)
    const paid = { paid_on: dayOf(world.clock.now(), 'Europe/Moscow'), document_number: '77' }
    expect(await world.post(`fleet-invoices/${invoice.id}/payment`, paid)).toMatchObject({
      ...paid,
      can: { pay: false },
    })
    await expect(world.post(`fleet-invoices/${invoice.id}/payment`, paid)).rejects.toThrow(
      'fleet_invoice.paid',
    )
    expect(await fleet.get()).toMatchObject({ owed: 0, used: 0 })
    const { rows } = await sql<{ kind: string; debit: string; credit: string; amount: number }>`
      select t.kind, t.debit, t.credit, t.amount_minor as amount from ledger_transfers t
      where ${`fleet_balance:${fleet.id}`} in (t.debit, t.credit) and t.kind = 'top_up'`.execute(world.db)
    expect(rows).toEqual([
      { kind: 'top_up', debit: 'bank', credit: `fleet_balance:${fleet.id}`, amount: 27_200 },
    ])
  })

  test('by night each fleet has one invoice of the month that is over, however many servers make it', async () => {
    const fleet = await aFleet(null, 1)
    const idle = await aFleet(null, 1)
    const station = await aTalk('ocpp2.0.1')
    await charge(station, fleet.cards[0]!, 10_000)
    const config = readConfig({}, [])
    const { timeZone } = config
    const month = monthOf(dayOf(world.clock.now(), timeZone))
    const begin = instantOf(firstDayOf(nextMonth(month)), 0, timeZone)
    const invoicesOf = (id: number) => world.get<FleetInvoice[]>(`fleet-invoices?fleet=${id}`)
    const night = (at: Date) => upkeep.find(({ job }) => job === 'fleet-invoices')!.run(world.db, at, config)

    await night(new Date(begin.getTime() - 1))
    expect(await invoicesOf(fleet.id)).toEqual([])
    await Promise.all([night(begin), night(begin), night(begin)])
    expect(await invoicesOf(fleet.id)).toMatchObject([
      { month, amount: 17_000, sessions: 1, can: { pay: true } },
    ])
    expect(await invoicesOf(idle.id)).toEqual([])
    // the button and the next night find it there
    await night(new Date(begin.getTime() + DAY_MS))
    await world.forward(begin.getTime() - world.clock.now().getTime() + MINUTE_MS)
    const [issued] = await invoicesOf(fleet.id)
    expect(await world.post<FleetInvoice>(`fleets/${fleet.id}/invoices`, { month })).toEqual(issued)
    expect(await invoicesOf(fleet.id)).toHaveLength(1)
    const { rows } = await sql<{ manager: number | null }>`select manager_id as manager from audit_log
      where action = 'fleet_invoice.issue' and subject_id = ${String(issued!.id)}`.execute(world.db)
    expect(rows).toEqual([{ manager: null }])
  })
})
