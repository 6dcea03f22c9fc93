import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { connectForeign } from '../../world/foreign-client.ts'
import { World } from '../../world/world.ts'

/** What a station finds on the socket itself, whatever it has to tell. */
describe.each(openTestDatabases())('a station’s socket on $name', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
  })
  afterAll(() => world?.close())

  test.each([
    [['ocpp1.6', 'ocpp2.0.1'], 'ocpp1.6'],
    [['ocpp2.0.1', 'ocpp1.6'], 'ocpp2.0.1'],
    [['ocpp2.1', 'ocpp1.6'], 'ocpp2.1'],
    [['ocpp9.0', 'ocpp1.6'], 'ocpp1.6'],
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

  /** A raw socket of a station, which says what was agreed on; what it gets is in `got`. */
  const connect = async (perMessageDeflate: WebSocket.ClientOptions['perMessageDeflate']) => {
    const { id, password } = await world.addStation()
    const socket = new WebSocket(`${world.server.url.replace('http', 'ws')}/ocpp/${id}`, ['ocpp1.6'], {
      auth: `${id}:${password}`,
      perMessageDeflate,
    })
    let agreed = ''
    socket.once('upgrade', ({ headers }) => {
      agreed = headers['sec-websocket-extensions'] ?? ''
    })
    const got: string[] = []
    socket.on('message', (data) => got.push(String(data)))
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    return { socket, agreed, got }
  }
  const vendor = (data: string) =>
    JSON.stringify([2, 'x', 'DataTransfer', { vendorId: 'autoenterprise', messageId: 'log', data }])

  test('that offers permessage-deflate uses it, with small windows and without context takeover', async () => {
    const { socket, agreed, got } = await connect({ threshold: 0 })
    expect(agreed).toContain('permessage-deflate')
    for (const bound of [
      'server_max_window_bits=11',
      'client_max_window_bits=11',
      'server_no_context_takeover',
      'client_no_context_takeover',
    ]) {
      expect(agreed).toContain(bound)
    }
    for (let n = 1; n <= 3; n += 1) {
      socket.send(vendor('a line of the log, said again and again. '.repeat(50 * n)))
      await world.until('it is answered', () => got.length === n)
    }
    expect(got.every((frame) => frame.includes('Accepted'))).toBe(true)
    socket.terminate()
  })

  test('that offers none, or an impossible one, uses no compression', async () => {
    const { socket, agreed, got } = await connect(false)
    expect(agreed).toBe('')
    socket.send(vendor('plain'))
    await world.until('it is answered', () => got.length === 1)
    socket.terminate()
    const odd = await connect({ serverMaxWindowBits: 8 })
    expect(odd.agreed).toBe('')
    odd.socket.send(vendor('plain'))
    await world.until('it is answered', () => odd.got.length === 1)
    odd.socket.terminate()
  })

  test('refuses a small frame that decompresses to more than the largest frame', async () => {
    const { socket, got } = await connect({ threshold: 0 })
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    const most = 256 * 1024
    socket.send(vendor('x'.repeat(most - 200)))
    await world.until('the largest is answered', () => got.length === 1)
    socket.send(vendor('x'.repeat(50 * 1024 * 1024)))
    expect(await closed).toBe(1009)
  })

  test.each([
    'ocpp1.6',
    'ocpp2.0.1',
  ])('of a foreign %s client carries long messages both ways', async (protocol) => {
    const made = await world.addStation()
    const client = await connectForeign(world.server.url, protocol, made, {
      perMessageDeflate: { threshold: 0 },
    })
    const received: unknown[] = []
    client.handle('DataTransfer', ({ params }) => {
      received.push(params)
      return { status: 'Accepted' }
    })
    const data = JSON.stringify({ text: 'long '.repeat(10_000) })
    expect(
      await client.call('DataTransfer', { vendorId: 'autoenterprise', messageId: 'log', data }),
    ).toMatchObject({
      status: 'Accepted',
    })
    const payload = { vendorId: 'com.example', data }
    const { kind } = await world.post<{ kind: string }>(`stations/${made.id}/message`, {
      action: 'DataTransfer',
      payload,
    })
    expect(kind).toBe('answered')
    expect(received).toEqual([payload])
    await client.close()
  })
})
