import { setTimeout as delay } from 'node:timers/promises'
import type { FleetFirmware, OcppMessage, PayPage, Rollout } from '@stationmaster/contract'
import type { Protocol } from '@stationmaster/ocpp'
import { testCards } from '@stationmaster/payment-sandbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { twoVersions } from '../../../platform/general/testing.ts'
import { encryptedCard } from '../../money/payments/payment-sandbox.ts'
import { Caller } from './caller.ts'
import { MailSink } from './mail-sink.ts'
import { Servers } from './servers.ts'
import { Switch } from './switch.ts'

interface Clocks {
  provideClock(): Promise<string | undefined>
  clockOf(library: string, instant: string, now: number): Record<string, string>
}
const { provideClock, clockOf }: Clocks = await import(
  /* @vite-ignore */ new URL('../../../../../scripts/lib/clock.mjs', import.meta.url).href
)

/** so far the clock of the second server is ahead */
const aheadMs = 5_000
const administrator = 'administrator@demo.stationmaster.example'

/** A time zone in which six in the morning was less than an hour ago, or is in minutes. */
function zoneOfMorning(now: Date): string {
  const hour = now.getUTCMinutes() < 57 ? now.getUTCHours() : now.getUTCHours() + 1
  const ahead = ((((6 - hour + 12) % 24) + 24) % 24) - 12
  return ahead >= 0 ? `Etc/GMT-${ahead}` : `Etc/GMT+${-ahead}`
}

/** A story that is tried again has stations of its own. */
let made = 0

