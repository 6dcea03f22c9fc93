import {
  defaultContext,
  energyRegister,
  measurementsOf,
  samplesOf,
  scaled,
  unitOf,
} from '../messages/measurements.ts'
import { instant, list, number, record, text } from '../messages/reading.ts'
import type { SignedContent } from '../messages/signed-values.ts'
import type { MeterSample, RawMeasurement, SignedValue } from '../station-event.ts'

/** MeterValue[] of 1.6 (clause 7.33), valid or not: values that are no numbers are left out with a remark. */
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

function measurement(sampled: Record<string, unknown>, remarks: string[]): RawMeasurement[] {
  if (sampled.format === 'SignedData') return []
  const value = number(sampled.value)
  if (value === undefined) {
    remarks.push('a measured value is not a number and was left out')
    return []
  }
  const measurand = text(sampled.measurand) ?? energyRegister
  const [phase, location] = [text(sampled.phase), text(sampled.location)]
  return [
    {
      context: text(sampled.context) ?? defaultContext,
      measurand,
      ...(phase ? { phase } : {}),
      ...(location ? { location } : {}),
      value,
      multiplier: 0,
      unit: text(sampled.unit) ?? unitOf(measurand),
    },
  ]
}

/** A signed value of 1.6 (clause 7.43, ValueFormat): all that its station writes into it. */
export const signedContent = ({ format, value }: Record<string, unknown>): SignedContent | undefined => {
  const data = format === 'SignedData' ? text(value) : undefined
  return data === undefined ? undefined : { data }
}

/** MeterValue[] of 1.6; what has no time of its own gets the given one. */
export function writeMeterValues(
  samples: readonly MeterSample[],
  signed: readonly SignedValue[] | undefined,
  otherwiseAt: Date,
) {
  const measured = samples.map((sample) => ({
    timestamp: (sample.at ?? otherwiseAt).toISOString(),
    sampledValue: measurementsOf(sample).map(({ value, multiplier, unit, ...kind }) => ({
      ...kind,
      value: String(scaled(value, multiplier)),
      ...(unit ? { unit } : {}),
    })),
  }))
  const values = (signed ?? []).map(({ at, context, data }) => ({
    timestamp: (at ?? otherwiseAt).toISOString(),
    sampledValue: [{ context, format: 'SignedData', measurand: energyRegister, value: data }],
  }))
  return [...measured, ...values]
}
