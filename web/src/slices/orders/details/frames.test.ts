import { expect, test } from 'vitest'
import type { Frame } from './details-query.ts'
import { joinAnswers } from './frames.ts'

const frame = (
  id: number,
  from: Frame['message_from'],
  type: number,
  messageId: string,
  action: string | null,
) => ({
  id,
  message_from: from,
  message_type_id: type,
  message_id: messageId,
  action,
  payload: {},
  created_at: new Date(id * 100).toISOString(),
  size: 2,
  cut: false,
  order_id: null,
  remarks: null,
  repeats: 1,
  error_code: null,
  error_text: null,
  latency_ms: null,
  pair: null,
})

test('an answer is joined to the call of the other side, not to one of its own with the same id', () => {
  const joined = joinAnswers([
    frame(1, 'server', 2, '7', 'RemoteStartTransaction'),
    frame(2, 'station', 2, '7', 'StatusNotification'),
    frame(3, 'server', 3, '7', null),
    frame(5, 'station', 3, '7', null),
    frame(6, 'station', 4, '8', null),
  ])
  expect(joined.map(({ kind, action, answeredInMs }) => [kind, action, answeredInMs])).toEqual([
    ['call', 'RemoteStartTransaction', null],
    ['call', 'StatusNotification', null],
    ['result', 'StatusNotification', 100],
    ['result', 'RemoteStartTransaction', 400],
    ['error', null, null],
  ])
})
