import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { connectStation } from '../messages/station.ts'
import type { Protocol } from '../protocol.ts'
import { maxFrameBytes } from '../socket/frames.ts'
import type { ReceivedCommand, StationCommand } from '../station-command.ts'
import { aCentral, type CentralWorld, cordialReply, fixedNow, until } from '../testing.ts'
import type { CommandReply, StationLink } from './link.ts'
import { StationCallFailed } from './station-link.ts'

let world: CentralWorld
beforeEach(async () => {
  world = await aCentral({
    pingIntervalMs: 200,
    callTimeoutMs: 2000,
    mostWaitingCalls: 5,
    mostWaitingCommands: 3,
  })
})
afterEach(() => world.close())

interface StationWorld {
  link: StationLink
  commands: ReceivedCommand[]
  closes: [number, string][]
  obey: (command: ReceivedCommand) => CommandReply | Promise<CommandReply>
}

async function aStation(protocol: Protocol, stationId = 'CP 1'): Promise<StationWorld> {
  const station = {
    commands: [],
    closes: [],
    obey: () => ({ status: 'Accepted' }),
  } as unknown as StationWorld
  station.link = await connectStation({
    url: world.url,
    stationId,
    protocol,
    callTimeoutMs: 1000,
    handler: {
      onCommand: (command) => {
        station.commands.push(command)
        return station.obey(command)
      },
      onClose: (code, reason) => station.closes.push([code, reason]),
    },
  })
  return station
}

/** A peer that sends what it likes and keeps what it gets. */
async function aRawPeer(protocol = 'ocpp1.6') {
  const socket = new WebSocket(`${world.url}/RAW`, [protocol])
  const received: unknown[][] = []
  socket.on('message', (data: Buffer) => received.push(JSON.parse(data.toString()) as unknown[]))
  await new Promise((resolve) => socket.once('open', resolve))
  return { socket, received }
}

const never = () => new Promise<CommandReply>(() => undefined)
const beat = (id: number) => `[2,"${id}","Heartbeat",{}]`
const stop: StationCommand = { type: 'stop', transactionId: '5' }

describe.each(['ocpp1.6', 'ocpp2.0.1'] as const)('a station that speaks %s', (protocol) => {
  test('boots, beats and is answered', async () => {
    const station = await aStation(protocol)
    const boot = await station.link.report({ type: 'station.booted', vendorName: 'V', model: 'M' })
    expect(boot).toEqual({ type: 'booted', status: 'Accepted', now: fixedNow, intervalSeconds: 300 })
    expect(await station.link.report({ type: 'station.beat' })).toEqual({ type: 'beat', now: fixedNow })
    expect(world.calls.map((call) => call.action)).toEqual(['BootNotification', 'Heartbeat'])
    expect(world.calls[0]?.link).toMatchObject({ stationId: 'CP 1', protocol })
    expect(world.frames).toEqual([])
    await station.link.close()
    await until(() => world.closes.length)
    expect(world.closes).toMatchObject([{ code: 1000 }])
  })

  test('obeys a start and names its transaction where the version can', async () => {
    const station = await aStation(protocol)
    station.obey = () => ({ status: 'Accepted', transactionId: 'T9' })
    const token = { token: 'O1Z', type: 'ISO14443' }
    const outcome = await world.links[0]?.command({
      type: 'start',
      at: { evse: 1, ordinal: 1 },
      token,
      remoteStartId: 7,
    })
    const named = protocol === 'ocpp2.0.1' ? { transactionId: 'T9' } : {}
    expect(outcome).toEqual({
      kind: 'answered',
      accepted: true,
      status: 'Accepted',
      findings: named,
      effect: null,
      payload: { status: 'Accepted', ...named },
    })
    expect(station.commands).toMatchObject([{ type: 'start', token }])
    expect(world.frames.map(({ direction, messageType }) => [direction, messageType])).toEqual([
      ['out', 2],
      ['in', 3],
    ])
  })

  test('obeys any action as it stands', async () => {
    const station = await aStation(protocol)
    station.obey = () => ({ status: 'Rejected', payload: { status: 'Rejected' } })
    const outcome = await world.links[0]?.command({ type: 'raw', action: 'ClearCache', payload: {} })
    expect(outcome).toMatchObject({ kind: 'answered', accepted: false, status: 'Rejected' })
    expect(station.commands).toEqual([{ type: 'raw', action: 'ClearCache', payload: {} }])
  })

  test('learns of a failure by a CALLERROR', async () => {
    const station = await aStation(protocol)
    world.answer = () => Promise.reject(new Error('the database is away'))
    await expect(station.link.report({ type: 'station.beat' })).rejects.toMatchObject({
      code: 'InternalError',
    })
    expect(world.frames.map((frame) => frame.frame).join()).not.toContain('database')
    await expect(station.link.call('Nonsense', {})).rejects.toMatchObject({ code: 'NotImplemented' })
    await expect(station.link.call('Reset', {})).rejects.toMatchObject({ code: 'NotSupported' })
    world.answer = () => {
      throw new Error('at once')
    }
    await expect(station.link.report({ type: 'station.beat' })).rejects.toMatchObject({
      code: 'InternalError',
    })
    world.answer = (call) => call.error('OccurrenceConstraintViolation', 'so')
    const code = protocol === 'ocpp1.6' ? 'OccurenceConstraintViolation' : 'OccurrenceConstraintViolation'
    await expect(station.link.report({ type: 'station.beat' })).rejects.toMatchObject({ code })
  })
})

