import type { ErrorAnswer } from '@stationmaster/contract'
import { SECOND_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { connectForeign } from '../../world/foreign-client.ts'
import { World } from '../../world/world.ts'

describe.each(openTestDatabases())('a start is held open for its transaction ($name)', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open(), undefined, { OCPP_CALL_TIMEOUT_SECONDS: '5' })
  })
  afterAll(() => world?.close())

  const start = (connectorId: number) => world.post<{ id: number }>(`connectors/${connectorId}/start`)
  const refusalOf = (connectorId: number): Promise<string> =>
    start(connectorId).then(
      () => 'accepted',
      (error: { body: string }) => (JSON.parse(error.body) as ErrorAnswer).code,
    )
  const pass = async (seconds: number) => {
    await world.forward(seconds * SECOND_MS)
    await world.server.stations.timers.fire()
  }
  const windowOf = async (id: number) => {
    const row = await world.db
      .selectFrom('orders')
      .select('start_window_seconds')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return row.start_window_seconds
  }

  describe.each(['ocpp1.6', 'ocpp2.0.1'] as const)('%s', (protocol) => {
    const is16 = protocol === 'ocpp1.6'
    const startAction = is16 ? 'RemoteStartTransaction' : 'RequestStartTransaction'

    /** A simulated station that waits 120 s for a car. */
    async function patient() {
      const station = await world.simulate(protocol, { plugDelayMs: null })
      await world.until('its connection is written down', async () => {
        const presence = await world.db
          .selectFrom('station_presence')
          .select('connection_id')
          .where('station_id', '=', station.id)
          .executeTakeFirst()
        return presence?.connection_id != null
      })
      const setVariableData = [
        {
          component: { name: 'TxCtrlr' },
          variable: { name: 'EVConnectionTimeOut' },
          attributeValue: '120',
        },
      ]
      await world.server.stations.commands.links.get(station.id)!.command(
        is16
          ? {
              type: 'raw',
              action: 'ChangeConfiguration',
              payload: { key: 'ConnectionTimeOut', value: '120' },
            }
          : { type: 'raw', action: 'SetVariables', payload: { setVariableData } },
      )
      return station
    }

    test('the server asks its station how long it waits for a car, before the start is given up', async () => {
      const station = await patient()
      const { id } = await start(station.made.connectorId)
      expect(await windowOf(id)).toBeNull()
      await pass(91)
      await world.until('the station has answered', async () => (await windowOf(id)) === 150)
      await pass(10)
      expect((await world.order(id)).status).toBe('starting')
      await station.plugIn()
      await world.until('it charges', async () => (await world.order(id)).status === 'started')
      await station.stop()
    })

    test('what is known of its settings counts, and then its time is over', async () => {
      const station = await patient()
      await world.post(`stations/${station.id}/configuration/refresh`)
      await world.until('the settings are kept', async () => {
        const kept = await world.db
          .selectFrom('station_configurations')
          .select('fetched_at')
          .where('station_id', '=', station.id)
          .executeTakeFirst()
        return kept?.fetched_at != null
      })
      const { id } = await start(station.made.connectorId)
      expect(await windowOf(id)).toBe(150)
      await pass(140)
      expect((await world.order(id)).status).toBe('starting')
      await pass(20)
      expect(await world.order(id)).toMatchObject({ status: 'canceled', stop_reason: 'no_transaction' })
    })

    /** A foreign station, and the requests that it got. */
    async function foreign(answer: () => object | Promise<object>) {
      const made = await world.addStation()
      const client = await connectForeign(world.server.url, protocol, made)
      await world.untilOnline(made.id)
      const actions: string[] = []
      client.handle(startAction, () => {
        actions.push(startAction)
        return answer()
      })
      const state = (status: string) =>
        is16
          ? client.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status })
          : client.call('StatusNotification', {
              evseId: 1,
              connectorId: 1,
              connectorStatus: status === 'Preparing' ? 'Occupied' : status,
              timestamp: world.clock.now().toISOString(),
            })
      await (is16
        ? client.call('BootNotification', { chargePointVendor: 'Alien', chargePointModel: 'X' })
        : client.call('BootNotification', {
            reason: 'PowerUp',
            chargingStation: { vendorName: 'Alien', model: 'Y' },
          }))
      await state('Available')
      return { made, client, actions, state }
    }

    test('a refusal is final: it is sent once', async () => {
      const { made, client, actions } = await foreign(() => ({ status: 'Rejected' }))
      expect(await refusalOf(made.connectorId)).toBe('station.rejected')
      expect(actions).toEqual([startAction])
      expect(await world.ordersOf(made.id)).toMatchObject([{ status: 'canceled' }])
      await client.close()
    })

    test('a start without an answer is inquired about, not sent again, and its transaction still finds it', async () => {
      const inquiry = is16 ? 'TriggerMessage' : 'GetTransactionStatus'
      const { made, client, actions } = await foreign(() => new Promise<never>(() => {}))
      client.handle(inquiry, () => {
        actions.push(inquiry)
        return is16 ? { status: 'Accepted' } : { messagesInQueue: false }
      })
      expect(await refusalOf(made.connectorId)).toBe('station.timeout')
      expect(actions).toEqual([startAction, inquiry])
      const [order] = await world.ordersOf(made.id)
      expect(order).toMatchObject({ status: 'starting' })
      const timestamp = world.clock.now().toISOString()
      const tag = `O${order!.id.toString(36).toUpperCase()}`
      await (is16
        ? client.call('StartTransaction', { connectorId: 1, idTag: tag, meterStart: 0, timestamp })
        : client.call('TransactionEvent', {
            eventType: 'Started',
            triggerReason: 'RemoteStart',
            timestamp,
            seqNo: 0,
            transactionInfo: { transactionId: `T-${made.id}`, remoteStartId: order!.id },
            idToken: { idToken: tag, type: 'Central' },
            evse: { id: 1, connectorId: 1 },
          }))
      expect(await world.ordersOf(made.id)).toMatchObject([
        { id: order!.id, status: 'started', warning: null },
      ])
      await client.close({ force: true })
    }, 20_000)

    test('a connector that waited for a car and is free again is free at once', async () => {
      const { made, client, state } = await foreign(() => ({ status: 'Accepted' }))
      const { id } = await start(made.connectorId)
      await state('Preparing')
      expect((await world.order(id)).status).toBe('starting')
      await state('Available')
      expect(await world.order(id)).toMatchObject({ status: 'canceled', stop_reason: 'no_transaction' })
      expect(await refusalOf(made.connectorId)).toBe('accepted')
      await client.close()
    })
  })
})
