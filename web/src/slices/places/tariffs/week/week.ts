import type { PriceWindow } from '@stationmaster/contract'
import { weekDays } from '../../../../ui/dates/week-days.ts'

/** A part of one day with one price per kWh, in minutes of the day. */
export interface Stretch {
  from: number
  to: number
  /** kopecks */
  tariff: number
}

const dayMinutes = 1440

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/**
 * The price of a kWh in each part of each day of a week, Monday first. Where two windows overlap, the first wins; the base price applies
 * between them. A window over midnight belongs to the day on which it begins.
 */
export function weekOf(windows: readonly PriceWindow[], base: number): Stretch[][] {
  return weekDays.map((day) => {
    const own = windows.flatMap((window) => partsOf(window, day))
    const borders = [...new Set([0, dayMinutes, ...own.flatMap(({ from, to }) => [from, to])])].toSorted(
      (a, b) => a - b,
    )
    const stretches: Stretch[] = []
    for (const [index, from] of borders.slice(0, -1).entries()) {
      const to = borders[index + 1]! // the last border is left out
      const tariff = own.find((part) => part.from <= from && to <= part.to)?.tariff ?? base
      const last = stretches.at(-1)
      if (last?.tariff === tariff) last.to = to
      else stretches.push({ from, to, tariff })
    }
    return stretches
  })
}

/** The parts of a window on a day: its beginning, and the rest of a window that began the day before. */
function partsOf({ days, from, to, tariff }: PriceWindow, day: number): Stretch[] {
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  const before = (day + 6) % 7
  if (begin < end) return days.includes(day) ? [{ from: begin, to: end, tariff }] : []
  if (begin === end) return days.includes(day) ? [{ from: 0, to: dayMinutes, tariff }] : []
  return [
    ...(days.includes(day) ? [{ from: begin, to: dayMinutes, tariff }] : []),
    ...(days.includes(before) && end > 0 ? [{ from: 0, to: end, tariff }] : []),
  ]
}