describe('the handshake', () => {
  test('refuses with the HTTP status, and takes passwords of any bytes', async () => {
    const options = {
      url: world.url,
      stationId: 'LOCKED',
      protocol: 'ocpp1.6' as const,
      handler: { onCommand: never, onClose: () => undefined },
    }
    await expect(connectStation(options)).rejects.toMatchObject({ name: 'StationRefused', status: 401 })
    const link = await connectStation({ ...options, password: 'p:äss' })
    expect(link.closed).toBe(false)
  })

  test('without a common subprotocol is no connection for us', async () => {
    const socket = new WebSocket(`${world.url}/OLD`, ['ocpp1.5'])
    const error = await new Promise<Error>((resolve) => socket.once('error', resolve))
    expect(error.message).toContain('subprotocol')
  })

  test('fails when nobody listens', async () => {
    const handler = { onCommand: never, onClose: () => undefined }
    await expect(
      connectStation({ url: 'ws://127.0.0.1:1', stationId: 'A', protocol: 'ocpp1.6', handler }),
    ).rejects.toThrow()
  })
})

describe('calls of one station', () => {
  test('are handled one at a time, in order', async () => {
    const { socket, received } = await aRawPeer()
    let open = 0
    let mostOpen = 0
    world.answer = async (call) => {
      mostOpen = Math.max(mostOpen, ++open)
      await new Promise((resolve) => setTimeout(resolve, 5 - Number(call.messageId)))
      open--
      return call.result(cordialReply(call.event))
    }
    for (let id = 1; id <= 5; id++) socket.send(beat(id))
    await until(() => received.length === 5)
    expect(received.map((frame) => frame[1])).toEqual(['1', '2', '3', '4', '5'])
    expect(mostOpen).toBe(1)
  })

  test('do not keep its answers to us waiting', async () => {
    const station = await aStation('ocpp1.6')
    world.answer = async (call) => {
      const outcome = await call.link.command({ type: 'reset', whenIdle: true })
      return outcome.kind === 'answered'
        ? call.result(cordialReply(call.event))
        : call.error('GenericError', outcome.kind)
    }
    expect(await station.link.report({ type: 'station.beat' })).toMatchObject({ type: 'beat' })
  })
})

