import type { PaymentMethodType } from '@stationmaster/contract'
import type { PaymentSum } from './payment-list.ts'

/** What a day and location took in. */
export interface LocationDay {
  day: string
  location: PaymentSum['location']
  count: number
  energyWh: number
  /** kopecks by payment type */
  amounts: Map<string, number>
}

export interface PaymentDay {
  day: string
  locations: LocationDay[]
}

/** What counts as revenue: everything but cash, which the owner took (domain.md#money). In kopecks. */
export function revenueOf({ amounts }: Pick<LocationDay, 'amounts'>): number {
  let sum = 0
  for (const [type, amount] of amounts) if (type !== 'cash') sum += amount
  return sum
}

/** The columns by way to pay, and the type of each: together they are revenue and cash. */
export const ways = [
  ['card', 'card'],
  ['sbp', 'sbp'],
  ['account', 'account'],
  ['terminal', 'terminal'],
  ['cash', 'cash'],
  ['unpaid', 'compensation'],
] as const satisfies readonly (readonly [string, PaymentMethodType])[]

/** Kopecks of a type. */
export const amountOf = ({ amounts }: Pick<LocationDay, 'amounts'>, type: PaymentMethodType): number =>
  amounts.get(type) ?? 0

/** Groups sums that come by day, location and type into days and their locations, keeping their order. */
export function daysOf(sums: readonly PaymentSum[]): PaymentDay[] {
  const days: PaymentDay[] = []
  for (const sum of sums) {
    let day = days.at(-1)
    if (day?.day !== sum.day) {
      day = { day: sum.day, locations: [] }
      days.push(day)
    }
    let group = day.locations.at(-1)
    if (group?.location.id !== sum.location.id) {
      group = { day: sum.day, location: sum.location, count: 0, energyWh: 0, amounts: new Map() }
      day.locations.push(group)
    }
    group.count += sum.count
    group.energyWh += Math.round(sum.kwh * 1000)
    group.amounts.set(sum.payment_method_type, (group.amounts.get(sum.payment_method_type) ?? 0) + sum.amount)
  }
  return days
}

/** The sum of some groups. */
export function totalOf(groups: readonly LocationDay[]): Pick<LocationDay, 'count' | 'energyWh' | 'amounts'> {
  const total = { count: 0, energyWh: 0, amounts: new Map<string, number>() }
  for (const { count, energyWh, amounts } of groups) {
    total.count += count
    total.energyWh += energyWh
    for (const [type, amount] of amounts) total.amounts.set(type, (total.amounts.get(type) ?? 0) + amount)
  }
  return total
}
