import type { SignedValue } from '../station-event.ts'
import { defaultContext } from './measurements.ts'
import { instant, list, record, text, withoutUndefined } from './reading.ts'

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

/**
 * The signed value of 2.x in the text of one of 1.6: stations send it so where their value has no place for a key, some with
 * the name of the whole for its data. Null where the text is something else.
 */
export function signedObject(data: string): SignedContent | null {
  if (!data.trimStart().startsWith('{')) return null
  try {
    const object = record(JSON.parse(data))
    const inner = text(object.signedMeterData ?? object.signedMeterValue)
    return inner === undefined
      ? null
      : withoutUndefined<SignedContent>({
          data: inner,
          encodingMethod: text(object.encodingMethod),
          signingMethod: text(object.signingMethod),
          publicKey: text(object.publicKey),
        })
  } catch {
    return null
  }
}