describe('bad input leaves the socket alive and is tapped', () => {
  test.each([
    ['ocpp1.6', 'nonsense', [4, '-1', 'FormationViolation']],
    ['ocpp2.0.1', 'nonsense', [4, '-1', 'RpcFrameworkError']],
    ['ocpp2.0.1', '[7,"a",{}]', [4, 'a', 'MessageTypeNotSupported']],
    ['ocpp1.6', '[2,"a","Authorize",{"idTag":7}]', [4, 'a', 'TypeConstraintViolation']],
    ['ocpp1.6', `[2,"${'i'.repeat(37)}","Heartbeat",{}]`, [4, 'i'.repeat(37), 'FormationViolation']],
  ])('%s: %s', async (protocol, text, refusal) => {
    const { socket, received } = await aRawPeer(protocol)
    socket.send(text)
    await until(() => received.length)
    expect(received[0]?.slice(0, 3)).toEqual(refusal)
    expect(world.frames.map((frame) => frame.direction)).toEqual(['in', 'out'])
    socket.send(beat(1))
    await until(() => received.length === 2)
    expect(received[1]?.[0]).toBe(3)
  })

  test('binary frames are refused', async () => {
    const { socket, received } = await aRawPeer()
    socket.send(Buffer.from(beat(1)), { binary: true })
    await until(() => received.length)
    expect(received[0]?.[0]).toBe(4)
    expect(world.calls).toEqual([])
  })

  test('an unknown message type is met with silence in 1.6', async () => {
    const { socket, received } = await aRawPeer()
    socket.send('[7,"a",{}]')
    socket.send(beat(1))
    await until(() => received.length)
    expect(received).toHaveLength(1)
    expect(world.frames).toMatchObject([{ direction: 'in', messageType: 7, messageId: 'a' }])
  })

  test('save for a frame that is too large, which ends it with 1009', async () => {
    const { socket } = await aRawPeer()
    socket.send(`[2,"1","DataTransfer",{"vendorId":"v","data":"${'x'.repeat(maxFrameBytes)}"}]`)
    await until(() => world.closes.length)
    expect(world.closes[0]).toMatchObject({ code: 1009 })
  })
})

describe('commands', () => {
  test('go one at a time, urgent ones first, as many as may wait', async () => {
    const station = await aStation('ocpp1.6')
    station.obey = async () => {
      await new Promise((resolve) => setTimeout(resolve, 10))
      return { status: 'Accepted' }
    }
    const link = world.links[0]
    const reset = { type: 'reset', whenIdle: true } as const
    const outcomes = await Promise.all([
      link?.command(reset),
      link?.command({ type: 'trigger', message: 'Heartbeat' }),
      link?.command({ type: 'availability', operative: true }),
      link?.command(stop),
      link?.command(reset),
    ])
    expect(station.commands.map((command) => command.type)).toEqual([
      'reset',
      'stop',
      'trigger',
      'availability',
    ])
    expect(outcomes.map((outcome) => outcome?.kind)).toEqual([
      'answered',
      'answered',
      'answered',
      'answered',
      'busy',
    ])
  })

  test('time out, and a late or stray answer disturbs no other', async () => {
    const { socket } = await aRawPeer()
    const link = world.links[0]
    const sent: string[][] = []
    socket.on('message', (data: Buffer) => sent.push(JSON.parse(data.toString()) as string[]))
    const first = link?.command(stop, { timeoutMs: 100 })
    const second = link?.command({ type: 'reset', whenIdle: true })
    expect(await first).toEqual({ kind: 'timeout', afterMs: 100, sent: true })
    await until(() => sent.length === 2)
    socket.send(`[3,"${sent[0]?.[1]}",{"status":"Accepted"}]`)
    socket.send('[3,"stray",{"status":"Accepted"}]')
    socket.send(`[3,"${sent[1]?.[1]}",{"status":"Rejected"}]`)
    expect(await second).toMatchObject({ kind: 'answered', status: 'Rejected' })
    expect(world.frames.filter((frame) => frame.direction === 'in')).toHaveLength(3)
  })

  test('that wait behind a slow one time out unsent', async () => {
    const station = await aStation('ocpp1.6')
    station.obey = never
    const link = world.links[0]
    const slow = link?.command(stop, { timeoutMs: 600 })
    expect(await link?.command(stop, { timeoutMs: 100 })).toMatchObject({ kind: 'timeout', sent: false })
    expect(await slow).toMatchObject({ kind: 'timeout', sent: true })
    expect(station.commands).toHaveLength(1)
  })

  test('end as disconnected when the socket closes', async () => {
    const station = await aStation('ocpp1.6')
    station.obey = never
    const link = world.links[0]
    const [first, second] = [link?.command(stop), link?.command(stop)]
    await until(() => station.commands.length)
    station.link.terminate()
    expect([await first, await second]).toEqual([{ kind: 'disconnected' }, { kind: 'disconnected' }])
    expect(await link?.command(stop)).toEqual({ kind: 'disconnected' })
    expect(world.closes).toMatchObject([{ code: 1006 }])
  })

  test('that do not fit are not sent', async () => {
    await aStation('ocpp1.6')
    const link = world.links[0]
    const token = { token: 'far too long for an idTag of 1.6', type: 'Central' }
    const outcomes = await Promise.all([
      link?.command({ type: 'start', at: { ordinal: 1 }, token, remoteStartId: 1 }),
      link?.command({ type: 'unlock', at: { evse: 1 } }),
      link?.command({ type: 'raw', action: 'RequestStartTransaction', payload: {} }),
      link?.command({ type: 'raw', action: 'ChangeConfiguration', payload: { key: 1 } }),
    ])
    expect(outcomes.map((outcome) => outcome?.kind)).toEqual([
      'unsupported',
      'unsupported',
      'unsupported',
      'unsupported',
    ])
    expect(world.frames).toEqual([])
  })

  test.each([
    ['{"status":"Accepted","extra":1}', { kind: 'answered', status: 'Accepted' }],
    ['{"status":"Perhaps"}', { kind: 'answered', accepted: false, status: 'Perhaps' }],
    ['{}', { kind: 'call_error', code: 'OccurrenceConstraintViolation' }],
    ['null', { kind: 'call_error', code: 'FormatViolation' }],
  ])('answered with %s', async (payload, outcome) => {
    const { socket } = await aRawPeer()
    socket.on('message', (data: Buffer) =>
      socket.send(`[3,"${(JSON.parse(data.toString()) as string[])[1]}",${payload}]`),
    )
    expect(await world.links[0]?.command(stop)).toMatchObject(outcome)
  })

  test('answered with a CALLERROR', async () => {
    const station = await aStation('ocpp2.0.1')
    station.obey = () => Promise.reject(new Error('no'))
    expect(await world.links[0]?.command(stop)).toMatchObject({ kind: 'call_error', code: 'InternalError' })
    station.obey = () => Promise.reject(new StationCallFailed('NotImplemented', 'GetLog'))
    expect(await world.links[0]?.command(stop)).toMatchObject({ kind: 'call_error', code: 'NotImplemented' })
  })
})

