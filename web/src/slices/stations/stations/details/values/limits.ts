import { amountForKwh, kwhForAmount } from '@stationmaster/units'
import { fits } from '../../../../../ui/fields/number-bounds.ts'

/** What may end a charge; null where nothing is set. Kopecks, kWh, whole hours and minutes, percent of the battery. */
export interface Limits {
  amountMinor: number | null
  kwh: number | null
  hours: number | null
  minutes: number | null
  percents: number | null
}

/** What the fields take: the amount in whole units of the currency. */
export const limitBounds = {
  amountMinor: { min: 0, max: 1_000_000, decimals: 2 },
  kwh: { min: 0, max: 10_000, decimals: 1 },
  hours: { min: 0, max: 240 },
  minutes: { min: 0, max: 59 },
  percents: { min: 0, max: 100 },
}

/** Whether every limit that is set is one that may be. */
export function limitsFit(limits: Limits): boolean {
  const fields = { ...limits, amountMinor: limits.amountMinor === null ? null : limits.amountMinor / 100 }
  return (Object.keys(limitBounds) as (keyof Limits)[]).every(
    (name) => fields[name] === null || fits(fields[name], limitBounds[name]),
  )
}

export const noLimits: Limits = { amountMinor: null, kwh: null, hours: null, minutes: null, percents: null }

/**
 * The limits after one of them was typed: amount and kWh follow each other by the price per kWh and clear the time, time
 * clears amount and kWh, the battery stands for itself (domain.md#remote-start).
 */
export function changeLimits(
  limits: Limits,
  changed: keyof Limits,
  value: number | null,
  tariffMinor: number,
): Limits {
  const timeless = { ...limits, hours: null, minutes: null }
  switch (changed) {
    case 'amountMinor':
      return {
        ...timeless,
        amountMinor: value,
        kwh: value === null ? null : kwhForAmount(value, tariffMinor),
      }
    case 'kwh':
      return {
        ...timeless,
        kwh: value,
        amountMinor: value === null ? null : amountForKwh(value, tariffMinor),
      }
    case 'hours':
    case 'minutes':
      return { ...limits, amountMinor: null, kwh: null, [changed]: value }
    case 'percents':
      return { ...limits, percents: value }
  }
}

/** The limits as the start call takes them; what is not set is left out. */
export const startBodyOf = ({ amountMinor, kwh, hours, minutes, percents }: Limits) => ({
  ...(amountMinor ? { limit_amount: amountMinor } : {}),
  ...(kwh ? { limit_kwh: kwh } : {}),
  ...(hours ? { limit_hours: hours } : {}),
  ...(minutes ? { limit_minutes: minutes } : {}),
  ...(percents ? { limit_percents: percents } : {}),
})
