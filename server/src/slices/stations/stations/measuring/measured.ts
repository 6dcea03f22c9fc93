import type { stations } from '@stationmaster/contract'
import type { z } from 'zod'
import type { ShownMeasurements } from './measurement-store.ts'

type MeterValue = z.infer<typeof stations.meterValues.answer>[number]

/** What a meter counts on and on, whatever charges. */
const register = /^Energy\..*\.Register$/

/**
 * What of a connector's last measurements holds at present: all of them while the order that they were taken for is open, or
 * where they were taken for none; after it has ended only the registers.
 */
export function presentOf(
  { at, orderId, measurements }: ShownMeasurements,
  openOrderId: number | null,
): MeterValue[] {
  const timestamp = at.toISOString()
  return measurements
    .filter(({ measurand }) => orderId === null || orderId === openOrderId || register.test(measurand))
    .map((one) => ({ ...one, phase: one.phase ?? null, location: one.location ?? null, timestamp }))
    .sort(
      (a, b) =>
        compare(a.context, b.context) ||
        compare(a.measurand, b.measurand) ||
        compare(a.phase ?? '', b.phase ?? ''),
    )
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
