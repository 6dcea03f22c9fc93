import type { MeterSample, RawMeasurement } from '../station-event.ts'

export const energyRegister = 'Energy.Active.Import.Register'
/** What a station may measure instead of its import register: import less export, or the energy since the sample before. */
export const netRegister = 'Energy.Active.Net'
const energyInterval = 'Energy.Active.Import.Interval'
export const defaultContext = 'Sample.Periodic'

/** The unit of a value without a unit: Wh for energy (OCPP 1.6 clause 7.43, 2.0.1 UnitOfMeasureType), else the usual one. */
export function unitOf(measurand: string): string {
  if (measurand.startsWith('Energy')) return 'Wh'
  if (measurand === 'SoC') return 'Percent'
  if (measurand === 'Voltage') return 'V'
  if (measurand.startsWith('Current')) return 'A'
  return measurand.startsWith('Power.Active') || measurand === 'Power.Offered' ? 'W' : ''
}

/** value x 10^exponent, exact in decimal: 1.0005 x 10^3 is 1000.5. */
export function scaled(value: number, exponent: number): number {
  if (exponent === 0) return value
  const [mantissa, power = '0'] = String(value).split('e')
  return Number(`${mantissa}e${Number(power) + exponent}`)
}

/** Above it thousandths of a Wh are lost. */
export const mostWh = Number.MAX_SAFE_INTEGER / 1000

/** A register in Wh to the thousandth, as finely as meters measure: differences are rounded, registers are not. */
export const registerOf = (wh: number): number => Math.round(wh * 1000) / 1000 + 0

/** a smaller value counts as zero: a column of 4 bytes cannot hold it */
const leastValue = 1e-9

/** One moment of a station's meter in our units; values that cannot be right are left out with a remark. */
function sampleOf(
  at: Date | undefined,
  context: string,
  raw: RawMeasurement[],
  remarks: string[],
): MeterSample {
  const sample: MeterSample = { context, raw }
  if (at) sample.at = at
  const set = (
    key: 'energyWh' | 'intervalWh' | 'powerW' | 'soc' | 'currentA' | 'voltageV',
    value: number | undefined,
    most: number,
  ) => {
    if (value === undefined) return
    const kept = Math.abs(value) < leastValue ? 0 : value
    if (Math.abs(value) <= most && (key !== 'soc' || value >= 0)) sample[key] = kept
    else remarks.push(`${key} is out of range and was left out`)
  }
  const energy = (measurand: string) => total(raw, measurand, { kwh: 3, wh: 0 })
  const imported = energy(energyRegister)
  if (imported !== undefined && imported < 0) remarks.push('a register below zero was left out')
  else set('energyWh', imported ?? energy(netRegister), mostWh)
  set('intervalWh', energy(energyInterval), mostWh)
  const power = total(raw, 'Power.Active.Import', { kw: 3, w: 0 })
  set('powerW', power === undefined ? undefined : Math.round(power) + 0, 2 ** 31 - 1)
  set('soc', stateOfCharge(raw), 100)
  set('currentA', current(raw), 1e6)
  set('voltageV', voltage(raw), 1e6)
  return sample
}

/** Measurements of one kind at one place: the outlet's before any other's. */
function measured(raw: readonly RawMeasurement[], measurand: string): RawMeasurement[] {
  const all = raw.filter((r) => r.measurand === measurand)
  if (all.length < 2) return all
  const outlet = all.filter((r) => r.location === undefined || r.location === 'Outlet')
  return outlet.length > 0 ? outlet : all.filter((r) => r.location === all[0]?.location)
}

