import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import type { Protocol } from '../protocol.ts'
import type { StationCommand } from '../station-command.ts'
import { versions } from '../versions.ts'
import { FarEnd, idsOf, settled, start } from './central-link.fixtures.ts'
import type { CommandReply } from './link.ts'
import { StationCallFailed, StationEnd } from './station-link.ts'

/** A station's end, and the central system's far one. */
function aStation(protocol: Protocol = 'ocpp1.6', callTimeoutMs?: number) {
  const far = new FarEnd()
  const commands: StationCommand[] = []
  const closes: [number, string][] = []
  const world = {
    obey: (_: StationCommand): CommandReply | Promise<CommandReply> => ({ status: 'Accepted' }),
  }
  const station = new StationEnd(far as unknown as WebSocket, versions[protocol], {
    url: 'ws://127.0.0.1',
    stationId: 'S',
    protocol,
    handler: {
      onCommand: (command) => {
        commands.push(command)
        return world.obey(command)
      },
      onClose: (code, reason) => closes.push([code, reason]),
    },
    ...(callTimeoutMs === undefined ? {} : { callTimeoutMs }),
  })
  station.opened()
  return { world, station, far, commands, closes }
}

const failure = (call: Promise<unknown>) => call.catch((error: unknown) => error)
const reset = '[2,"7","Reset",{"type":"Soft"}]'

// all stations of a process share one timer, which has to come to its end before the next test
beforeAll(() => void vi.useFakeTimers({ now: start }))
afterEach(() => void vi.advanceTimersByTime(60_000))
afterAll(() => void vi.useRealTimers())

