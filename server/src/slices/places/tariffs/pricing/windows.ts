import type { PriceWindow } from '@stationmaster/contract'
import { componentOf, type TariffElement } from '../elements.ts'

/** Hours of a week at a price of their own; between them the price without conditions holds. */
export interface PricedHours {
  /** on which the window begins, ascending; 0 is Sunday */
  days: number[]
  /** HH:MM by the location's clocks; an end that is not after the start is on the day after, equal ends are a whole day */
  from: string
  to: string
  tariffMinorPerKwh: number
}

const everyDay = [0, 1, 2, 3, 4, 5, 6]
const midnight = '00:00'

/**
 * Elements that come before those of the price without conditions, so that they win. A restriction asks for the day of the
 * moment, so a window over midnight that does not hold on every day is two elements.
 */
export const windowElements = (windows: readonly PricedHours[]): TariffElement[] =>
  windows.flatMap(elementsOf)

function elementsOf({ days, from, to, tariffMinorPerKwh }: PricedHours): TariffElement[] {
  const components: TariffElement['components'] = [
    { dimension: 'energy', priceMicro: tariffMinorPerKwh * 1000 },
  ]
  const daysOfWeek = days.length < everyDay.length ? { daysOfWeek: days } : {}
  if (from === to) return [{ components, restrictions: { ...daysOfWeek, startTime: from, endTime: to } }]
  if (from < to || to === midnight || days.length === everyDay.length)
    return [{ components, restrictions: { ...daysOfWeek, startTime: from, endTime: to } }]
  return [
    { components, restrictions: { daysOfWeek: days, startTime: from, endTime: midnight } },
    { components, restrictions: { daysOfWeek: nextDays(days), startTime: midnight, endTime: to } },
  ]
}

const nextDays = (days: readonly number[]): number[] =>
  days.map((day) => (day + 1) % everyDay.length).toSorted((a, b) => a - b)

/** The windows that elements were made of; those with other conditions are none. */
export function windowsOf(elements: readonly TariffElement[]): PriceWindow[] {
  const windows: PriceWindow[] = []
  for (const [index, element] of elements.entries()) {
    const window = windowOf(element)
    if (!window) continue
    const previous = elements[index - 1]
    const before = previous && windowOf(previous)
    const last = windows.at(-1)
    if (last && before && isRest(before, window)) last.to = window.to
    else windows.push(window)
  }
  return windows
}

/** Whether a window is what lies after midnight of the one before it. */
const isRest = (before: PriceWindow, { days, from, tariff }: PriceWindow): boolean =>
  before.to === midnight &&
  from === midnight &&
  before.from !== midnight &&
  before.tariff === tariff &&
  days.length < everyDay.length &&
  nextDays(before.days).join() === days.join()

function windowOf(element: TariffElement): PriceWindow | null {
  const { startTime, endTime, daysOfWeek, ...others } = element.restrictions ?? {}
  const energy = componentOf(element, 'energy')
  const isOther = Object.values(others).some((one) => one !== undefined)
  if (!startTime || !endTime || !energy || isOther) return null
  return {
    days: daysOfWeek ?? everyDay,
    from: startTime,
    to: endTime,
    tariff: Math.round(energy.priceMicro / 1000),
  }
}
