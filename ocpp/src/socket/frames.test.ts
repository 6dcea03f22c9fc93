import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { protocols } from '../protocol.ts'
import { readFrame, writeCall, writeError, writeResult, writeResultError, writeSend } from './frames.ts'

const refusalOf = (text: string, protocol: (typeof protocols)[number]) => {
  const frame = readFrame(text, protocol)
  if (frame.kind !== 'unreadable') throw new Error(`read as ${frame.kind}`)
  return frame.refusal && (JSON.parse(frame.refusal) as unknown[]).slice(0, 3)
}

describe('a frame that is not one', () => {
  const longId = 'x'.repeat(256)
  test.each([
    ['no JSON', '[2,"1","Heartbeat",{}', [4, '-1', 'RpcFrameworkError'], [4, '-1', 'FormationViolation']],
    ['no text at all', '', [4, '-1', 'RpcFrameworkError'], [4, '-1', 'FormationViolation']],
    ['no array', '{"a":1}', [4, '-1', 'RpcFrameworkError'], [4, '-1', 'FormationViolation']],
    ['an empty array', '[]', [4, '-1', 'RpcFrameworkError'], [4, '-1', 'FormationViolation']],
    [
      'a type in words',
      '["2","1","Heartbeat",{}]',
      [4, '1', 'RpcFrameworkError'],
      [4, '1', 'FormationViolation'],
    ],
    [
      'an id that is a number',
      '[2,1,"Heartbeat",{}]',
      [4, '-1', 'RpcFrameworkError'],
      [4, '-1', 'FormationViolation'],
    ],
    ['an empty id', '[2,"","Heartbeat",{}]', [4, '-1', 'RpcFrameworkError'], [4, '-1', 'FormationViolation']],
    [
      'an endless id',
      `[2,"${longId}","Heartbeat",{}]`,
      [4, '-1', 'RpcFrameworkError'],
      [4, '-1', 'FormationViolation'],
    ],
    ['no action', '[2,"1"]', [4, '1', 'RpcFrameworkError'], [4, '1', 'FormationViolation']],
    ['no payload', '[2,"1","Heartbeat"]', [4, '1', 'RpcFrameworkError'], [4, '1', 'FormationViolation']],
    [
      'five elements',
      '[2,"1","Heartbeat",{},{}]',
      [4, '1', 'RpcFrameworkError'],
      [4, '1', 'FormationViolation'],
    ],
    [
      'a list as payload',
      '[2,"1","Heartbeat",[]]',
      [4, '1', 'FormatViolation'],
      [4, '1', 'FormationViolation'],
    ],
    [
      'null as payload',
      '[2,"1","Heartbeat",null]',
      [4, '1', 'FormatViolation'],
      [4, '1', 'FormationViolation'],
    ],
    ['an unknown type', '[9,"1","Heartbeat",{}]', [4, '1', 'MessageTypeNotSupported'], null],
    ['a result without an id', '[3]', null, null],
    ['an error without an id', '[4,null,"GenericError","",{}]', null, null],
  ])('%s', (_what, text, in201, in16) => {
    expect(refusalOf(text, 'ocpp2.0.1')).toEqual(in201)
    expect(refusalOf(text, 'ocpp1.6')).toEqual(in16)
  })

  test.each([
    [255, 255],
    [256, 0],
    [-255, -255],
    [-256, 0],
    [2.5, 0],
    [1e308, 0],
  ])('the message type %d is kept as %d', (sent, kept) => {
    for (const protocol of protocols)
      expect(readFrame(`[${sent},"1","Heartbeat",{}]`, protocol)).toMatchObject({ messageType: kept })
  })

  test.each([
    ['nonsense', 'not a JSON array'],
    ['["2","1","Heartbeat",{}]', 'the message type is not a number'],
    ['[9,"1","Heartbeat",{}]', 'no such message type'],
    ['[2,1,"Heartbeat",{}]', 'the message id cannot be read'],
    ['[2,"1",7,{}]', 'the action is not a string'],
    ['[2,"1","Heartbeat"]', 'a call has four elements'],
    ['[2,"1","Heartbeat",7]', 'the payload is not an object'],
  ])('is answered with what is wrong with it: %s', (text, description) => {
    const frame = readFrame(text, 'ocpp2.0.1')
    expect(frame.kind === 'unreadable' && frame.refusal && JSON.parse(frame.refusal)).toMatchObject({
      3: description,
      4: {},
    })
  })

  test('is refused in a text of 255 characters at most', () => {
    expect(JSON.parse(writeError('1', 'GenericError', 'x'.repeat(256), 'ocpp1.6'))).toEqual([
      4,
      '1',
      'GenericError',
      'x'.repeat(255),
      {},
    ])
  })

  test('may bear an id of 255 characters', () => {
    const id = 'x'.repeat(255)
    expect(readFrame(`[2,"${id}","Heartbeat",{}]`, 'ocpp1.6')).toMatchObject({
      kind: 'call',
      id,
      idTooLong: true,
    })
  })

  test('is never quoted in the refusal', () => {
    for (const text of [
      '[2,"1","Heartbeat",["SECRET"]]',
      'SECRET',
      '[2,"1",{"a":"SECRET"},{}]',
      '[9,"1","SECRET"]',
    ]) {
      const frame = readFrame(text, 'ocpp2.0.1')
      expect(JSON.stringify(frame.kind === 'unreadable' && frame.refusal)).not.toContain('SECRET')
    }
  })
})