describe('a call of a station', () => {
  test('goes out under a number of its own, one at a time', async () => {
    const { station, far } = aStation()
    expect(station.protocol).toBe('ocpp1.6')
    const beat = station.call('Heartbeat', {})
    void failure(station.call('StatusNotification', { connectorId: 1 }))
    expect(far.sent).toHaveLength(1)
    const [first] = idsOf(far.sent)
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-1$/)
    expect(JSON.parse(far.sent[0]!)).toEqual([2, first, 'Heartbeat', {}])
    far.says(`[3,"${first}",{"currentTime":"now"}]`)
    expect(await beat).toEqual({ currentTime: 'now' })
    expect(JSON.parse(far.sent[1]!)).toEqual([
      2,
      first!.replace(/1$/, '2'),
      'StatusNotification',
      { connectorId: 1 },
    ])
  })

  test.each<[string, unknown[], string, string]>([
    ['refused', [4, 'GenericError', 'no', {}], 'GenericError', 'no'],
    ['answered with no object', [3, null], 'FormatViolation', 'the answer is not an object'],
  ])('that is %s fails with that', async (_, [type, ...rest], code, text) => {
    const { station, far } = aStation()
    const call = failure(station.call('Heartbeat', {}))
    far.says(JSON.stringify([type, idsOf(far.sent)[0], ...rest]))
    const error = await call
    expect(error).toBeInstanceOf(StationCallFailed)
    expect(error).toMatchObject({ name: 'StationCallFailed', code, text, message: `${code}: ${text}` })
  })

  test.each([
    [undefined, 30_000],
    [1000, 1000],
  ])('has its time (%s): %i ms', async (callTimeoutMs, ms) => {
    const { station } = aStation('ocpp1.6', callTimeoutMs)
    let error: unknown
    void failure(station.call('Heartbeat', {})).then((failed) => {
      error = failed
    })
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(error).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(error).toMatchObject({ code: 'timeout', text: 'no answer in time' })
    await vi.advanceTimersByTimeAsync(100)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('ends with its socket, and none begins after that', async () => {
    const { station, far, closes } = aStation()
    const calls = [failure(station.call('Heartbeat', {})), failure(station.call('Heartbeat', {}))]
    expect(station.closed).toBe(false)
    far.hangUp(1001, 'bye')
    expect(station.closed).toBe(true)
    expect(closes).toEqual([[1001, 'bye']])
    for (const call of calls)
      expect(await call).toMatchObject({ code: 'disconnected', text: 'the socket has closed' })
    expect(await failure(station.call('Heartbeat', {}))).toMatchObject({
      code: 'disconnected',
      text: 'the socket is closed',
    })
    expect(far.sent).toHaveLength(1)
    station.sendFrame('late')
    expect(far.sent).toHaveLength(1)
  })
})

describe('a report', () => {
  test('of what the version has no message for is not sent', async () => {
    const { station, far } = aStation()
    const report = station.report({ type: 'reservation.ended', reservationId: 1, status: 'Expired' })
    expect(await failure(report)).toMatchObject({
      code: 'NotSupported',
      text: 'ocpp1.6 has no message for reservation.ended',
    })
    expect(far.sent).toEqual([])
  })

  test('is answered in neutral words; an answer that breaks its schema is none', async () => {
    const { station, far } = aStation()
    const beat = station.report({ type: 'station.beat' })
    far.says(`[3,"${idsOf(far.sent)[0]}",{"currentTime":"${start.toISOString()}"}]`)
    expect(await beat).toEqual({ type: 'beat', now: start })
    const other = failure(station.report({ type: 'station.beat' }))
    far.says(`[3,"${idsOf(far.sent)[1]}",{"now":1}]`)
    expect(await other).toMatchObject({
      code: 'FormatViolation',
      text: expect.stringContaining('currentTime'),
    })
  })

  test('of what is only noted goes out as it stands', async () => {
    const { station, far } = aStation('ocpp2.0.1')
    const payload = { generatedAt: start.toISOString(), seqNo: 0, eventData: [] }
    const report = station.report({ type: 'noted', action: 'NotifyEvent', payload })
    expect(JSON.parse(far.sent[0]!)).toMatchObject([2, expect.any(String), 'NotifyEvent', payload])
    far.says(`[3,"${idsOf(far.sent)[0]}",{}]`)
    expect(await report).toEqual({ type: 'done' })
  })
})

describe('a command', () => {
  test('is obeyed and answered', async () => {
    const { world, far, commands } = aStation()
    far.says(reset)
    await settled()
    expect(commands).toEqual([{ type: 'reset', whenIdle: true }])
    expect(far.sent).toEqual(['[3,"7",{"status":"Accepted"}]'])
    world.obey = () => ({ status: 'Accepted', payload: { status: 'Scheduled' } })
    far.says(reset)
    await settled()
    expect(far.sent[1]).toBe('[3,"7",{"status":"Scheduled"}]')
  })

  test('that is refused is answered with why', async () => {
    const { world, far, commands } = aStation()
    const answerTo = async (error: Error) => {
      world.obey = () => Promise.reject(error)
      far.says(reset)
      await settled()
      return (JSON.parse(far.sent.at(-1)!) as unknown[]).slice(1, 4)
    }
    expect(await answerTo(new StationCallFailed('NotSupported', 'not today'))).toEqual([
      '7',
      'NotSupported',
      'not today',
    ])
    const failed = ['7', 'InternalError', 'the command failed']
    expect(await answerTo(new StationCallFailed('timeout', 'secret'))).toEqual(failed)
    expect(await answerTo(new Error('secret'))).toEqual(failed)
    expect(commands).toHaveLength(3)
  })

  test('that cannot be read, or goes the other way, is refused and not obeyed', async () => {
    const { far, commands } = aStation()
    far.says('[2,"1","Reset",{"type":"Warm"}]')
    far.says('[2,"2","Heartbeat",{}]')
    far.says('[2,"3","NoSuchAction",{}]')
    far.says('[2,"4","Reset"]')
    far.says('[7,"5",{}]')
    far.says(reset, true)
    await settled()
    expect(commands).toEqual([])
    expect(far.sent.map((frame) => (JSON.parse(frame) as unknown[]).slice(1, 3)).toSorted()).toEqual([
      ['1', 'PropertyConstraintViolation'],
      ['2', 'NotSupported'],
      ['3', 'NotImplemented'],
      ['4', 'FormationViolation'],
    ])
  })
})

describe('a station’s socket', () => {
  test('is closed with 1000, once', async () => {
    const { station, far, closes } = aStation()
    let closed = false
    void station.close().then(() => {
      closed = true
    })
    await settled()
    expect(closed).toBe(false)
    far.hangUp(1000)
    await settled()
    expect(closed).toBe(true)
    await station.close()
    expect(far.closing.map(([code]) => code)).toEqual([1000])
    expect(closes).toEqual([[1000, '']])
  })

  test('that is cut or fails ends no process', () => {
    const { station, far, closes } = aStation()
    far.emit('error', new Error('reset'))
    expect(closes).toEqual([])
    station.terminate()
    expect(far.cuts).toBe(1)
    expect(closes).toEqual([[1006, '']])
  })
})
