import { dayOf, firstDayOf, instantOf, nextMonth } from '@stationmaster/units'
import { logFailure } from '../../../../platform/database/database-fault.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import type { Jobs } from '../../../../platform/jobs/jobs.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { cdrOfKept } from '../kept.ts'
import { type BillDifference, compare, listedTotalOf, type OwnBill } from './compare.ts'
import {
  findSettlement,
  listBillsMade,
  listToCompare,
  type MadeBill,
  type SettlementRow,
  updateCompared,
} from './settlement-store.ts'

export interface MonthParts {
  db: Db
  clock: Clock
  timeZone: string
}

/** A month of a partner by now: our bills, the partner's list, and what differs. */
export interface SettledMonth {
  partnerId: number
  month: string
  bills: OwnBill[]
  kept: SettlementRow | undefined
  differences: BillDifference[]
  /** kopecks that the list lacks in all */
  differenceMinor: number
  isRunning: boolean
}

/** Compares a month of a partner with the partner's list as both are now, and notes what came of it. */
export async function loadMonth(parts: MonthParts, partnerId: number, month: string): Promise<SettledMonth> {
  const { db, timeZone, clock } = parts
  const at = clock.now()
  const kept = await findSettlement(db, partnerId, month)
  const bills = (await listBillsMade(db, partnerId, spanOf(month, timeZone))).map(ownBill)
  const differences = kept ? compare(bills, kept.lines) : []
  const differenceMinor = differences.reduce((sum, { grossMinor }) => sum + grossMinor, 0)
  if (kept)
    await updateCompared(
      db,
      kept,
      {
        listed: kept.lines.length,
        listedGrossMinor: listedTotalOf(kept.lines).grossMinor,
        differing: differences.length,
        differenceMinor,
      },
      at,
    )
  return { partnerId, month, bills, kept, differences, differenceMinor, isRunning: isRunning(parts, month) }
}

/** Whether a month is not over, by the network's clocks. */
export const isRunning = ({ clock, timeZone }: Pick<MonthParts, 'clock' | 'timeZone'>, month: string) =>
  dayOf(clock.now(), timeZone) < firstDayOf(nextMonth(month))

const spanOf = (month: string, timeZone: string) => ({
  from: instantOf(firstDayOf(month), 0, timeZone),
  to: instantOf(firstDayOf(nextMonth(month)), 0, timeZone),
})

type JobParts = MonthParts & { log: Parameters<typeof logFailure>[0] }

/** Each minute open months are compared again that have got another list or bill, so that the inbox counts them. */
export function settlementJobs(jobs: Jobs, parts: JobParts): void {
  jobs.schedule('roaming-settlements', '* * * * *', () => compareOpen(parts))
}

/** Compares months that have changed since they were compared. */
export async function compareOpen(parts: JobParts): Promise<void> {
  for (const { partnerId, month } of await listToCompare(parts.db, parts.timeZone)) {
    try {
      await loadMonth(parts, partnerId, month)
    } catch (error) {
      logFailure(parts.log, error, 'a month of a partner could not be compared', { partnerId, month })
    }
  }
}

/** A bill in the units of the comparison; its net is what the partner has of it. */
function ownBill({ id, orderId, body, totalMinor, energyWh, isCredit, vat }: MadeBill): OwnBill {
  const { startDateTime, endDateTime, totalCost, currency } = cdrOfKept(body)
  return {
    id,
    sessionId: String(orderId),
    startedAt: startDateTime.toISOString(),
    endedAt: endDateTime.toISOString(),
    energyWh,
    netMinor: Math.round(totalCost.beforeTaxesMicro / 10_000),
    grossMinor: totalMinor,
    currency,
    isCredit,
    vat: vat ?? 'domestic',
  }
}
