import { DAY_MS } from '@stationmaster/units'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Failure } from '../../platform/http/failure.ts'
import type { Db } from '../../platform/schema/schema.ts'
import { issue, pay, undoPayment } from '../../slices/partners/settlement/actions.ts'
import { dueOf, isOver, noSums, type Sums, sumOf } from '../../slices/partners/settlement/rules.ts'
import { findStatement, listIssued, listOpen, sumDue } from '../../slices/partners/settlement/store.ts'
import { SettlementWorld } from './settlement-world.ts'

test('statements and what is open add up to the ledger, whatever happens in which order, and stay as they were', async () => {
  const world = await SettlementWorld.open()
  const { db } = world
  const step = fc.oneof(
    fc.record({ type: fc.constant('session' as const), minor: fc.nat(100_000), daysAgo: fc.nat(70) }),
    fc.record({ type: fc.constant('refund' as const), of: fc.nat(), percent: fc.nat(100) }),
    fc.record({ type: fc.constant('correct' as const), of: fc.nat(), minor: fc.nat(100_000) }),
    fc.record({ type: fc.constant('issue' as const), times: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ type: fc.constant('pay' as const), of: fc.nat() }),
    fc.record({ type: fc.constant('undo' as const), of: fc.nat() }),
    fc.record({ type: fc.constant('wait' as const), days: fc.integer({ min: 5, max: 40 }) }),
  )
  const pick = <T>(list: readonly T[], at: number) => list[at % Math.max(1, list.length)]
  const expected = (error: unknown) => {
    if (!(error instanceof Failure)) throw error
    return null
  }
  let orders = 100
  let statements = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      let now = new Date('2026-03-10T09:00:00Z')
      const parts = { db, clock: { now: () => now }, timeZone: 'Europe/Moscow', newOwnerHoldDays: 14 }
      const administrator = { id: world.ownerId, email: 'a', role: 'administrator', ownerId: null } as const
      const by = { caller: administrator, remoteAddress: '127.0.0.1' }
      const dayAgo = (days = 0) => new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10)
      const { id: ownerId } = await world.addOwner()
      const payments = new Map<number, { captured: number; refunded: number }>()
      const issued = new Map<number, string>()
      const charge = async (orderId: number, day: string, captured: number, refunded: number) => {
        payments.set(orderId, { captured, refunded })
        await world.charge(orderId, day, {
          ownerId,
          capturedMinor: captured,
          refundedMinor: refunded,
          agentFeeMinor: Math.round((captured - refunded) / 8),
          bankCommissionMinor: Math.round(captured / 50),
        })
      }
      for (const one of steps) {
        if (one.type === 'wait') now = new Date(now.getTime() + one.days * DAY_MS)
        if (one.type === 'session') {
          orders += 1
          await charge(orders, dayAgo(one.daysAgo), one.minor, 0)
        }
        if (one.type === 'refund' || one.type === 'correct') {
          const orderId = pick([...payments.keys()], one.of)
          if (orderId === undefined) continue
          const { captured, refunded } = payments.get(orderId)!
          const back = one.type === 'refund' ? Math.floor((captured * one.percent) / 100) : 0
          const price = one.type === 'correct' ? one.minor : captured
          await charge(orderId, dayAgo(), Math.max(price, refunded), Math.max(refunded, back))
        }
        if (one.type === 'issue') {
          const [open] = await listOpen(db, ownerId)
          if (!open || !isOver(open.month, dayAgo())) continue
          const input = { ownerId, month: open.month, dueMinor: dueOf(open) }
          const ids = await Promise.all(Array.from({ length: one.times }, () => issue(parts, by, input)))
          expect(new Set(ids).size).toBe(1)
          issued.set(ids[0]!, JSON.stringify(await findStatement(db, ids[0]!)))
          statements += 1
        }
        const statement = 'of' in one ? pick([...issued.keys()], one.of) : undefined
        if (one.type === 'pay' && statement)
          await pay(parts, by, statement, { paidOn: dayAgo(), documentNumber: '1' }).catch(expected)
        if (one.type === 'undo' && statement) await undoPayment(parts, by, statement, 'x').catch(expected)

        const ledger = await world.dueByLedger(ownerId)
        expect(await sumDue(db, ownerId)).toBe(ledger)
        const months = [...(await listOpen(db, ownerId)), ...(await allIssued(db, ownerId))]
        expect(new Set(months.map(({ month }) => month)).size).toBe(months.length)
        expect(months.reduce((sum, month) => sum + dueOf(month) - month.paidMinor, 0)).toBe(ledger)
      }
      for (const [id, was] of issued) {
        expect(JSON.stringify(await findStatement(db, id))).toBe(was)
        const { lines, ...head } = (await findStatement(db, id))!
        expect(sumOf(lines)).toEqual(
          Object.fromEntries(Object.keys(noSums).map((name) => [name, head[name as keyof Sums]])),
        )
      }
    }),
    { numRuns: 6 },
  )
  expect(statements).toBeGreaterThan(0)
  await world.office.close()
})

const allIssued = async (db: Db, ownerId: number) =>
  (
    await Promise.all([2025, 2026, 2027, 2028, 2029, 2030].map((year) => listIssued(db, year, ownerId)))
  ).flat()