describe('two servers with clocks that differ do things once', () => {
  let servers: Servers
  let sink: MailSink
  /** the address that both are reached by */
  let door: Switch
  const timeZone = zoneOfMorning(new Date())
  const comesTo = (at: number) => door.to(Number(new URL(servers.all[at]!.url).port))

  beforeAll(async () => {
    const library = await provideClock()
    if (!library) throw new Error('libfaketime is not installed: install it, Debian has a package faketime.')
    const now = Date.now()
    const ahead = clockOf(library, new Date(now + aheadMs).toISOString(), now)
    sink = await MailSink.open()
    door = await Switch.open(0)
    servers = await Servers.open(
      2,
      {
        SMTP_URL: sink.url,
        PUBLIC_URL: door.url.replace('ws:', 'http:').replace('/ocpp', ''),
        TIME_ZONE: timeZone,
      },
      { envOf: (i) => (i === 1 ? ahead : {}) },
    )
  })
  afterAll(async () => {
    await servers?.close()
    door?.close()
    sink?.close()
  })

  /** How often a station was sent a command. */
  async function sentTo(stationId: string, actions: readonly string[]): Promise<number> {
    const query = `direction=server&action=${actions.join(',')}`
    const items = await servers.apis[0]!.get<OcppMessage[]>(`ocpp-messages/${stationId}?${query}`)
    return items
      .filter(({ message_type_id }) => message_type_id === 2)
      .reduce((sum, { repeats }) => sum + Math.max(1, repeats), 0)
  }

  test('the clocks differ', async () => {
    const dates = await Promise.all(
      servers.all.map(async ({ url }) =>
        Date.parse((await fetch(`${url}/health/live`)).headers.get('date')!),
      ),
    )
    expect(dates[1]! - dates[0]!).toBeGreaterThanOrEqual(aheadMs - 2_000)
  })

  test('a mail is sent once', async () => {
    const invited = Array.from({ length: 8 }, (_, i) => `nina${i}@once.example`)
    await Promise.all(
      invited.map((email, i) =>
        servers.apis[i % 2]!.post('managers', {
          email,
          first_name: 'Nina',
          last_name: 'Orlova',
          role: 'operator',
        }),
      ),
    )
    await servers.until('all are invited', () => invited.every((email) => sink.to(email).length > 0))
    await delay(3_000)
    expect(invited.map((email) => sink.to(email).length)).toEqual(invited.map(() => 1))
  })

  test('new firmware goes to all stations of both, once', async () => {
    const ids = [0, 1].flatMap((at) =>
      twoVersions.map((protocol) => ({ at, protocol, id: `FIRMWARE-${at}-${protocol}` })),
    )
    for (const { at, protocol, id } of ids) await servers.simulate(id, protocol, at)
    const fleet = () => servers.apis[0]!.get<FleetFirmware[]>('firmware/fleet')
    await servers.until(
      'all have reported their version',
      async () => (await fleet())[0]?.stations === ids.length,
    )
    const [{ vendor_name, model }] = (await fleet()) as [FleetFirmware]
    comesTo(1)
    const caller = new Caller(servers.all, administrator)
    await caller.logIn(0)
    const form = new FormData()
    form.set('file', new Blob(['new firmware']), 'new.bin')
    const query = new URLSearchParams({ vendor_name, model, version: '9.0.0' })
    const file = await caller.upload<{ id: number }>(0, `firmware?${query}`, form)
    expect(file.status).toBe(201)
    const { id } = await servers.apis[1]!.post<Rollout>('firmware/rollouts', {
      file_id: file.body.id,
      share: { of: 'percent', percent: 100 },
      wave_size: 3,
      failures_most: 4,
    })
    const rollout = () => servers.apis[0]!.get<Rollout>(`firmware/rollouts/${id}`)
    await servers.until('it has ended', async () => (await rollout()).status === 'finished')
    expect(await rollout()).toMatchObject({ total: 4, counts: { done: 4 } })
    for (const one of ids) expect([one.id, await sentTo(one.id, ['UpdateFirmware'])]).toEqual([one.id, 1])
  })

  test.each(twoVersions)('%s: a session whose time is over is stopped once', async (protocol) => {
    const ids = [0, 1, 2, 3].map((i) => `TIMED-${i}-${protocol}`)
    const orders: number[] = []
    for (const [i, id] of ids.entries()) {
      await servers.simulate(id, protocol, i % 2, { meterEveryMs: 3_600_000 })
      const connector = await servers.connectorOf(id)
      const { id: order } = await servers.apis[1 - (i % 2)]!.post<{ id: number }>(
        `connectors/${connector}/start`,
        { limit_hours: 1 },
      )
      orders.push(order)
    }
    const [api] = servers.apis
    const isAll = async (status: string) =>
      (await Promise.all(orders.map((id) => api!.details(String(id))))).every(
        ({ order }) => order.status === status,
      )
    await servers.until('all charge', () => isAll('started'))
    await servers.query(`update orders set limit_seconds = 1, due_at = now() where id = any($1)`, [orders])
    await servers.until('all have ended', () => isAll('completed'))
    await delay(2_000)
    for (const id of ids)
      expect([id, await sentTo(id, ['RemoteStopTransaction', 'RequestStopTransaction'])]).toEqual([id, 1])
  })

  test.each([
    'charge',
    'reservation',
  ] as const)('a %s is paid at the server that does not hold the station, which hears of it once', async (kind) => {
    comesTo(0)
    const caller = new Caller(servers.all, administrator)
    await caller.logIn(0)
    const payAt0 = async (id: string, protocol: Protocol, behaviour: string) => {
      const station = await servers.simulate(id, protocol, 1, { plugDelayMs: null })
      await caller.call(0, 'PATCH', `stations/${id}`, { reservations_supported: true })
      if (kind === 'charge') await station.plugIn(1, null)
      // a second after its boot a station is sent its reservations once more
      else await delay(1_500)
      const connector = await servers.connectorOf(id)
      const body = { kind, limit_amount: 10_000 }
      const offer = () => caller.call<{ link: string }>(0, 'POST', `connectors/${connector}/orders`, body)
      let offered = await offer()
      await servers.until('its status is known', async () => {
        if (offered.status !== 201) offered = await offer()
        return offered.status === 201
      })
      const page = `pay/${offered.body.link.split('/').at(-1)}`
      const shown = async () => (await caller.call<PayPage>(0, 'GET', page)).body
      const { number } = testCards.find((card) => card.behaviour === behaviour)!
      const card = await encryptedCard((await shown()).card_key!, number)
      await caller.call(0, 'POST', `${page}/payment`, {
        method: 'card',
        encrypted_card_number: card.encryptedCardNumber,
        encrypted_security_code: card.encryptedSecurityCode,
        expiration_month: card.expirationMonth,
        expiration_year: card.expirationYear,
      })
      const reached = kind === 'charge' ? 'charging' : 'reserved'
      await servers.until(`${id} is ${reached}`, async () => (await shown()).step === reached)
    }
    made += 1
    const paid = (['approved', 'notice_twice', 'notice_late'] as const).map((behaviour, i) => ({
      behaviour,
      id: `PAID-${kind}-${i}-${made}`,
      protocol: twoVersions[i % 2]!,
    }))
    await Promise.all(paid.map(({ id, protocol, behaviour }) => payAt0(id, protocol, behaviour)))
    await delay(1_000)
    const starts = kind === 'charge' ? ['RemoteStartTransaction', 'RequestStartTransaction'] : ['ReserveNow']
    for (const { id, behaviour } of paid)
      expect([behaviour, await sentTo(id, starts)]).toEqual([behaviour, 1])
  })

  test('what runs by the clock runs once', async () => {
    await servers.apis[1]!.post('report-schedules', {
      mode: 'owner',
      locations: null,
      every: 'day',
      format: 'csv',
    })
    const mails = () => sink.to(administrator)
    const before = mails().length
    await servers.query(`update report_schedules set next_on = (now() at time zone $1)::date`, [timeZone])
    await servers.query(`update job_clock set at = date_trunc('minute', now()) - interval '59 minutes'`)
    await servers.until('the report is mailed', () => mails().length > before, 270_000)
    await delay(5_000)
    expect(mails().length).toBe(before + 1)
  }, 300_000)
})
