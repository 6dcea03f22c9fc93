import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CommandOutcome } from '../station-command.ts'
import type { Registration } from '../station-event.ts'
import { cordialReply } from '../testing.ts'
import { aLink, beat, idsOf, settled, start, stop } from './central-link.fixtures.ts'
import { type StationCall, Unanswered } from './link.ts'

const boot = '[2,"b","BootNotification",{"chargePointVendor":"V","chargePointModel":"M"}]'

beforeEach(() => void vi.useFakeTimers({ now: start }))
afterEach(() => void vi.useRealTimers())

describe('frames of 2.1', () => {
  const reset = { type: 'reset', whenIdle: true } as const
  const answers = ['null', '{"status":7}', '{}']

  test.each(answers)('tell a station that its answer %s cannot be taken', async (answer) => {
    const { link, far, frames } = aLink({ protocol: 'ocpp2.1' })
    const outcome = link.command(reset)
    const [id] = idsOf(far.sent)
    far.says(`[3,"${id}",${answer}]`)
    expect(await outcome).toMatchObject({ kind: 'call_error' })
    expect(JSON.parse(far.sent[1]!)).toEqual([5, id, expect.any(String), expect.any(String), {}])
    expect(frames.at(-1)).toMatchObject({ direction: 'out', messageType: 5, messageId: id, action: 'Reset' })
  })

  test.each([
    ['ocpp2.1', '{"status":"Accepted","other":1}'],
    ...answers.flatMap(
      (answer) =>
        [
          ['ocpp2.0.1', answer],
          ['ocpp1.6', answer],
        ] as const,
    ),
  ] as const)('are not sent to a station of %s that answers %s', async (protocol, answer) => {
    const { link, far } = aLink({ protocol })
    const outcome = link.command(reset)
    far.says(`[3,"${idsOf(far.sent)[0]}",${answer}]`)
    await outcome
    expect(far.sent).toHaveLength(1)
  })

  test('that want no answer are written down, whatever the station is allowed', () => {
    const { far, frames, calls } = aLink({ protocol: 'ocpp2.1', registration: 'Rejected' })
    const texts = [
      '[6,"1","NotifyPeriodicEventStream",{"id":1}]',
      '[6,"2","NoSuch",{}]',
      '[5,"3","FormatViolation","no",{}]',
      '[6,"4"]',
    ]
    for (const text of texts) far.says(text)
    expect(far.sent).toEqual([])
    expect(calls).toEqual([])
    expect(frames.map(({ messageType, action, frame }) => [messageType, action, frame])).toEqual([
      [6, 'NotifyPeriodicEventStream', texts[0]],
      [6, 'NoSuch', texts[1]],
      [5, null, texts[2]],
      [6, null, texts[3]],
    ])
  })
})

