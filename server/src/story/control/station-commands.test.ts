import type { Controllers, OperationAnswer, Station } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { PlayedStation } from '../conformance/played-station.ts'
import { World } from '../world/world.ts'

type Operated = Station & { answers: OperationAnswer[] }
const protocols = ['ocpp1.6', 'ocpp2.0.1'] as const

describe.each(openTestDatabases())('commands to a station ($name)', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
  })
  afterAll(() => world.close())

  const operate = (id: string, operational_status: string, ...evses: number[]) =>
    world.post<Operated>(`stations/${id}/status`, { operational_status, evses })
  const station = (id: string) => world.get<Station>(`stations/${id}`)
  const evse = async (id: string) => (await station(id)).evses[0]!
  const untilStatus = (id: string, status: string) =>
    world.until(`${id} is ${status}`, async () => {
      const found = await world.get<Station[]>(`stations?status=${status}&search=${id}`)
      return found.length === 1 && found[0]!.status === status
    })
  const untilSaid = (id: string, said: string) =>
    world.until(`${id} says ${said}`, async () => (await evse(id)).connectors[0]?.origin_status === said)

  describe.each(protocols)('%s', (protocol) => {
    test('an EVSE is put out of operation and back; the station says so itself', async () => {
      const { made } = await world.simulate(protocol)
      await untilStatus(made.id, 'available')
      const off = await operate(made.id, 'inoperative', 1)
      expect(off.answers).toEqual([
        { evse_number: 1, accepted: true, status: 'Accepted', code: null, error: null },
      ])
      expect(off.evses[0]).toMatchObject({ operational: false, availability_pending: false })
      await untilSaid(made.id, 'Unavailable')
      await untilStatus(made.id, 'not_operative')
      await operate(made.id, 'operative', 0)
      await untilSaid(made.id, 'Available')
      await untilStatus(made.id, 'available')
    })

    test('a station that charges does it later, and says Scheduled', async () => {
      const played = await world.simulate(protocol)
      const { made } = played
      await untilStatus(made.id, 'available')
      await world.post(`connectors/${made.connectorId}/start`)
      await played.waitFor('charging')
      const { answers } = await operate(made.id, 'inoperative', 1)
      expect(answers).toMatchObject([{ accepted: true, status: 'Scheduled', code: null }])
      expect(await evse(made.id)).toMatchObject({ operational: false, availability_pending: false })
      await world.post(`connectors/${made.connectorId}/stop`)
      await untilSaid(made.id, 'Unavailable')
    })

    test('a request that did not reach the station is sent after its next boot', async () => {
      const played = await world.simulate(protocol)
      const { made } = played
      await untilStatus(made.id, 'available')
      await played.goOffline()
      await world.untilOffline(made.id)
      const { answers } = await operate(made.id, 'inoperative', 1)
      expect(answers).toEqual([
        {
          evse_number: 1,
          accepted: false,
          status: null,
          code: 'station.offline',
          error: 'The station is not connected.',
        },
      ])
      expect(await evse(made.id)).toMatchObject({ operational: false, availability_pending: true })
      await played.goOnline()
      await played.reboot({ hard: true })
      await untilSaid(made.id, 'Unavailable')
      await world.until('the request is accepted', async () => !(await evse(made.id)).availability_pending)
    })

    test('a request that the station is about to answer is not sent again after its boot', async () => {
      const made = await world.addStation()
      const url = `${world.server.url.replace('http', 'ws')}/ocpp`
      const station = await PlayedStation.open({ url, ...made, protocol })
      const model =
        protocol === 'ocpp1.6'
          ? { chargePointVendor: 'Slow', chargePointModel: 'One' }
          : { reason: 'PowerUp', chargingStation: { vendorName: 'Slow', model: 'One' } }
      await station.call('BootNotification', model)
      const answer = operate(made.id, 'inoperative', 1)
      const call = await station.next('ChangeAvailability')
      // waiting requests are sent a second after a boot
      await new Promise((resolve) => setTimeout(resolve, 1300))
      call.answer({ status: 'Accepted' })
      expect((await answer).answers).toMatchObject([{ accepted: true }])
      await station.call('Heartbeat', {})
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(station.leave()).toEqual([])
    })

    test('what another server was asked for meanwhile is what the station gets last', async () => {
      const made = await world.addStation()
      const url = `${world.server.url.replace('http', 'ws')}/ocpp`
      const station = await PlayedStation.open({ url, ...made, protocol })
      const answer = operate(made.id, 'inoperative', 1)
      const call = await station.next('ChangeAvailability')
      // the other server's command has overtaken this one: the station has answered it already
      await world.db
        .updateTable('evses')
        .set({ operational: true, availability_pending: false, availability_answer: 'Accepted' })
        .where('station_id', '=', made.id)
        .execute()
      call.answer({ status: 'Accepted' })
      const again = await station.next('ChangeAvailability')
      const { type, operationalStatus } = again.payload as { type?: string; operationalStatus?: string }
      expect(type ?? operationalStatus).toBe('Operative')
      again.answer({ status: 'Accepted' })
      expect((await answer).answers).toMatchObject([{ accepted: true }])
      expect(await evse(made.id)).toMatchObject({ operational: true, availability_pending: false })
      await station.call('Heartbeat', {})
      expect(station.leave()).toEqual([])
    })

    test('what is set on a station is read from it', async () => {
      const { made } = await world.simulate(protocol)
      await untilStatus(made.id, 'available')
      await world.post(`stations/${made.id}/configuration/refresh`)
      const read = async () =>
        (await world.get<Controllers>(`stations/${made.id}/controllers`)).technical?.configuration
      await world.until('the report is whole', async () => (await read())?.fetched_at != null)
      const settings = (await read())!.settings
      const interval = settings.find(({ name }) => name === 'HeartbeatInterval')
      expect(interval).toMatchObject({ value: '300', readonly: false, secret: false })
      expect(interval?.component).toBe(protocol === 'ocpp1.6' ? null : 'OCPPCommCtrlr')
      expect(settings.length).toBeGreaterThan(10)
    })

    test('a removed station is cut off, not accepted again, and its history stays', async () => {
      const played = await world.simulate(protocol)
      const { made } = played
      await untilStatus(made.id, 'available')
      await world.post(`connectors/${made.connectorId}/start`)
      await played.waitFor('charging')
      expect(await world.remove(made.id)).toEqual({ status: 409, code: 'station.has_open_orders' })
      await world.post(`connectors/${made.connectorId}/stop`)
      await world.until('the order has ended', async () => {
        const [order] = await world.ordersOf(made.id)
        return order?.status === 'completed'
      })
      expect(await world.remove(made.id)).toEqual({ status: 204, code: null })
      await world.untilOffline(made.id)
      await world.until('its handshake is refused', async () => {
        const refused = await world.db
          .selectFrom('refused_handshakes')
          .select('reason')
          .where('station_id', '=', made.id)
          .executeTakeFirst()
        return refused?.reason === 'unknown_station'
      })
      await expect(station(made.id)).rejects.toThrow('404')
      expect(await world.get<Station[]>(`stations?search=${made.id}`)).toEqual([])
      const [order] = await world.ordersOf(made.id)
      expect((await world.order(order!.id)).station_id).toBe(made.id)
      await expect(world.addStationAs(made.id)).rejects.toThrow('station.exists')
    })
  })

  test('an EVSE that the station does not have is an error', async () => {
    const { id } = await world.addStation()
    await expect(operate(id, 'operative', 9)).rejects.toThrow('station.no_such_evse')
    await expect(operate(id, 'operative')).rejects.toThrow('request.invalid')
    await expect(operate(id, 'broken', 1)).rejects.toThrow('request.invalid')
  })
})