test('answers without a payload, and errors without words, still end their call', () => {
  expect(readFrame('[3,"7",null]', 'ocpp1.6')).toEqual({ kind: 'result', id: '7', payload: null })
  expect(readFrame('[4,"7"]', 'ocpp1.6')).toEqual({ kind: 'error', id: '7', code: '', text: '' })
})

test.each([
  [
    writeSend('7', 'NotifyPeriodicEventStream', { id: 1 }),
    { kind: 'send', action: 'NotifyPeriodicEventStream', payload: { id: 1 } },
  ],
  [
    writeResultError('7', 'FormatViolation', 'no'),
    { kind: 'result_error', code: 'FormatViolation', text: 'no' },
  ],
  ['[5,"7"]', { kind: 'result_error', code: '', text: '' }],
])('%s is a frame of 2.1 and of nothing older', (text, read) => {
  expect(readFrame(text, 'ocpp2.1')).toEqual({ id: '7', ...read })
  expect(readFrame(text, 'ocpp2.0.1')).toMatchObject({ kind: 'unreadable' })
  expect(readFrame(text, 'ocpp1.6')).toMatchObject({ kind: 'unreadable', refusal: null })
})

test.each([
  '[6]',
  '[6,1,"A",{}]',
  '[6,"1",7,{}]',
  '[6,"1","A",[]]',
  '[6,"1","A"]',
  '[5]',
  '[5,"","",""]',
])('%s is not answered, though it cannot be read', (text) => {
  const messageType = Number(text[1])
  expect(readFrame(text, 'ocpp2.1')).toMatchObject({ kind: 'unreadable', messageType, refusal: null })
})

test('the codes that 1.6 spells otherwise', () => {
  const codeOf = (frame: string) => (JSON.parse(frame) as string[])[2]
  expect(codeOf(writeError('1', 'OccurrenceConstraintViolation', '', 'ocpp1.6'))).toBe(
    'OccurenceConstraintViolation',
  )
  expect(codeOf(writeError('1', 'OccurrenceConstraintViolation', '', 'ocpp2.0.1'))).toBe(
    'OccurrenceConstraintViolation',
  )
  expect(codeOf(writeError('1', 'TypeConstraintViolation', '', 'ocpp1.6'))).toBe('TypeConstraintViolation')
})

test('any text is read without throwing', () => {
  const nearlyFrames = fc
    .array(fc.oneof(fc.constantFrom<unknown>(2, 3, 4, 5, 6, 'id', 'Heartbeat', {}), fc.jsonValue()), {
      maxLength: 6,
    })
    .map((parts) => JSON.stringify(parts))
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), nearlyFrames, fc.json()),
      fc.constantFrom(...protocols),
      (text, protocol) => {
        const frame = readFrame(text, protocol)
        const kinds = ['call', 'result', 'error', 'unreadable']
        expect(protocol === 'ocpp2.1' ? [...kinds, 'send', 'result_error'] : kinds).toContain(frame.kind)
      },
    ),
    { numRuns: 500 },
  )
})

test('what is written is read again', () => {
  const id = fc.string({ minLength: 1, maxLength: 36 })
  const payload = fc.dictionary(
    fc.string().filter((key) => key !== '__proto__'),
    fc.jsonValue(),
  )
  fc.assert(
    fc.property(id, fc.string(), payload, (messageId, action, content) => {
      const sent = JSON.parse(JSON.stringify(content)) as unknown
      expect(readFrame(writeCall(messageId, action, content), 'ocpp1.6')).toMatchObject({
        kind: 'call',
        id: messageId,
        action,
      })
      expect(readFrame(writeResult(messageId, content), 'ocpp1.6')).toEqual({
        kind: 'result',
        id: messageId,
        payload: sent,
      })
    }),
  )
})
