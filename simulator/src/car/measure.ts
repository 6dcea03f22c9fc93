import type { MeterSample, RawMeasurement } from '@stationmaster/ocpp'
import type { Current } from './car.ts'

export const mainsV = 230
/** above this an AC plug uses three phases, W */
const onePhaseMostW = 7_400

/** What the meter and the car show at one moment. */
export interface Reading {
  at: Date
  context: string
  registerWh: number
  powerW: number
  current: Current
  /** what the plug can give, W; tells how many phases it has */
  ratedW: number
  /** percent; only DC plugs learn it from the car */
  soc?: number
}

/** Writes a reading down as a station does: the neutral values and the same as raw measurements. */
export function sampleOf(reading: Reading): MeterSample {
  const { context, powerW, soc } = reading
  const electrical = reading.current === 'DC' ? direct(reading) : alternating(reading)
  const raw: RawMeasurement[] = [
    measured(context, 'Energy.Active.Import.Register', reading.registerWh, 'Wh'),
    measured(context, 'Power.Active.Import', powerW, 'W'),
    ...electrical.raw,
  ]
  if (soc !== undefined) raw.push({ ...measured(context, 'SoC', soc, 'Percent'), location: 'EV' })
  return {
    at: reading.at,
    context,
    energyWh: reading.registerWh,
    powerW,
    currentA: electrical.currentA,
    voltageV: electrical.voltageV,
    ...(soc === undefined ? {} : { soc }),
    raw,
  }
}

function measured(
  context: string,
  measurand: string,
  value: number,
  unit: string,
  phase?: string,
): RawMeasurement {
  return { context, measurand, location: 'Outlet', value, multiplier: 0, unit, ...(phase ? { phase } : {}) }
}

/** Voltage at a battery, V; half full unless known. */
export function directVoltage(soc = 50): number {
  return Math.round(340 + 0.9 * soc)
}

/** The phases that an AC plug of this power uses. */
export function phasesOf(ratedW: number): string[] {
  return ratedW > onePhaseMostW ? ['L1', 'L2', 'L3'] : ['L1']
}

function direct({ context, powerW, soc }: Reading) {
  const voltageV = directVoltage(soc)
  const currentA = oneDecimal(powerW / voltageV)
  const raw = [
    measured(context, 'Current.Import', currentA, 'A'),
    measured(context, 'Voltage', voltageV, 'V'),
  ]
  return { voltageV, currentA, raw }
}

function alternating({ context, powerW, ratedW }: Reading) {
  const phases = phasesOf(ratedW)
  const currentA = oneDecimal(powerW / mainsV / phases.length)
  const raw = phases.flatMap((phase) => [
    measured(context, 'Current.Import', currentA, 'A', phase),
    measured(context, 'Voltage', mainsV, 'V', `${phase}-N`),
  ])
  return { voltageV: mainsV, currentA, raw }
}

function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10
}
