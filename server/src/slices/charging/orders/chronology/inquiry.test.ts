import { DAY_MS } from '@stationmaster/units'
import { describe, expect, test } from 'vitest'
import { inquiryOf, inquiryWord } from './inquiry.ts'

const now = new Date('2026-03-02T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const over = {
  status: 'completed',
  transactionId: 'T1',
  transactionFinish: ago(DAY_MS),
  needsReview: false,
} as const
const inquiry = { type: 'transaction_inquiry', transactionId: 'T1' }

describe('a station is asked after a session', () => {
  test('that runs, waits for review, or ended within a day', () => {
    const asked = (order: Partial<Parameters<typeof inquiryOf>[0]>) =>
      inquiryOf({ ...over, ...order }, 'ocpp2.0.1', now)
    expect(asked({ status: 'started', transactionFinish: null })).toEqual(inquiry)
    expect(asked({ needsReview: true })).toEqual(inquiry)
    expect(asked({ transactionFinish: ago(DAY_MS - 1) })).toEqual(inquiry)
    expect(asked({})).toBeNull()
    expect(asked({ transactionFinish: null })).toBeNull()
    expect(asked({ status: 'started', transactionId: null })).toBeNull()
  })

  test('in the versions that have the question', () => {
    const running = { ...over, status: 'started' } as const
    expect(inquiryOf(running, 'ocpp1.6', now)).toBeNull()
    expect(inquiryOf(running, null, now)).toBeNull()
  })
})

test.each([
  [{ transactionRuns: true, messagesWait: false }, 'running'],
  [{ transactionRuns: true, messagesWait: true }, 'running_waiting'],
  [{ transactionRuns: false, messagesWait: false }, 'ended'],
  [{ messagesWait: true }, 'ended_waiting'],
  [{}, 'ended'],
])('%j is told as %s', (findings, word) => {
  expect(inquiryWord(findings)).toBe(word)
})
