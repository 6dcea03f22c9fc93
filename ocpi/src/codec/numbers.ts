import { z } from 'zod'
import { type Codec, lost } from './codec.ts'

/** The decimals that a number has where nothing else is said. */
const mostDecimals = 4

const rounded = (value: number) => Number(value.toFixed(mostDecimals))

/** A number as it is. */
export const number: Codec<number> = { reading: z.number(), write: (value) => rounded(value) }

/** A whole number from `least` to `most`. */
export const whole = (least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER): Codec<number> => ({
  reading: z.number().int().min(least).max(most),
  write: (value, losses) => (value >= least && value <= most ? Math.round(value) : lost(losses)),
})

export const boolean: Codec<boolean> = { reading: z.boolean(), write: (value) => value }

/** An integer of the model of which `perUnit` make one of the number; what has more than four decimals is rounded, and noted. */
const scaled = (perUnit: number): Codec<number> => ({
  reading: z.number().transform((value) => Math.round(value * perUnit)),
  write(value, losses) {
    const written = rounded(value / perUnit)
    if (Math.round(written * perUnit) !== value) lost(losses)
    return written
  },
})

/** Money in millionths of the currency's unit. */
export const micro = scaled(1_000_000)
/** A share in millionths, written in percent. */
export const ppm = scaled(10_000)
/** Wh, W or mA, written in kWh, kW or A. */
export const thousandths = scaled(1000)
/** Tenths of a unit. */
export const tenths = scaled(10)
/** Seconds, written in hours: four decimals of an hour are a third of a second, so whole seconds come back as they were. */
export const hours = scaled(3600)
