import type { EnergySiteRead } from '@stationmaster/contract'
import { type PerPhase, phases, type Wiring } from '@stationmaster/energy'
import { localTime } from '@stationmaster/units'
import { milliamperes, othersMost, perPhase, perPhaseMa, reserveOf } from './tree.ts'

/** A limit that came by call. */
export interface CalledLimit {
  id: number
  circuit: string
  /** of the fuse */
  percent: number | null
  limitMa: number | null
  startsAt: Date
  endsAt: Date
  reason: string
}

/** What a meter said last of a circuit. */
export interface MeterReading {
  circuit: string
  othersMa: number[]
  /** what the sun gives beyond; null: nothing was said */
  surplusMa: number[] | null
  receivedAt: Date
}

/** What a circuit may carry at an instant, and what else it carries. */
export interface CircuitSupply {
  id: string
  fuseMa: PerPhase
  limitMa: PerPhase
  /** what is below the fuse; null: nothing */
  limitedBy: { kind: 'time' | 'call'; name: string; until: Date | null } | null
  reserveMa: PerPhase
  /** at this circuit alone */
  othersMa: PerPhase
  /** null: no meter is read */
  meter: { at: Date | null; stale: boolean } | null
}

export interface SupplyFacts {
  calls: readonly CalledLimit[]
  readings: readonly MeterReading[]
  timeZone: string
  now: Date
}

/** What each circuit may carry now, in the order of the wiring. */
export function suppliesOf(
  { circuits, limits }: Pick<EnergySiteRead, 'circuits' | 'limits'>,
  { calls, readings, timeZone, now }: SupplyFacts,
): CircuitSupply[] {
  const time = weekTime(now, timeZone)
  return circuits.map((circuit) => {
    const fuseMa = perPhaseMa(circuit.fuse_a)
    const lowered = [
      ...(limits ?? [])
        .filter((one) => one.circuit === circuit.id && holdsAt(one, time))
        .map(({ name, limit_a }) => ({
          by: { kind: 'time' as const, name, until: null },
          mA: perPhase(() => milliamperes(limit_a)),
        })),
      ...calls
        .filter(({ circuit: id, startsAt, endsAt }) => id === circuit.id && startsAt <= now && now < endsAt)
        .map(({ percent, limitMa, reason, endsAt }) => ({
          by: { kind: 'call' as const, name: reason, until: endsAt },
          mA: perPhase((phase) => limitMa ?? Math.floor((fuseMa[phase] * (percent ?? 100)) / 100)),
        })),
    ].toSorted((a, b) => Math.min(...a.mA) - Math.min(...b.mA))
    const lowest = lowered.find(({ mA }) => phases.some((phase) => mA[phase] < fuseMa[phase]))
    return {
      id: circuit.id,
      fuseMa,
      limitMa: perPhase((phase) => Math.min(fuseMa[phase], ...lowered.map(({ mA }) => mA[phase]))),
      limitedBy: lowest?.by ?? null,
      reserveMa: reserveOf(circuit),
      ...othersOf(circuit, {
        reading: readings.find((one) => one.circuit === circuit.id),
        now,
        hour: time.hour,
      }),
    }
  })
}

/** What else a circuit carries: by its meter while that is fresh, and the most that it may when it is not. */
function othersOf(
  circuit: EnergySiteRead['circuits'][number],
  { reading, now, hour }: { reading: MeterReading | undefined; now: Date; hour: number },
): Pick<CircuitSupply, 'othersMa' | 'meter'> {
  const { other } = circuit
  if (other.kind === 'none') return { othersMa: [0, 0, 0], meter: null }
  if (other.kind === 'week') {
    const mA = milliamperes(other.hours_a[hour] ?? 0)
    return { othersMa: [mA, mA, mA], meter: null }
  }
  const isFresh =
    reading !== undefined && now.getTime() - reading.receivedAt.getTime() <= other.age_seconds * 1000
  const [l1 = 0, l2 = 0, l3 = 0] = isFresh ? reading.othersMa : othersMost(circuit)
  return { othersMa: [l1, l2, l3], meter: { at: reading?.receivedAt ?? null, stale: !isFresh } }
}

interface WeekTime {
  /** 1: Monday */
  day: number
  minute: number
  /** of the week, from Monday 00:00 on */
  hour: number
}

export function weekTime(now: Date, timeZone: string): WeekTime {
  const { weekday, hour, minute } = localTime(now, timeZone)
  const day = weekday === 0 ? 7 : weekday
  return { day, minute: hour * 60 + minute, hour: (day - 1) * 24 + hour }
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Whether a limit by time holds: from its begin on, past midnight where it ends before that. */
function holdsAt(
  { days, from, to }: NonNullable<EnergySiteRead['limits']>[number],
  { day, minute }: WeekTime,
): boolean {
  const [begin, end] = [minuteOf(from), minuteOf(to)]
  const before = day === 1 ? 7 : day - 1
  if (begin < end) return days.includes(day) && begin <= minute && minute < end
  return (days.includes(day) && minute >= begin) || (days.includes(before) && minute < end)
}

/** What flows beside the cars through each slot of the wiring, at its circuit and below, mA. */
export function othersMaOf(wiring: Wiring, supplies: readonly CircuitSupply[]): number[] {
  const sums = wiring.bySlot(() => [0, 0, 0])
  for (const { id, othersMa } of supplies)
    for (const phase of phases)
      for (const slot of wiring.slotsOver(id, [phase])) sums[slot] = (sums[slot] ?? 0) + othersMa[phase]
  return sums
}

/** What each slot of the wiring has for cars: what may be carried, less the reserve and what else flows there and below; at least 0. */
export function supplyMaOf(wiring: Wiring, supplies: readonly CircuitSupply[]): number[] {
  const others = othersMaOf(wiring, supplies)
  return supplies
    .flatMap(({ limitMa, reserveMa }) => phases.map((phase) => limitMa[phase] - reserveMa[phase]))
    .map((mA, slot) => Math.max(0, mA - (others[slot] ?? 0)))
}
