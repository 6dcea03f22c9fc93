import type * as Messages from '../generated/types201.ts'
import {
  defaultContext,
  energyRegister,
  measurementsOf,
  mostWh,
  netRegister,
  samplesOf,
  unitOf,
} from '../messages/measurements.ts'
import { instant, int32, list, number, record, text, withoutUndefined } from '../messages/reading.ts'
import type { SignedContent } from '../messages/signed-values.ts'
import type { MeterSample, RawMeasurement, SignedValue } from '../station-event.ts'

/** MeterValueType[] of 2.0.1, valid or not: values that are no numbers are left out with a remark. */
export function readMeterValues(meterValues: unknown, remarks: string[]): MeterSample[] {
  return list(meterValues).flatMap((entry) => {
    const { timestamp, sampledValue } = record(entry)
    const at = instant(timestamp, remarks)
    return samplesOf(
      at,
      list(sampledValue).flatMap((value) => measurement(record(value), remarks)),
      remarks,
    )
  })
}

/** Whether MeterValueType[] hold an energy register that cannot be read: no number, below zero, or beyond what can be counted. */
export function holdsUnreadable(meterValues: unknown): boolean {
  const sampled = list(meterValues).flatMap((entry) => list(record(entry).sampledValue))
  return sampled.some((one) => {
    const { value, measurand } = record(one)
    const wh = number(value)
    const isRegister = [energyRegister, netRegister].includes(text(measurand) ?? energyRegister)
    return isRegister && (wh === undefined || wh < 0 || wh > mostWh)
  })
}

function measurement(sampled: Record<string, unknown>, remarks: string[]): RawMeasurement[] {
  const value = number(sampled.value)
  if (value === undefined) {
    remarks.push('a measured value is not a number and was left out')
    return []
  }
  const measurand = text(sampled.measurand) ?? energyRegister
  const { unit, multiplier } = record(sampled.unitOfMeasure)
  const [phase, location] = [text(sampled.phase), text(sampled.location)]
  return [
    {
      context: text(sampled.context) ?? defaultContext,
      measurand,
      ...(phase ? { phase } : {}),
      ...(location ? { location } : {}),
      value,
      multiplier: int32(multiplier) ?? 0,
      unit: text(unit) ?? unitOf(measurand),
    },
  ]
}

/** SignedMeterValueType of 2.0.1. */
export function signedContent({ signedMeterValue }: Record<string, unknown>): SignedContent | undefined {
  const { signedMeterData, encodingMethod, signingMethod, publicKey } = record(signedMeterValue)
  const data = text(signedMeterData)
  return data === undefined
    ? undefined
    : withoutUndefined<SignedContent>({
        data,
        encodingMethod: text(encodingMethod),
        signingMethod: text(signingMethod),
        publicKey: text(publicKey),
      })
}

/**
 * MeterValueType[] of 2.0.1; a sample without a time of its own gets the given one, one without values is left out. A signed value
 * stands at the first value of the sample of its context.
 */
export function writeMeterValues(
  samples: readonly MeterSample[],
  signed: readonly SignedValue[] | undefined,
  otherwiseAt: Date,
): Messages.MeterValueType[] {
  const left = [...(signed ?? [])]
  const timeOf = ({ at }: { at?: Date }) => (at ?? otherwiseAt).getTime()
  return samples.flatMap((sample) => {
    const place = left.findIndex((one) => one.context === sample.context && timeOf(one) === timeOf(sample))
    const [of] = place < 0 ? [] : left.splice(place, 1)
    const sampledValue = measurementsOf(sample).map((one, index) =>
      of && index === 0 ? { ...written(one), signedMeterValue: writtenSigned(of) } : written(one),
    )
    return sampledValue.length > 0
      ? [{ timestamp: (sample.at ?? otherwiseAt).toISOString(), sampledValue }]
      : []
  })
}

const writtenSigned = ({
  data,
  encodingMethod = '',
  signingMethod = '',
  publicKey = '',
}: SignedValue): NonNullable<Messages.SampledValueType['signedMeterValue']> => ({
  signedMeterData: data,
  encodingMethod,
  signingMethod,
  publicKey,
})

function written({ value, multiplier, unit, ...kind }: RawMeasurement): Messages.SampledValueType {
  const unitOfMeasure = { ...(unit ? { unit } : {}), ...(multiplier ? { multiplier } : {}) }
  const kinds = kind as Omit<Messages.SampledValueType, 'value'>
  return Object.keys(unitOfMeasure).length > 0 ? { ...kinds, value, unitOfMeasure } : { ...kinds, value }
}
