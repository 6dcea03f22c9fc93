import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openTestDatabases } from '../platform/testing.ts'
import { connectForeign } from './foreign-client.ts'
import { World } from './world.ts'

/** What a station finds on the socket itself, whatever it has to tell. */
describe.each(openTestDatabases())('a station’s socket on $name', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
  }, 60_000)
  afterAll(() => world?.close())

  test.each([
    [['ocpp1.6', 'ocpp2.0.1'], 'ocpp1.6'],
    [['ocpp2.0.1', 'ocpp1.6'], 'ocpp2.0.1'],
    [['ocpp2.1', 'ocpp1.6'], 'ocpp1.6'],
  ])('offered %j speaks %s, the station’s first choice', async (offered, spoken) => {
    const { id, password } = await world.addStation()
    const socket = new WebSocket(`${world.server.url.replace('http', 'ws')}/ocpp/${id}`, offered, {
      auth: `${id}:${password}`,
    })
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    expect(socket.protocol).toBe(spoken)
    socket.terminate()
  })

  test.each([
    'ocpp1.6',
    'ocpp2.0.1',
  ])('in %s tells unknown vendors from unknown messages', async (protocol) => {
    const station = await world.addStation()
    const client = await connectForeign(world.server.url, protocol, station)
    const send = async (vendorId: string, messageId?: string) => {
      const named = messageId === undefined ? {} : { messageId }
      return (await client.call('DataTransfer', { vendorId, ...named, data: '{"rssi":20}' })).status
    }
    expect(await send('com.example', 'miscInfo')).toBe('UnknownVendorId')
    expect(await send('com.example')).toBe('UnknownVendorId')
    expect(await send('autoenterprise', 'teapot')).toBe('UnknownMessageId')
    expect(await send('autoenterprise')).toBe('UnknownMessageId')
    expect(await send('AutoEnterprise', 'miscInfo')).toBe('Accepted')
    expect(await send('autoenterprise', 'log')).toBe('Accepted')
    // what is not understood is still there for people to read
    expect(
      (await world.get<{ data_transfer: object }>(`stations/${station.id}`)).data_transfer,
    ).toMatchObject({ autoenterprise: { miscInfo: { rssi: 20 } }, 'com.example': { miscInfo: { rssi: 20 } } })
    await client.close()
  })
})