describe('calls', () => {
  test('wait for the one before, as many as may', async () => {
    const { world, far, calls, frames } = aLink({ settings: { mostWaitingCalls: 3 } })
    const answers: ((frame: string) => void)[] = []
    world.answer = () => new Promise((resolve) => answers.push(resolve))
    for (let id = 1; id <= 4; id++) far.says(beat(id))
    expect(far.closing).toEqual([])
    for (let id = 1; id <= 4; id++) {
      expect(calls.map(({ messageId }) => messageId)).toEqual(['1', '2', '3', '4'].slice(0, id))
      answers.shift()?.(`[3,"${id}",{}]`)
      await settled()
    }
    expect(idsOf(far.sent)).toEqual(['1', '2', '3', '4'])
    expect(frames).toEqual([])
  })

  test('that wait keep the time at which they came', async () => {
    const { world, far, calls } = aLink()
    let answer = (_: string): void => undefined
    world.answer = () => new Promise((resolve) => (answer = resolve))
    far.says(beat(1))
    far.says(beat(2))
    await vi.advanceTimersByTimeAsync(700)
    answer('[3,"1",{}]')
    await settled()
    expect(calls.map(({ receivedAt }) => receivedAt)).toEqual([start, start])
    expect(calls[1]).toMatchObject({ frame: beat(2), action: 'Heartbeat', messageId: '2', remarks: [] })
  })

  test('that are refused are written down with their refusal', () => {
    const { link, far, frames, calls } = aLink()
    far.says('[2,"7","Authorize",{"idTag":7}]')
    const [refusal] = far.sent
    const common = { link, at: start, messageId: '7', action: 'Authorize' }
    expect(JSON.parse(refusal!)).toEqual([4, '7', 'TypeConstraintViolation', expect.any(String), {}])
    expect(frames).toEqual([
      { ...common, direction: 'in', messageType: 2, frame: '[2,"7","Authorize",{"idTag":7}]' },
      { ...common, direction: 'out', messageType: 4, frame: refusal },
    ])
    expect(calls).toEqual([])
  })

  test.each([false, true])('that fail are refused and written down (at once: %s)', async (atOnce) => {
    const { world, far, frames } = aLink()
    world.answer = () => {
      if (atOnce) throw new Error('secret')
      return Promise.reject(new Error('secret'))
    }
    far.says(beat(1))
    await settled()
    const refusal = '[4,"1","InternalError","the message could not be processed",{}]'
    expect(far.sent).toEqual([refusal])
    expect(frames).toMatchObject([{ frame: beat(1) }, { frame: refusal }])
    world.answer = (call) => call.result(cordialReply(call.event))
    far.says(beat(2))
    expect(far.sent[1]).toMatch(/^\[3,"2"/)
  })

  test('that can be neither accepted nor refused get no answer, and the station may reconnect', async () => {
    const { world, far, frames } = aLink()
    world.answer = () => Promise.reject(new Unanswered())
    far.says(beat(1))
    await settled()
    expect(far.sent).toEqual([])
    expect(frames).toEqual([])
    expect(far.closing).toEqual([[1013, 'messages cannot be taken now']])
  })

  test('in binary are refused and written down without what they hold', () => {
    const { link, far, frames } = aLink()
    far.says(beat(1), true)
    expect(far.sent.map((frame) => JSON.parse(frame))).toEqual([
      [4, '-1', 'FormationViolation', 'binary frames are not OCPP', {}],
    ])
    const common = { link, at: start, messageId: null, action: null }
    expect(frames).toEqual([
      { ...common, direction: 'in', messageType: 0, frame: '' },
      { ...common, direction: 'out', messageType: 4, frame: far.sent[0] },
    ])
  })

  test('that cannot be read are written down, and refused where the standard wants it', () => {
    const { link, far, frames } = aLink()
    far.says('[2,"7","Heartbeat"]')
    far.says('[7,"a",{}]')
    const common = { link, at: start, action: null }
    expect(far.sent).toHaveLength(1)
    expect(frames).toEqual([
      {
        ...common,
        direction: 'in',
        messageType: 2,
        messageId: '7',
        action: 'Heartbeat',
        frame: '[2,"7","Heartbeat"]',
      },
      {
        ...common,
        direction: 'out',
        messageType: 4,
        messageId: '7',
        action: 'Heartbeat',
        frame: far.sent[0],
      },
      { ...common, direction: 'in', messageType: 7, messageId: 'a', frame: '[7,"a",{}]' },
    ])
  })
})

test('what is only noted is answered with what does no harm', () => {
  const { far, calls } = aLink({ protocol: 'ocpp2.0.1' })
  far.says(`[2,"1","PublishFirmwareStatusNotification",${JSON.stringify({ status: 'Idle' })}]`)
  expect(calls.map(({ event }) => event.type)).toEqual(['noted'])
  expect(far.sent).toEqual(['[3,"1",{}]'])
})

describe('the answer to a station’s boot', () => {
  const bootAnswer = (status: Registration) => (call: StationCall) =>
    call.event.type === 'station.booted'
      ? call.result({ type: 'booted', status, now: start, intervalSeconds: 60 })
      : call.result(cordialReply(call.event))

  test('holds from the answer on', () => {
    const { world, link, far, calls } = aLink()
    expect(link.registration).toBe('Accepted')
    world.answer = bootAnswer('Rejected')
    far.says(boot)
    expect(link.registration).toBe('Rejected')
    far.says(beat(1))
    expect(far.sent[1]).toContain('SecurityError')
    expect(calls).toHaveLength(1)
    world.answer = bootAnswer('Accepted')
    far.says(boot)
    far.says(beat(2))
    expect(link.registration).toBe('Accepted')
    expect(far.sent[3]).toMatch(/^\[3,"2"/)
  })

  test('does not hold when another answer went out', () => {
    const { world, link, far } = aLink()
    world.answer = (call) => {
      bootAnswer('Rejected')(call)
      return call.error('InternalError', 'no')
    }
    far.says(boot)
    expect(link.registration).toBe('Accepted')
  })

  test('lets a pending station send requested messages, until it is accepted', async () => {
    const { world, link, far, calls } = aLink({ registration: 'Pending' })
    const notice = (id: string) =>
      `[2,"${id}","StatusNotification",{"connectorId":1,"errorCode":"NoError","status":"Available"}]`
    far.says(notice('1'))
    expect(calls).toHaveLength(0)
    void link.command({ type: 'trigger', message: 'StatusNotification' })
    void link.command({ type: 'trigger', message: 'MeterValues' })
    far.says(notice('2'))
    expect(calls.map(({ action }) => action)).toEqual(['StatusNotification'])
    expect(await link.command(stop)).toEqual({ kind: 'not_accepted' })
    world.answer = bootAnswer('Pending')
    far.says(boot)
    far.says(notice('3'))
    expect(calls).toHaveLength(3)
    world.answer = bootAnswer('Accepted')
    far.says(boot)
    world.answer = bootAnswer('Pending')
    far.says(boot)
    far.says(notice('4'))
    expect(calls).toHaveLength(5)
    expect(far.sent.at(-1)).toContain('SecurityError')
  })

  test('is not changed by messages that were requested while the station was accepted', () => {
    const { world, link, far, calls } = aLink()
    void link.command({ type: 'trigger', message: 'Heartbeat' })
    world.answer = bootAnswer('Pending')
    far.says(boot)
    far.says(beat(1))
    expect(calls).toHaveLength(1)
  })

  test('keeps the energy of one that is not accepted, and refuses it all the same', () => {
    const { far, calls, frames } = aLink({ registration: 'Rejected', protocol: 'ocpp2.0.1' })
    const ended = {
      eventType: 'Ended',
      timestamp: start.toISOString(),
      triggerReason: 'EVDeparted',
      seqNo: 1,
      transactionInfo: { transactionId: 'T' },
    }
    far.says(`[2,"1","TransactionEvent",${JSON.stringify(ended)}]`)
    far.says(beat(2))
    expect(calls.map(({ action }) => action)).toEqual(['TransactionEvent'])
    for (const frame of far.sent) expect(frame).toContain('SecurityError')
    expect(far.sent).toHaveLength(2)
    expect(frames.map(({ messageId }) => messageId)).toEqual(['2', '2'])
  })
})

describe('commands', () => {
  const within = async (command: Promise<CommandOutcome>, ms: number) => {
    let end: CommandOutcome | undefined
    void command.then((outcome) => (end = outcome))
    await vi.advanceTimersByTimeAsync(ms)
    return end
  }

  test('wait 30 s for their answer by default, and are journaled', async () => {
    const { link, far, frames } = aLink()
    const command = link.command(stop)
    expect(await within(command, 29_999)).toBeUndefined()
    expect(await within(command, 1)).toEqual({ kind: 'timeout', afterMs: 30_000, sent: true })
    const [id] = idsOf(far.sent)
    const frame = far.sent[0]!
    expect(JSON.parse(frame)).toEqual([2, id, 'RemoteStopTransaction', { transactionId: 5 }])
    far.says(`[3,"${id}",{"status":"Accepted"}]`)
    const common = { link, messageId: id }
    expect(frames).toEqual([
      { ...common, direction: 'out', at: start, messageType: 2, action: 'RemoteStopTransaction', frame },
      {
        ...common,
        direction: 'in',
        at: new Date(start.getTime() + 30_000),
        messageType: 3,
        action: null,
        frame: `[3,"${id}",{"status":"Accepted"}]`,
      },
    ])
  })

  test.each([
    [3, '{"status":"Accepted"}', { kind: 'answered', status: 'Accepted' }],
    [4, '"GenericError","no",{}', { kind: 'call_error', code: 'GenericError', text: 'no' }],
  ])('are answered by a frame of type %i, which is written down with its action', async (type, rest, end) => {
    const { link, far, frames } = aLink()
    const command = link.command(stop)
    const [id] = idsOf(far.sent)
    const answer = `[${type},"${id}",${rest}]`
    far.says(answer)
    expect(await command).toMatchObject(end)
    expect(frames.at(-1)).toEqual({
      link,
      direction: 'in',
      at: start,
      messageType: type,
      messageId: id,
      action: 'RemoteStopTransaction',
      frame: answer,
    })
  })

  test('of which none is open leave answers to nobody', () => {
    const { far, frames, faults } = aLink()
    far.says('[3,"stray",{}]')
    far.says('[4,"stray","GenericError","",{}]')
    expect(frames.map(({ messageType, action }) => [messageType, action])).toEqual([
      [3, null],
      [4, null],
    ])
    expect([faults, far.closing]).toEqual([[], []])
  })

  test('may be 33 at once, one of them on its way', async () => {
    const { link, far } = aLink()
    for (let count = 0; count < 33; count++) void link.command(stop)
    expect(await link.command(stop)).toEqual({ kind: 'busy' })
    expect(far.sent).toHaveLength(1)
  })

  test('go in the order in which they were given, starts and stops before the others', () => {
    const { link, far } = aLink()
    const asks = (message: string) => void link.command({ type: 'trigger', message })
    for (const message of ['Heartbeat', 'MeterValues', 'StatusNotification', 'BootNotification'])
      asks(message)
    void link.command(stop)
    void link.command({ type: 'stop', transactionId: '6' })
    for (let turn = 0; turn < 5; turn++) far.says(`[3,"${idsOf(far.sent)[turn]}",{"status":"Accepted"}]`)
    expect(
      far.sent.map((frame) => Object.values((JSON.parse(frame) as [number, string, string, object])[3])[0]),
    ).toEqual(['Heartbeat', 5, 6, 'MeterValues', 'StatusNotification', 'BootNotification'])
  })

  test('before which nothing waits end with their socket, at once', async () => {
    const { link, far } = aLink()
    const command = link.command(stop)
    far.hangUp(1006)
    expect(await within(command, 0)).toEqual({ kind: 'disconnected' })
  })

  test('that waited for long are sent when their turn comes, and end by their own time', async () => {
    const { link, far } = aLink()
    const first = link.command(stop, { timeoutMs: 500 })
    const second = link.command(stop, { timeoutMs: 900 })
    const third = link.command(stop, { timeoutMs: 400 })
    expect(await within(third, 400)).toEqual({ kind: 'timeout', afterMs: 400, sent: false })
    expect(await within(first, 100)).toEqual({ kind: 'timeout', afterMs: 500, sent: true })
    expect(far.sent).toHaveLength(2)
    expect(await within(second, 400)).toEqual({ kind: 'timeout', afterMs: 900, sent: true })
    expect(far.sent).toHaveLength(2)
    vi.advanceTimersByTime(100)
    expect(vi.getTimerCount()).toBe(1)
  })
})
