import { z } from 'zod'

const earliest = new Date('1970-01-01T00:00:00Z')
const latest = new Date('3000-01-01T00:00:00Z')

/** Whether an instant is one that we reckon with: from 1970 to 2999, where every time zone has a day of four digits for it. */
export const isInTime = (at: Date): boolean => at >= earliest && at < latest

/** An instant that a caller sends: ISO 8601 with an offset, from 1970 to 2999. */
export const sentInstant = z.iso
  .datetime({ offset: true })
  .refine((text) => isInTime(new Date(text)), 'The instant lies outside 1970 to 2999.')

/** The largest of the database's integers of four bytes. */
const largest = 2_147_483_647

/** A counting number that a column of four bytes can hold: versions, numbers that are given. */
export const countingNumber = z.number().int().min(1).max(largest)

/** A station's number at its location; the one after it has room too. */
export const stationNumber = z.number().int().min(1).max(1_000_000_000)

/** Kopecks per kWh. */
export const perKwh = z.number().int().min(0).max(10_000_000)

/** The kopecks per kWh that a new price is proposed with (domain.md#tariffs). */
export const defaultTariff = 1700

/** Where current is shared out by groups: who has the lower number is served first. */
export const chargingPriority = z.number().int().min(0).max(9)

/** kW of a connector. */
export const powerKw = z.number().positive().max(1000)

/** How far a list can be paged into. */
export const offsetMost = 1_000_000