describe('a socket', () => {
  test('is closed hard when the peer does not answer the close', async () => {
    const { socket } = await aRawPeer()
    socket.pause()
    const before = Date.now()
    world.links[0]?.close(1000, 'replaced')
    await until(() => world.closes.length, 3000)
    expect(world.closes).toMatchObject([{ code: 1000, reason: 'replaced' }])
    expect(Date.now() - before).toBeLessThan(2500)
  })

  test('is cut after two pings without a pong, and lives while it pongs', async () => {
    const alive = await aStation('ocpp1.6', 'ALIVE')
    const { hostname, port } = new URL(world.url)
    const dead = connect(Number(port), hostname)
    dead.write(
      'GET /ocpp/DEAD HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: ocpp1.6\r\n\r\n',
    )
    dead.on('error', () => undefined)
    await until(() => world.closes.length)
    expect(world.closes).toMatchObject([
      { link: { stationId: 'DEAD' }, code: 1006, reason: 'no answer to two pings' },
    ])
    expect(alive.link.closed).toBe(false)
    dead.destroy()
  })

  test('remembers when the station was last heard', async () => {
    const station = await aStation('ocpp1.6')
    const before = world.links[0]?.lastHeardAt.getTime() ?? 0
    await new Promise((resolve) => setTimeout(resolve, 20))
    await station.link.report({ type: 'station.beat' })
    expect(world.links[0]?.lastHeardAt.getTime()).toBeGreaterThan(before)
  })
})

test('a station call that is not answered in time fails, and so does one on a closed socket', async () => {
  const station = await aStation('ocpp1.6')
  world.answer = () => new Promise(() => undefined)
  await expect(station.link.report({ type: 'station.beat' })).rejects.toMatchObject({ code: 'timeout' })
  const pending = station.link.report({ type: 'station.beat' })
  station.link.terminate()
  await expect(pending).rejects.toMatchObject({ code: 'disconnected' })
  await expect(station.link.report({ type: 'station.beat' })).rejects.toMatchObject({ code: 'disconnected' })
  const unsayable = station.link.report({ type: 'reservation.ended', reservationId: 1, status: 'Expired' })
  await expect(unsayable).rejects.toMatchObject({ code: 'NotSupported' })
})
