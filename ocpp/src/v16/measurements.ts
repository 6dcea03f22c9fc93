import {
  defaultContext,
  energyRegister,
  measurementsOf,
  samplesOf,
  scaled,
  unitOf,
} from '../messages/measurements.ts'
import { instant, list, number, record, text } from '../messages/reading.ts'
import type { MeterSample, RawMeasurement } from '../station-event.ts'

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

/** MeterValue[] of 1.6; a sample without a time of its own gets the given one. */
export function writeMeterValues(samples: readonly MeterSample[], otherwiseAt: Date) {
  return samples.map((sample) => ({
    timestamp: (sample.at ?? otherwiseAt).toISOString(),
    sampledValue: measurementsOf(sample).map(({ value, multiplier, unit, ...kind }) => ({
      ...kind,
      value: String(scaled(value, multiplier)),
      ...(unit ? { unit } : {}),
    })),
  }))
}
