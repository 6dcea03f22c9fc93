import type { CommandOutcome } from '@stationmaster/ocpp'
import { expect, test } from 'vitest'
import { failureOf, isAccepted, startOutcomeOf, statusOf, stopOutcomeOf } from './outcome.ts'

const answered = (
  accepted: boolean,
  more: Partial<Extract<CommandOutcome, { kind: 'answered' }>> = {},
): CommandOutcome => ({
  kind: 'answered',
  accepted,
  status: accepted ? 'Accepted' : 'Rejected',
  payload: {},
  findings: {},
  effect: null,
  ...more,
})
const timeout = (sent: boolean, afterMs = 30_000): CommandOutcome => ({ kind: 'timeout', afterMs, sent })
const callError: CommandOutcome = { kind: 'call_error', code: 'InternalError', text: 'no relay' }
const unsupported: CommandOutcome = { kind: 'unsupported', reason: 'not in 1.6' }

test.each<[what: string, outcome: CommandOutcome, start: string, stop: string, word: string, code: string]>([
  ['an acceptance', answered(true), 'accepted', 'accepted', 'Accepted', 'station.rejected'],
  ['a refusal', answered(false), 'refused', 'refused', 'Rejected', 'station.rejected'],
  ['an error', callError, 'refused', 'unanswered', 'InternalError', 'station.call_error'],
  ['silence after it was sent', timeout(true), 'unknown', 'unanswered', 'timeout', 'station.timeout'],
  ['no turn to be sent', timeout(false), 'refused', 'unanswered', 'timeout', 'station.not_sent'],
  [
    'an end of the connection',
    { kind: 'disconnected' },
    ...(['unknown', 'unanswered', 'disconnected', 'station.disconnected'] as const),
  ],
  [
    'a station on hold',
    { kind: 'not_accepted' },
    ...(['refused', 'unanswered', 'not_accepted', 'station.on_hold'] as const),
  ],
  ['a full queue', { kind: 'busy' }, 'refused', 'unanswered', 'busy', 'station.busy'],
  [
    'a version without it',
    unsupported,
    ...(['refused', 'unanswered', 'unsupported', 'station.unsupported'] as const),
  ],
])('%s', (_what, outcome, start, stop, word, code) => {
  expect(isAccepted(outcome)).toBe(start === 'accepted')
  expect(startOutcomeOf(outcome)).toBe(start)
  expect(stopOutcomeOf(outcome)).toBe(stop)
  expect(statusOf(outcome)).toBe(word)
  expect(failureOf(outcome).code).toBe(code)
})

test('a stop of a transaction that the station does not know has its own outcome', () => {
  expect(stopOutcomeOf(answered(false, { findings: { transactionUnknown: true } }))).toBe(
    'transaction_unknown',
  )
})

test('the waiting time is given in whole seconds, at least one', () => {
  const seconds = (afterMs: number) => failureOf(timeout(true, afterMs)).details
  expect(seconds(30_000)).toEqual({ seconds: 30 })
  expect(seconds(1600)).toEqual({ seconds: 2 })
  expect(seconds(200)).toEqual({ seconds: 1 })
})

test('an error has its code, the first 250 characters of its text, and what it means', () => {
  const { details, words } = failureOf({ ...callError, text: 'x'.repeat(251) } as CommandOutcome)
  expect(details).toEqual({ code: 'InternalError', text: 'x'.repeat(250) })
  expect(words).toMatchObject({
    error: `InternalError (${'x'.repeat(250)})`,
    meaning: { en: expect.stringContaining('inside the station') },
  })
  expect(failureOf({ ...callError, text: '', code: 'constructor' } as CommandOutcome).words).toEqual({
    error: 'constructor',
    meaning: '',
  })
})
