import type { Controllers, HoldEffect, Station } from '@stationmaster/contract'
import { connectStation, type Protocol, StationCallFailed } from '@stationmaster/ocpp'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases, twoVersions } from '../../../platform/general/testing.ts'
import { halves } from '../../../slices/stations/journal/frame-store.ts'
import { type StoryStation, World } from '../../world/world.ts'
import { cardTalk } from '../journal/card-talk.ts'

describe.each(openTestDatabases())('stations on hold ($name)', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
  })
  afterAll(() => world?.close())

  const hold = (id: string, registration: string, interval_seconds = 300) =>
    world.post<Pick<Station, 'hold' | 'registration'> & { takes_effect: HoldEffect }>(`stations/${id}/hold`, {
      registration,
      interval_seconds,
    })
  const station = (id: string) => world.get<Station>(`stations/${id}`)
  const codeOf = (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => 'answered',
      (error) => (error instanceof StationCallFailed ? error.code : String(error)),
    )
  /** A socket of a station that does not boot by itself. */
  const aLink = (protocol: Protocol, made: StoryStation) =>
    connectStation({
      url: `${world.server.url.replace('http', 'ws')}/ocpp`,
      stationId: made.id,
      protocol,
      password: made.password,
      handler: { onCommand: () => ({ status: 'Accepted' }), onClose: () => undefined },
    })
  const boots = {
    'ocpp1.6': { chargePointVendor: 'A', chargePointModel: 'B' },
    'ocpp2.0.1': { reason: 'PowerUp', chargingStation: { vendorName: 'A', model: 'B' } },
  }

  describe.each(twoVersions)('%s', (protocol) => {
    const status =
      protocol === 'ocpp1.6'
        ? { connectorId: 1, errorCode: 'NoError', status: 'Available' }
        : {
            timestamp: new Date().toISOString(),
            connectorStatus: 'Available',
            evseId: 1,
            connectorId: 1,
          }

    test('a Pending station: calls of its own are refused, the server’s calls are answered, and it is accepted at once', async () => {
      const made = await world.addStation()
      expect(await hold(made.id, 'Pending', 120)).toMatchObject({ takes_effect: 'next_boot' })
      const virtual = await world.simulateAs(made, protocol, { patient: true })
      await world.until('it has booted', async () => {
        const { registration, online } = await station(made.id)
        return registration === 'Pending' && online
      })
      expect(await station(made.id)).toMatchObject({
        online: true,
        configured: false,
        status: 'unconfigured',
        hold: { registration: 'Pending', interval_seconds: 120 },
        technical: { firmware_version: '1.4.2' },
        evses: [{ connectors: [{ status: 'offline', can: { start: false } }] }],
      })
      expect(await codeOf(virtual.link.call('StatusNotification', status))).toBe('SecurityError')
      expect(await codeOf(virtual.link.call('Heartbeat', {}))).toBe('SecurityError')
      expect(await codeOf(virtual.link.call('Nonsense', {}))).toBe('SecurityError')
      const start = world.post(`connectors/${made.connectorId}/start`)
      await expect(start).rejects.toMatchObject({ status: 409 })
      const settings = protocol === 'ocpp1.6' ? 'GetConfiguration' : 'GetVariables'
      const payload =
        protocol === 'ocpp1.6'
          ? {}
          : {
              getVariableData: [
                { component: { name: 'OCPPCommCtrlr' }, variable: { name: 'HeartbeatInterval' } },
              ],
            }
      expect(await world.post(`stations/${made.id}/message`, { action: settings, payload })).toMatchObject({
        kind: 'answered',
      })
      // messages that the server requested are accepted
      await world.post(`stations/${made.id}/configuration/refresh`)
      await world.until('its configuration is known', async () => {
        const { technical } = await world.get<Controllers>(`stations/${made.id}/controllers`)
        return (technical?.configuration?.settings.length ?? 0) > 0
      })
      await world.post(`stations/${made.id}/tasks`, {
        task: 'trigger',
        message: 'StatusNotification',
        evse: 1,
      })
      expect(await codeOf(virtual.link.call('StatusNotification', status))).toBe('answered')

      expect(await hold(made.id, 'Accepted')).toMatchObject({ hold: null, takes_effect: 'now' })
      await virtual.waitFor('accepted')
      await virtual.settled()
      await world.until('it is in use', async () => (await station(made.id)).status === 'available')
      expect(await station(made.id)).toMatchObject({ configured: true, hold: null, registration: 'Accepted' })
      expect(await codeOf(virtual.link.call('Heartbeat', {}))).toBe('answered')
    })

    test('a Rejected station gets no calls, and is accepted when it boots again', async () => {
      const made = await world.addStation()
      await hold(made.id, 'Rejected', 1)
      const virtual = await world.simulateAs(made, protocol, { patient: true })
      await world.until('it has booted', async () => (await station(made.id)).registration === 'Rejected')
      expect(await codeOf(virtual.link.call('Heartbeat', {}))).toBe('SecurityError')
      const triggered = world.post(`stations/${made.id}/tasks`, {
        task: 'trigger',
        message: 'BootNotification',
      })
      await expect(triggered).rejects.toMatchObject({
        status: 409,
        body: expect.stringContaining('station.on_hold'),
      })
      expect(await hold(made.id, 'Accepted')).toMatchObject({ takes_effect: 'next_try' })
      await virtual.waitFor('accepted')
    })

    test('a hold takes effect at the next boot, outlasts the connection, and is in the audit log', async () => {
      const virtual = await world.simulate(protocol)
      const { made } = virtual
      expect(await hold(made.id, 'Pending')).toMatchObject({ takes_effect: 'next_boot' })
      expect(await codeOf(virtual.link.call('Heartbeat', {}))).toBe('answered')
      await world.until('it is in use', async () => (await station(made.id)).status === 'available')
      await virtual.close()
      const link = await aLink(protocol, made)
      expect(await codeOf(link.call('Heartbeat', {}))).toBe('answered')
      const boot = await link.call('BootNotification', boots[protocol])
      expect(boot).toMatchObject({ status: 'Pending', interval: 300 })
      await link.close()
      // it does not boot again, so its last answer is still valid
      const again = await aLink(protocol, made)
      expect(await codeOf(again.call('Heartbeat', {}))).toBe('SecurityError')
      expect(await hold(made.id, 'Rejected', 60)).toMatchObject({ takes_effect: 'next_try' })
      expect(await again.call('BootNotification', boots[protocol])).toMatchObject({
        status: 'Rejected',
        interval: 60,
      })
      await hold(made.id, 'Accepted')
      expect(await again.call('BootNotification', boots[protocol])).toMatchObject({ status: 'Accepted' })
      expect(await codeOf(again.call('Heartbeat', {}))).toBe('answered')
      await again.close()
      const rows = await world.db
        .selectFrom('audit_log')
        .select(['action', 'after'])
        .where('subject_id', '=', made.id)
        .where('action', 'in', ['station.hold', 'station.let_in'])
        .orderBy('id')
        .execute()
      expect(rows).toMatchObject([
        { action: 'station.hold', after: { hold: { registration: 'Pending' } } },
        { action: 'station.hold', after: { hold: { registration: 'Rejected', intervalSeconds: 60 } } },
        { action: 'station.let_in', after: { hold: null } },
      ])
    })

    test('the energy of a station on hold is stored, once', async () => {
      const virtual = await world.simulate(protocol)
      const { made } = virtual
      const card = `HOLD-${protocol}`
      await world.addCard(card)
      const before = cardTalk(protocol, virtual, () => world.clock.now())
      const running = await before.start(card)
      await hold(made.id, 'Pending')
      await virtual.link.call('BootNotification', boots[protocol])
      const end = () => codeOf(before.stop(running.transactionId, card, 12_000))
      // an error makes the station say it again, which changes nothing
      const answer = protocol === 'ocpp1.6' ? 'answered' : 'SecurityError'
      expect([await end(), await end()]).toEqual([answer, answer])
      expect(await world.ordersOf(made.id)).toMatchObject([
        { status: 'completed', energyWh: 12_000, priceMinor: 20_400 },
      ])
      const answers = async () => {
        const { rows } = await sql<{ message_type: number }>`
          select h.message_type from frames f ${halves}
          where f.station_id = ${made.id} and h.direction = 'out' and f.action in ('StopTransaction', 'TransactionEvent')
          order by f.at`.execute(world.db)
        return rows.map((frame) => frame.message_type)
      }
      const types = protocol === 'ocpp1.6' ? [3, 3] : [3, 4, 4]
      await world.until(
        'the journal tells the answers',
        async () => (await answers()).length === types.length,
      )
      expect(await answers()).toEqual(types)
    })
  })
})