/** The value without a phase, or else the sum of L1, L2 and L3, to the thousandth. */
function total(
  raw: readonly RawMeasurement[],
  measurand: string,
  exponents: Record<string, number>,
): number | undefined {
  const named = measured(raw, measurand)
  if (named.length === 0) return undefined
  const exponentOf = (r: RawMeasurement) => exponents[r.unit.toLowerCase()] ?? Number.NaN
  const found = named.filter((r) => Object.hasOwn(exponents, r.unit.toLowerCase()))
  const whole = found.find((r) => r.phase === undefined)
  if (whole) return registerOf(scaled(whole.value, whole.multiplier + exponentOf(whole)))
  const parts = [...phases(found).values()]
  if (parts.length === 0) return undefined
  // Integers of a millionth, so that 333.1 + 333.2 + 333.2 is exactly 999.5.
  const millionths = parts.map((r) => Math.round(scaled(r.value, r.multiplier + exponentOf(r) + 6)))
  return registerOf(millionths.reduce((sum, part) => sum + part, 0) / 1e6)
}

function phases(found: readonly RawMeasurement[]): Map<string, RawMeasurement> {
  const byPhase = new Map<string, RawMeasurement>()
  for (const r of found) {
    const phase = r.phase?.replace(/-N$/, '')
    if (phase && /^L[123]$/.test(phase) && !byPhase.has(phase)) byPhase.set(phase, r)
  }
  return byPhase
}

function stateOfCharge(raw: readonly RawMeasurement[]): number | undefined {
  const found = raw.find((r) => r.measurand === 'SoC')
  return found && Math.round(scaled(found.value, found.multiplier)) + 0
}

function current(raw: readonly RawMeasurement[]): number | undefined {
  const amperes = measured(raw, 'Current.Import')
    .filter((r) => r.phase !== 'N')
    .map(plain)
  return amperes.length > 0 ? Math.max(...amperes) : undefined
}

function voltage(raw: readonly RawMeasurement[]): number | undefined {
  const all = measured(raw, 'Voltage')
  const toNeutral = all.filter((r) => !r.phase || /^L[123](-N)?$/.test(r.phase))
  const volts = (toNeutral.length > 0 ? toNeutral : all).map(plain)
  return volts.length > 0
    ? Math.round((volts.reduce((sum, v) => sum + v, 0) / volts.length) * 10) / 10
    : undefined
}

function plain(r: RawMeasurement): number {
  return scaled(r.value, r.multiplier)
}

/** The measurements that a station writes for a sample: its raw ones, or else what the sample says in our units. */
export function measurementsOf(sample: MeterSample): RawMeasurement[] {
  if (sample.raw.length > 0) return sample.raw
  const values: [string, number | undefined][] = [
    [energyRegister, sample.energyWh],
    [energyInterval, sample.intervalWh],
    ['Power.Active.Import', sample.powerW],
    ['Current.Import', sample.currentA],
    ['Voltage', sample.voltageV],
    ['SoC', sample.soc],
  ]
  return values.flatMap(([measurand, value]) =>
    value === undefined
      ? []
      : [{ context: sample.context, measurand, value, multiplier: 0, unit: unitOf(measurand) }],
  )
}

/** Splits the measurements of one timestamp by their context: a begin and an end may share it. */
export function samplesOf(
  at: Date | undefined,
  raw: readonly RawMeasurement[],
  remarks: string[],
): MeterSample[] {
  const contexts = new Set(raw.map((r) => r.context))
  return [...contexts].map((context) =>
    sampleOf(
      at,
      context,
      raw.filter((r) => r.context === context),
      remarks,
    ),
  )
}

const edges = { begin: 'Transaction.Begin', end: 'Transaction.End' } as const

/**
 * The register at a transaction's begin or end: the sample of that context, or else the first or last that has energy and
 * does not belong to the other edge (one message may bring both).
 */
export function registerAt(samples: readonly MeterSample[], edge: 'begin' | 'end'): number | undefined {
  const other = edges[edge === 'begin' ? 'end' : 'begin']
  const metered = samples.filter((one) => one.energyWh !== undefined && one.context !== other)
  const marked = metered.find((one) => one.context === edges[edge])
  return (marked ?? (edge === 'begin' ? metered[0] : metered.at(-1)))?.energyWh
}
