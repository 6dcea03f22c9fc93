import { describe, expect, test } from 'vitest'
import { after, starting } from '../machine/rules.fixtures.ts'
import { hasPriority, isPrioritizable, withPriority } from './priority.ts'

const running = starting({ status: 'started', transactionId: 'T1' })

describe('a session that comes before others', () => {
  test('does so from the first report on, by whoever has asked last', () => {
    const first = withPriority(running, true, after(1), null)
    expect(first).toMatchObject({ prioritySince: after(1), priorityManagerId: null })
    expect(withPriority(first, true, after(2), null)).toBe(first)
    const byStaff = withPriority(first, true, after(3), 4)
    expect(byStaff).toMatchObject({ prioritySince: after(1), priorityManagerId: 4 })
    expect(withPriority(byStaff, true, after(4), null)).toBe(byStaff)
    expect(hasPriority(byStaff)).toBe(true)
  })

  test('no longer does when somebody takes it back, or when it has ended', () => {
    const first = withPriority(running, true, after(1), 4)
    const back = withPriority(first, false, after(2), null)
    expect(back).toMatchObject({ prioritySince: null, priorityManagerId: null })
    expect(withPriority(back, false, after(3), 4)).toBe(back)
    const ended = { ...first, status: 'completed' as const }
    expect(hasPriority(ended)).toBe(false)
    const late = { ...running, status: 'completed' as const }
    expect(withPriority(late, true, after(3), null)).toBe(late)
  })

  test('is one that runs at a station of 2.1', () => {
    expect(isPrioritizable(running, 'ocpp2.1')).toBe(true)
    for (const protocol of ['ocpp1.6', 'ocpp2.0.1', null] as const)
      expect(isPrioritizable(running, protocol)).toBe(false)
    expect(isPrioritizable({ ...running, transactionId: null }, 'ocpp2.1')).toBe(false)
    expect(isPrioritizable({ ...running, status: 'completed' }, 'ocpp2.1')).toBe(false)
  })
})
