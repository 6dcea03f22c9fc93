import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { moment, transactionEvent } from '../../world/raw-session.ts'
import type { StoryStation } from '../../world/world.ts'
import { World } from '../../world/world.ts'

type Payload = Record<string, unknown>

/** Stations that spell wrongly what money or the truth about them hangs on. */
describe.each(openTestDatabases())('a message that breaks its schema on $name', ({ open }) => {
  let world: World
  const sockets: WebSocket[] = []
  beforeAll(async () => {
    world = await World.open(await open())
  })
  afterAll(async () => {
    for (const socket of sockets) socket.terminate()
    await world?.close()
  })

  describe.each(['ocpp1.6', 'ocpp2.0.1'] as const)('%s', (protocol) => {
    const is16 = protocol === 'ocpp1.6'
    /** A station that says anything; what it is answered, an error's code in the place of a payload. */
    async function dial(made: StoryStation, path = made.id) {
      const socket = new WebSocket(`${world.server.url.replace('http', 'ws')}/ocpp/${path}`, [protocol], {
        auth: `${made.id}:${made.password}`,
      })
      sockets.push(socket)
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
      let count = 0
      return (action: string, payload: Payload): Promise<Payload> => {
        count += 1
        const answered = new Promise<Payload>((resolve) =>
          socket.once('message', (data) => {
            const [type, , second] = JSON.parse(String(data))
            resolve(type === 3 ? second : { refused: second })
          }),
        )
        socket.send(JSON.stringify([2, `${count}`, action, payload]))
        return answered
      }
    }
    /** What the journal remarks on the calls of an action. */
    const remarksOn = async ({ id }: StoryStation, action: string) => {
      const { rows } = await sql<{ remarks: string | null }>`select remarks from frames
        where station_id = ${id} and direction = 'in' and action = ${action} order by at`.execute(world.db)
      return rows.map(({ remarks }) => remarks ?? '')
    }

    test('a boot with null, a field of its own and a long serial number is accepted', async () => {
      const made = await world.addStation()
      const call = await dial(made, `${made.id}/`)
      const serial = 'S'.repeat(60)
      const answer = await call(
        'BootNotification',
        is16
          ? {
              chargePointVendor: 'V',
              chargePointModel: 'M',
              chargePointSerialNumber: serial,
              iccid: null,
              firmwareVersion: '7',
              colour: 'red',
            }
          : {
              reason: null,
              chargingStation: {
                vendorName: 'V',
                model: 'M',
                serialNumber: serial,
                modem: null,
                firmwareVersion: '7',
                colour: 'red',
              },
            },
      )
      expect(answer).toMatchObject({ status: 'Accepted' })
      expect(await world.get(`stations/${made.id}`)).toMatchObject({
        technical: { serial_number: serial, firmware_version: '7' },
      })
      const [remarks] = await remarksOn(made, 'BootNotification')
      expect(remarks).toContain('unexpected property "colour"')
      expect(remarks).toContain('longer than 25 characters')
      expect(remarks).toContain('not of type')
    })

    test('a status with a long text and a time without a zone, or null, is kept', async () => {
      const made = await world.addStation()
      const call = await dial(made)
      const tell = (status: string, more: Payload) =>
        is16
          ? call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status, ...more })
          : call('StatusNotification', { evseId: 1, connectorId: 1, connectorStatus: status, ...more })
      const stateOf = async () => {
        const { rows } = await sql<{ state: string; info: string | null }>`
          select ocpp_status as state, info from connectors where station_id = ${made.id}`.execute(world.db)
        return rows[0]
      }
      const local = new Date(world.clock.now().getTime() - 1000).toISOString().replace('Z', '')
      expect(await tell('Faulted', { info: 'i'.repeat(80), timestamp: local })).toEqual({})
      expect(await stateOf()).toEqual({ state: 'Faulted', info: is16 ? 'i'.repeat(80) : null })
      expect(await tell('Available', { timestamp: null })).toEqual({})
      expect(await stateOf()).toMatchObject({ state: 'Available' })
      const [first, second] = await remarksOn(made, 'StatusNotification')
      expect(first).toContain('without a time zone was read as UTC')
      expect(second).toContain('a timestamp cannot be read and was left out')
    })

    test('a session without a connector belongs to the only one; blanks after the card’s number are ignored', async () => {
      const made = await world.addStation()
      const token = `PAD${made.id}`
      await world.addCard(token)
      const call = await dial(made)
      const padded = `${token} \0`
      const shown = is16 ? { idTag: padded } : { idToken: { idToken: padded, type: 'ISO14443' } }
      const info = is16 ? 'idTagInfo' : 'idTokenInfo'
      expect(await call('Authorize', shown)).toMatchObject({ [info]: { status: 'Accepted' } })
      const at = world.clock.now()
      if (is16) {
        const start = { connectorId: 0, idTag: padded, meterStart: 1000, timestamp: at.toISOString() }
        const { transactionId, idTagInfo } = await call('StartTransaction', start)
        expect(idTagInfo).toMatchObject({ status: 'Accepted' })
        const meterValue = [moment(protocol, at, [{ value: 1500 }])]
        await call('MeterValues', { connectorId: 0, transactionId, meterValue })
        const stop = { transactionId, idTag: padded, meterStop: 3000, timestamp: at.toISOString() }
        expect(await call('StopTransaction', stop)).toMatchObject({ idTagInfo: { status: 'Accepted' } })
      } else {
        const common = { transactionId: `T-${made.id}`, at, evse: null }
        const [action, started] = transactionEvent('Started', {
          ...common,
          seqNo: 0,
          token: padded,
          values: [{ value: 1000 }],
        })
        expect(await call(action, started)).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
        await call(...transactionEvent('Updated', { ...common, seqNo: 1, values: [{ value: 1500 }] }))
        await call(...transactionEvent('Ended', { ...common, seqNo: 2, values: [{ value: 3000 }] }))
      }
      expect(await world.ordersOf(made.id)).toMatchObject([
        { status: 'completed', energyWh: 2000, priceMinor: 3400, rfid: token, needsReview: false },
      ])
      expect(await world.paymentsOf(made.id)).toEqual([{ status: 'captured', capturedMinor: 3400 }])
      const [start] = await remarksOn(made, is16 ? 'StartTransaction' : 'TransactionEvent')
      expect(start).toContain('but the station')
      expect(start).toContain('was cut off')
    })

    test('the end alone of such a session belongs to the only connector too', async () => {
      if (is16) return
      const made = await world.addStation()
      const token = `END${made.id}`
      await world.addCard(token)
      const call = await dial(made)
      const values = [
        { value: 1000, context: 'Transaction.Begin' },
        { value: 3000, context: 'Transaction.End' },
      ]
      const common = { transactionId: `T-${made.id}`, at: world.clock.now(), evse: null, token }
      await call(...transactionEvent('Ended', { ...common, seqNo: 2, values }))
      expect(await world.ordersOf(made.id)).toMatchObject([
        { status: 'completed', energyWh: 2000, rfid: token },
      ])
    })

    test('connector 0 of a status or a meter value means the station, and with two connectors neither of them', async () => {
      const made = await world.addStation()
      const call = await dial(made)
      const zero = is16 ? { connectorId: 0 } : { evseId: 0 }
      const status = is16
        ? { errorCode: 'NoError', status: 'Faulted' }
        : { connectorId: 0, connectorStatus: 'Faulted', timestamp: world.clock.now().toISOString() }
      expect(await call('StatusNotification', { ...zero, ...status })).toEqual({})
      const meterValue = [moment(protocol, world.clock.now(), [{ value: 1000 }])]
      expect(await call('MeterValues', { ...zero, meterValue })).toEqual({})
      const { rows } =
        await sql`select 1 from connectors where station_id = ${made.id} and ocpp_status is not null`.execute(
          world.db,
        )
      expect(rows).toEqual([])

      const two = await world.post<{ password: string }>(`locations/${world.locationId}/stations`, {
        id: `TWO-${made.id}`,
        vendor_name: 'Story',
        model: 'Two',
        connectors: [1, 2].map((evse_number) => ({
          evse_number,
          number: 1,
          type: 'CCS 2',
          current: 'DC',
          power: 150,
        })),
      })
      const both = await dial({ id: `TWO-${made.id}`, password: two.password, connectorId: 0 })
      const at = world.clock.now()
      if (is16)
        await both('StartTransaction', {
          connectorId: 0,
          idTag: 'X',
          meterStart: 0,
          timestamp: at.toISOString(),
        })
      else
        await both(
          ...transactionEvent('Started', { transactionId: 'T', seqNo: 0, at, evse: null, token: 'X' }),
        )
      expect(await world.ordersOf(`TWO-${made.id}`)).toEqual([])
    })
  })
})
