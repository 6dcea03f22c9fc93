import { allowedBy, type CardColumn, cardPayment, sentInstant } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { z } from 'zod'
import type { CardFields } from '../../../charging/drivers/card-rows-store.ts'
import { tokenKey } from '../../../charging/drivers/tokens.ts'
import { Wrong } from '../columns.ts'

const instants = {
  en: 'A time such as 2030-12-31T20:59:59Z.',
  de: 'Ein Zeitpunkt wie 2030-12-31T20:59:59Z.',
  ru: 'Момент времени, например 2030-12-31T20:59:59Z.',
}
const truths: Readonly<Record<string, boolean>> = { true: true, false: false }

const checked = <T>(schema: z.ZodType<T>, value: unknown, allowed?: Wrong['allowed']): T | Wrong => {
  const { success, data, error } = schema.safeParse(value)
  return success ? data : new Wrong(allowed ?? allowedBy(first(error.issues)))
}

/** A card's number as stations and the database have it. */
export const readToken = (cell: string): string | Wrong => checked(z.string().min(1).max(36), tokenKey(cell))

/** By what a row names its driver: id, e-mail address in small letters, digits of a phone number. */
export const driverReaders = {
  driver_id: (cell: string) =>
    checked(z.number().int().positive(), Number(cell), {
      en: 'A whole number.',
      de: 'Eine ganze Zahl.',
      ru: 'Целое число.',
    }),
  driver_email: (cell: string) => checked(z.string().max(254), cell.toLowerCase()),
  driver_phone: (cell: string) =>
    checked(z.string().min(1).max(30), cell.replaceAll(/\D/g, ''), {
      en: 'A phone number.',
      de: 'Eine Telefonnummer.',
      ru: 'Номер телефона.',
    }),
} as const satisfies Partial<Record<CardColumn, (cell: string) => unknown>>

/** The columns whose cells are values of the card; undefined: an empty cell leaves the value as it is. */
export const valueReaders = {
  expires_at: (cell: string): Partial<CardFields> | Wrong => {
    if (cell === '') return { expiresAt: null }
    const at = checked(sentInstant, cell, instants)
    return at instanceof Wrong ? at : { expiresAt: new Date(at).toISOString() }
  },
  payment: (cell: string): Partial<CardFields> | Wrong => {
    if (cell === '') return {}
    const payment = checked(cardPayment, cell.toLowerCase())
    return payment instanceof Wrong ? payment : { payment }
  },
  blocked: (cell: string): Partial<CardFields> | Wrong => {
    if (cell === '') return {}
    const blocked = truths[cell.toLowerCase()]
    return blocked === undefined
      ? new Wrong(allowedBy({ code: 'invalid_value', values: ['true', 'false'] }))
      : { blocked }
  },
} as const
