import type {
  AlertRule,
  EnergyView,
  IncidentEntry,
  IncidentView,
  Location,
  RepairRule,
  Rollout,
  Station,
} from '@stationmaster/contract'
import { simulate } from '@stationmaster/simulator'
import { DAY_MS, dayOf, HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { silentReport } from '../../platform/watching/start-report.ts'
import { listDifferences } from '../../slices/money/ledger/totals-store.ts'
import { type DemoParts, prepareDemo } from '../../slices/operations/demo/demo.ts'
import { describeFleet } from '../../slices/operations/demo/fleet.ts'
import { demoStations } from '../../slices/operations/demo/locations.ts'
import { workEveryday } from '../../slices/operations/demo/past/everyday.ts'
import { issuePastStatements } from '../../slices/operations/demo/past/statements.ts'
import { drawPhotos } from '../../slices/operations/demo/photos.ts'
import { SettlementWorld } from '../partners/settlement-world.ts'
import { StoryClock } from '../world/story-clock.ts'
import { World } from '../world/world.ts'

const timeZone = 'Europe/Moscow'
const days = 4
const secret = 'a secret of at least thirty-two characters'

describe('the demo network', () => {
  let world: World
  let parts: DemoParts
  const clock = new StoryClock()
  const preparedAt = clock.now()

  beforeAll(async () => {
    world = await World.open(
      await openTestDatabase(),
      clock,
      { SECRET_KEY: secret, PAYMENT_PROVIDER: 'sandbox', FISCAL_TILL: 'sandbox' },
      async ({ intake }, { database: { db }, receipts, plans }) => {
        parts = { db, clock, intake, receipts, plans, secret, timeZone, currency: 'RUB', dataDir: '' }
        await prepareDemo({ ...parts, clock: { now: () => preparedAt } }, silentReport, days)
      },
    )
  })
  afterAll(() => world.close())

  test('its past settles on the days on which its cars charged', async () => {
    const { rows } = await sql<{ paidOn: string | null; finish: Date }>`
      select p.business_day as "paidOn", o.transaction_finish as finish
      from orders o left join payments p on p.order_id = o.id and p.purpose = 'charging'
      where o.status = 'completed'`.execute(world.db)
    expect(rows.length).toBeGreaterThan(50)
    const days = rows.map(({ finish }) => dayOf(finish, timeZone))
    for (const [nth, { paidOn }] of rows.entries()) if (paidOn) expect(paidOn).toBe(days[nth])
    const { rows: totals } = await sql<{ day: string; orders: number }>`
      select day, sum(order_count) as orders from daily_totals group by day order by day`.execute(world.db)
    const counted = new Map(totals.map(({ day, orders }) => [day, orders]))
    for (const day of new Set(days)) expect(counted.get(day)).toBe(days.filter((one) => one === day).length)
  })

  test('its receipts stand as registered when the money moved, and none is to be sent', async () => {
    const { rows } = await sql<{
      registeredMinor: number
      sold: number
      day: string
      finish: Date
      registered: Date
    }>`
      select sum(case r.kind when 'income' then r.amount_minor else -r.amount_minor end) as "registeredMinor",
        min(p.captured_minor - p.refunded_minor) as sold, min(r.business_day)::text as day,
        min(o.transaction_finish) as finish, min(r.registered_at) as registered
      from payments p join orders o on o.id = p.order_id
      left join fiscal_receipts r on r.order_id = p.order_id and r.purpose = p.purpose and r.settlement <> 'prepayment'
      where p.purpose = 'charging' and p.captured_minor > 0 and o.transaction_finish is not null
        and (p.method_type in ('card', 'sbp') or p.method_type = 'account' and o.driver_id is not null)
      group by p.order_id`.execute(world.db)
    expect(rows.length).toBeGreaterThan(50)
    for (const { registeredMinor, sold, day, finish, registered } of rows) {
      expect(registeredMinor).toBe(sold)
      expect(registered).toEqual(finish)
      expect(day).toBe(dayOf(finish, timeZone))
    }
    const { rows: states } = await sql<{ state: string }>`
      select distinct state from fiscal_receipts`.execute(world.db)
    expect(states).toEqual([{ state: 'done' }])
  })

  test('it was paid in every way, by several providers, and some of it went back', async () => {
    const { rows } = await sql<{ type: string }>`select distinct method_type as type from payments`.execute(
      world.db,
    )
    expect(rows.map(({ type }) => type).sort()).toEqual([
      'account',
      'card',
      'cash',
      'compensation',
      'sbp',
      'terminal',
    ])
    const { rows: seen } = await sql<Record<string, number>>`select
      count(distinct provider) filter (where method_type = 'card') as providers,
      count(*) filter (where refunded_minor > 0) as refunds,
      count(*) filter (where charged_back_minor > 0) as chargebacks,
      (select count(*) from orders where status = 'expired' and reservation_price_minor > 0) as reservations,
      (select count(*) from provider_payments where decline_code is not null) as declined
      from payments`.execute(world.db)
    for (const [what, count] of Object.entries(seen[0]!)) expect(count, what).toBeGreaterThan(0)
    const { rows: trial } =
      await sql`select sum(balance_minor)::int as minor from ledger_balance_view`.execute(world.db)
    expect(trial).toEqual([{ minor: 0 }])
    const { rows: owing } = await sql`
      select account from driver_balance_line_view group by account having sum(amount_minor) > 0`.execute(
      world.db,
    )
    expect(owing, 'drivers who charged for more than they paid in').toEqual([])
  })

  test('it has one currency in one country, and drivers whose names fit; some stations take reservations', async () => {
    const { rows } = await sql<{ places: string[]; reserving: number; all: number; mixed: string[] }>`select
      (select array_agg(distinct country) from locations where country <> '') as places,
      (select count(*)::int from stations where reservations_supported) as reserving,
      (select count(*)::int from stations) as all,
      (select coalesce(array_agg(first_name || ' ' || last_name), '{}') from drivers
        where (first_name ~ '[A-Za-z]') <> (last_name ~ '[A-Za-z]')) as mixed`.execute(world.db)
    expect(rows[0]).toMatchObject({ places: ['Россия'], mixed: [] })
    expect(rows[0]!.reserving).toBeGreaterThan(5)
    expect(rows[0]!.reserving).toBeLessThan(rows[0]!.all / 2)
    const { rows: names } =
      await sql`select from drivers group by first_name, last_name having count(*) > 1`.execute(world.db)
    expect(names, 'drivers of one name').toEqual([])
  })

  test('most of its last sessions were paid by card or SBP, for its last days to show them', async () => {
    const { rows } = await sql<{ share: number }>`
      select avg((method_type in ('card', 'sbp'))::int)::float as share from (
        select method_type, row_number() over (order by order_id desc) as number, count(*) over () as total
        from payments where purpose = 'charging' and captured_minor > 10000) p
      where number <= total / 10`.execute(world.db)
    expect(rows[0]!.share).toBeGreaterThan(0.4)
  })

  test('its days were compared with their providers and agree, and a driver owes something', async () => {
    const { rows: compared } = await sql<{ providers: number; payments: number; differences: number }>`
      select count(distinct provider)::int as providers, sum(payments)::int as payments,
        (select count(*) from payment_differences)::int as differences
      from payment_comparisons where booked_minor = theirs_minor and ours_minor = theirs_minor`.execute(
      world.db,
    )
    expect(compared).toEqual([{ providers: 2, payments: expect.any(Number), differences: 0 }])
    expect(compared[0]!.payments).toBeGreaterThan(10)
    expect(await world.get('inbox/debts')).toMatchObject([{ purpose: 'charging', amount: 5000 }])
  })

  test('its owner’s contract was in force, and the books agree', async () => {
    const { rows } = await sql<{ owned: boolean; captured: number; fee: number }>`
      select owner_id is not null as owned, sum(captured_minor - refunded_minor - charged_back_minor) as captured,
        sum(agent_fee_minor) as fee
      from payments group by 1 order by 1`.execute(world.db)
    const [own, owners] = rows
    expect(own).toMatchObject({ owned: false, fee: 0 })
    // 12.5 %, rounded once for each payment
    expect(owners!.fee / owners!.captured).toBeCloseTo(0.125, 4)
    expect(await listDifferences(world.db)).toEqual([])
  })

  test('one owner pays for a plan, one has none, and one’s card is refused; nothing earns uncovered', async () => {
    const { rows: plans } = await sql<{ state: string; paid: number; open: number; refusals: number }>`
      select s.state, s.refusals, count(*) filter (where i.state = 'paid')::int as paid,
        count(*) filter (where i.state = 'open')::int as open
      from subscriptions s join plan_invoices i on i.subscription_id = s.id group by s.id order by s.id`.execute(
      world.db,
    )
    expect(plans).toMatchObject([
      { state: 'active', paid: 3, open: 0 },
      { state: 'past_due', paid: 1, open: 1 },
    ])
    const { rows: earning } = await sql`
      select l.owner_id, count(*)::int, p.quantity
      from stations s join locations l on l.id = s.location_id
      left join subscriptions p on p.manager_id = l.owner_id
      where s.monetized and l.owner_id is not null group by 1, p.quantity having count(*) <> coalesce(p.quantity, 0)`.execute(
      world.db,
    )
    expect(earning).toEqual([])
  })

  test('stations that are away want attention', async () => {
    const readAway = async () => {
      const { attention } = await world.get<{ attention: { kind: string; at: string }[] }>(
        'statistics/network',
      )
      return attention.filter(({ kind }) => kind === 'offline')
    }
    // a station's status follows what it is derived from a moment later
    await expect.poll(readAway).toHaveLength(3)
    const away = (await readAway()).map(({ at }) => preparedAt.getTime() - new Date(at).getTime())
    expect(away.sort((a, b) => a - b)).toEqual([38 * MINUTE_MS, 5 * HOUR_MS, 2 * DAY_MS])
    const { stations } = await describeFleet(world.db, parts.secret, 3, 0)
    const faults = stations.flatMap(({ connectors }) => connectors.flatMap(({ fault }) => fault ?? []))
    expect(faults).toEqual(['GroundFailure'])
  })

  test('its last faults were incidents that somebody acknowledged and that closed; a rule would have repaired them', async () => {
    const incidents = await world.get<IncidentView[]>('incidents?limit=50&state=closed')
    expect(incidents.length).toBeGreaterThan(0)
    for (const { id, opened_at: opened, acknowledged_at: acknowledged, closed_at: closed } of incidents) {
      const instants = [opened, acknowledged ?? '', closed ?? '']
      expect(instants).toEqual(instants.toSorted())
      const timeline = await world.get<IncidentEntry[]>(`incidents/${id}/timeline`)
      expect(timeline.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['opened', 'acknowledged', 'repair_planned', 'closed']),
      )
    }
    const [rule] = await world.get<RepairRule[]>('repairs/rules')
    expect(rule).toMatchObject({ mode: 'dry_run', counts: { would: incidents.length } })
    expect(await world.get<AlertRule[]>('alerts/rules')).toHaveLength(1)
  })

  test('its photos are drawn once, and a review counts for its location', async () => {
    for (let time = 0; time < 2; time += 1) {
      await drawPhotos({ db: world.db, clock })
      const { rows } = await sql`select count(*) as photos, count(distinct location_id) as locations
        from location_photos`.execute(world.db)
      expect(rows).toEqual([{ photos: 18, locations: 12 }])
    }
    const { rows: stars } = await sql<{ same: boolean }>`select max(stars) = sum(rating) as same
      from location_ratings join feedback using (location_id) group by location_id`.execute(world.db)
    expect(new Set(stars.map(({ same }) => same))).toEqual(new Set([true]))
  })

  test('a location’s maintenance is planned, and half of a model’s stations are updated, once', async () => {
    const rapid = demoStations.filter(({ kind }) => kind === 'rapid').slice(0, 4)
    const fleet = await describeFleet(world.db, parts.secret, 0, 0)
    const running = await Promise.all(
      rapid.map(({ id }) => {
        const { password, protocol, connectors, vendorName, model, firmwareVersion } = fleet.stations.find(
          (station) => station.id === id,
        )!
        return simulate({
          url: `${world.server.url.replace('http', 'ws')}/ocpp`,
          stationId: id,
          password: password!,
          protocol,
          plate: { vendorName, model, firmwareVersion: firmwareVersion! },
          seed: id,
          connectors: connectors.map((one) => ({ ...one, number: one.connector })),
          clock,
        })
      }),
    )
    await workEveryday({ db: world.db, clock }, world.server.url)
    await workEveryday({ db: world.db, clock }, world.server.url)
    const stations = await world.get<Station[]>('stations?limit=500')
    expect(new Set(stations.flatMap((one) => (one.maintenance ? one.location_city : [])))).toEqual(
      new Set(['Тула']),
    )
    const sites = await Promise.all(
      (await world.get<Location[]>('locations?limit=500')).map(({ id }) =>
        world.get<EnergyView>(`locations/${id}/energy`),
      ),
    )
    const drawn = sites.filter(({ site }) => site !== null)
    expect(drawn).toMatchObject([{ site: { enabled: true, version: 1 }, faults: [] }])
    expect(drawn[0]!.circuits.map(({ id }) => id)).toEqual(['grid', 'ac', 'dc'])
    const [rollout, ...others] = await world.get<Rollout[]>('firmware/rollouts')
    expect(others).toEqual([])
    expect(rollout).toMatchObject({ reach: 9, total: 5, file: { model: 'Rapid 60', version: '2.19.0' } })
    await expect
      .poll(async () => (await world.get<Rollout>(`firmware/rollouts/${rollout!.id}`)).counts.done)
      .toBeGreaterThanOrEqual(2)
    const { stations: again } = await describeFleet(world.db, parts.secret, 0, 0)
    expect(again.filter(({ firmwareVersion }) => firmwareVersion === '2.19.0').length).toBeGreaterThan(0)
    await Promise.all(running.map((station) => station.close()))
  })

  test('starting again ends what ran at its own stations, and at nobody else’s', async () => {
    const foreign = await world.addStationAs('FOREIGN1')
    await world.addCard('CARD1')
    const begin = (stationId: string) => ({
      stationId,
      receivedAt: clock.now(),
      event: {
        type: 'charging.started' as const,
        at: { ordinal: 1 },
        token: { token: 'CARD1', type: 'ISO14443' },
        transactionId: `T-${stationId}`,
        meterWh: 20_000_000,
        happenedAt: clock.now(),
        samples: [],
        offline: true,
        charging: true,
      },
    })
    const own = demoStations[0]!.id
    await parts.intake.takeAll([begin(foreign.id), begin(own)], clock.now())
    await prepareDemo(parts, silentReport)
    const last = async (id: string) => (await world.ordersOf(id)).at(-1)!.status
    expect(await last(own)).toBe('completed')
    expect(await last(foreign.id)).toBe('started')
  })
})

