import type { IdlePrice } from '@stationmaster/contract'

/** What a car costs that stays connected after its charging has ended. */
export interface IdleTerms {
  /** for nothing, from the end on */
  graceSeconds: number
  /** each that begins after that costs `blockMinor` */
  blockSeconds: number
  /** 0: a stay costs nothing */
  blockMinor: number
  /** the most that a stay costs; null: there is no most */
  capMinor: number | null
  /** minutes of the day, by the location's clocks, between which nothing is counted; null: there are none */
  night: { from: number; to: number } | null
}

/** Minutes of the day as a clock shows them, and back. */
export const clockOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
export const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

export const idleTermsOf = ({ night_from, night_to, ...price }: IdlePrice): IdleTerms => ({
  graceSeconds: price.grace_minutes * 60,
  blockSeconds: price.block_minutes * 60,
  blockMinor: price.block_amount,
  capMinor: price.cap_amount,
  night: night_from && night_to ? { from: minutesOf(night_from), to: minutesOf(night_to) } : null,
})

export const idlePriceOf = ({ night, ...terms }: IdleTerms): IdlePrice => ({
  grace_minutes: terms.graceSeconds / 60,
  block_minutes: terms.blockSeconds / 60,
  block_amount: terms.blockMinor,
  cap_amount: terms.capMinor,
  night_from: night && clockOf(night.from),
  night_to: night && clockOf(night.to),
})
