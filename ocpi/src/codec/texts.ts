import { z } from 'zod'
import { type Codec, lost } from './codec.ts'

const printable = /^\P{Cc}*$/u
const printableAscii = /^[\x20-\x7e]*$/

/** A text of so many characters at most; what is longer is cut when it is written, and control characters become blanks. */
export const text = (most: number): Codec<string> => ({
  reading: z.string().max(most).regex(printable, 'must not contain control characters'),
  write(value, losses) {
    const clean = value.replace(/\s*[\p{Cc}]+\s*/gu, ' ').trim()
    if (clean.length <= most) return clean
    lost(losses)
    return `${cutAt(clean, most - 1)}…`
  },
})

/** The first characters of a text; half of a pair is left out. */
const cutAt = (value: string, length: number) =>
  value
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()

/** A text that means something by every character: one that does not fit is not written at all. */
export const exactText = (most: number, pattern: RegExp = printable): Codec<string> => {
  const reading = z.string().max(most).regex(pattern)
  return {
    reading,
    write: (value, losses) => (reading.safeParse(value).success ? value : lost(losses)),
  }
}

/** An identifier in ASCII, in which capital and small letters are the same; it is kept as it was written. */
export const ciString = (most: number): Codec<string> => {
  const { write } = exactText(most, printableAscii)
  return { reading: z.string().min(1).max(most).regex(printableAscii, 'must be printable ASCII'), write }
}

/** Whether two identifiers are the same one. */
export const sameCi = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** An address on the web. */
export const url: Codec<string> = (() => {
  const reading = z
    .string()
    .max(255)
    .refine((value) => /^https?:/i.test(value) && URL.canParse(value), 'must be an address on the web')
  return { reading, write: (value, losses) => (reading.safeParse(value).success ? value : lost(losses)) }
})()

/** One of a list that is closed. `instead` has the nearest word for those of the model that the version lacks. */
export const oneOf = <T extends string>(
  values: readonly T[],
  instead: Readonly<Record<string, T>> = {},
): Codec<T> => ({
  reading: z.enum(values as readonly [T, ...T[]]) as unknown as z.ZodType<T>,
  write(value, losses) {
    if (values.includes(value)) return value
    lost(losses)
    return Object.hasOwn(instead, value) ? instead[value] : undefined
  },
})

/** One of a list that partners may add to. */
export const openEnum: Codec<string> = (() => {
  const reading = z.string().min(1).max(255).regex(printableAscii)
  return { reading, write: (value, losses) => (reading.safeParse(value).success ? value : lost(losses)) }
})()

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z?$/

/** An instant in UTC, with or without the letter that says so. */
export const dateTime: Codec<Date> = {
  reading: z
    .string()
    .max(25)
    .regex(instant, 'must be an RFC 3339 time in UTC')
    .transform((value, context) => {
      const at = new Date(value.endsWith('Z') ? value : `${value}Z`)
      // a day that the month does not have would become one of the next
      if (!Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === value.slice(0, 10)) return at
      context.addIssue({ code: 'custom', message: 'there is no such day or time' })
      return z.NEVER
    }),
  write: (value) => value.toISOString().replace('.000Z', 'Z'),
}

/** HH:MM */
export const timeOfDay = exactText(5, /^([01]\d|2[0-3]):[0-5]\d$/)
/** YYYY-MM-DD */
export const dayOfYear = exactText(10, /^[12]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/)