test('a past of months has two of them settled with its owner: one is paid, one is issued, the next is open', async () => {
  const settlements = await SettlementWorld.open()
  const { db } = settlements
  const parts = { db, clock: settlements.office.clock, timeZone }
  for (const [at, day] of ['2025-12-05', '2026-01-05', '2026-02-05', '2026-03-05'].entries())
    await settlements.charge(at + 1, day, { capturedMinor: 10_000, agentFeeMinor: 1250 })
  await issuePastStatements(parts)
  const rows = (
    await Promise.all([2026, 2025].map((year) => settlements.list('administrator', year)))
  ).flatMap(({ body }) => body)
  const statuses = new Map(
    rows.map((row) => [row.month, [row.status, row.number, row.issued_at?.slice(0, 10)]]),
  )
  expect([...statuses].sort()).toEqual([
    ['2025-12', ['paid', '2026-1', '2026-01-03']],
    ['2026-01', ['issued', '2026-2', '2026-02-03']],
    ['2026-02', ['open', null, undefined]],
    ['2026-03', ['open', null, undefined]],
  ])
  await settlements.office.close()
})

test('a session settles on the day it ended, however late it is told of or given up', async () => {
  const clock = StoryClock.atNoon()
  const world = await World.open(await openTestDatabase(), clock)
  try {
    await world.addCard('CARD1')
    const ago = (ms: number) => new Date(clock.now().getTime() - ms)
    const late = await world.addStation()
    const { intake } = world.server.stations
    const common = { at: { ordinal: 1 }, samples: [], offline: true }
    const started = {
      ...common,
      type: 'charging.started' as const,
      token: { token: 'CARD1', type: 'ISO14443' },
      charging: true,
    }
    await intake.takeAll(
      [
        {
          stationId: late.id,
          receivedAt: clock.now(),
          event: { ...started, transactionId: 'LATE', meterWh: 1000, happenedAt: ago(20 * HOUR_MS) },
        },
        {
          stationId: late.id,
          receivedAt: clock.now(),
          event: {
            ...common,
            type: 'charging.ended' as const,
            transactionId: 'LATE',
            meterWh: 9000,
            happenedAt: ago(19 * HOUR_MS),
            reason: 'Local',
          },
        },
      ],
      clock.now(),
    )
    const days = await sql<{ day: string; finish: Date }>`
      select p.business_day as day, o.transaction_finish as finish from payments p join orders o on o.id = p.order_id`.execute(
      world.db,
    )
    expect(days.rows.map(({ day }) => day)).toEqual([dayOf(ago(19 * HOUR_MS), timeZone)])
    const { rows: totals } = await sql<{ day: string }>`select day from daily_totals`.execute(world.db)
    expect(totals).toEqual([{ day: days.rows[0]!.day }])

    const lost = await world.addStation()
    const begun = clock.now()
    await intake.takeAll(
      [
        {
          stationId: lost.id,
          receivedAt: begun,
          event: { ...started, offline: false, transactionId: 'LOST', meterWh: 1000, happenedAt: begun },
        },
      ],
      begun,
    )
    await world.forward(2 * DAY_MS)
    await world.server.stations.timers.fire()
    await world.until(
      'the order is closed',
      async () => (await world.ordersOf(lost.id))[0]!.status === 'completed',
    )
    const { rows } = await sql<{
      day: string
    }>`select business_day as day from orders where station_id = ${lost.id}`.execute(world.db)
    expect(rows).toEqual([{ day: dayOf(begun, timeZone) }])
  } finally {
    await world.close()
  }
})
