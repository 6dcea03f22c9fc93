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

describe('an inquiry about a session is sent', () => {
  test('that runs, waits for review, or ended within a day', () => {
    const inquiryFor = (order: Partial<Parameters<typeof inquiryOf>[0]>) =>
      inquiryOf({ ...over, ...order }, 'ocpp2.0.1', now)
    expect(inquiryFor({ status: 'started', transactionFinish: null })).toEqual(inquiry)
    expect(inquiryFor({ needsReview: true })).toEqual(inquiry)
    expect(inquiryFor({ transactionFinish: ago(DAY_MS - 1) })).toEqual(inquiry)
    expect(inquiryFor({})).toBeNull()
    expect(inquiryFor({ transactionFinish: null })).toBeNull()
    expect(inquiryFor({ status: 'started', transactionId: null })).toBeNull()
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
])('%j is shown as %s', (findings, word) => {
  expect(inquiryWord(findings)).toBe(word)
})
