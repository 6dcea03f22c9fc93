import type { SignedValue } from '../station-event.ts'
import { defaultContext } from './measurements.ts'
import { instant, list, record, text } from './reading.ts'

/** What a version says of one signed value, without its moment. */
export type SignedContent = Omit<SignedValue, 'at' | 'context'>

/** The values of MeterValue[] that the meter has signed, in their order; absent where there are none. */
export function readSignedValues(
  meterValues: unknown,
  contentOf: (sampled: Record<string, unknown>) => SignedContent | undefined,
): SignedValue[] | undefined {
  const signed = list(meterValues).flatMap((entry) => {
    const { timestamp, sampledValue } = record(entry)
    const at = instant(timestamp, [])
    return list(sampledValue).flatMap((one) => {
      const sampled = record(one)
      const content = contentOf(sampled)
      const context = text(sampled.context) ?? defaultContext
      return content ? [{ ...(at ? { at } : {}), context, ...content }] : []
    })
  })
  return signed.length > 0 ? signed : undefined
}
