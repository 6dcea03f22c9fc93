import { z } from 'zod'
import { isInn } from './inn.ts'

/**
 * Rules that forms and server share. A broken one answers its key as the message: the web translates it, and programs can
 * tell it apart.
 */
export const ruleKeys = [
  'required',
  'email',
  'password',
  'equal',
  'match',
  'tooLong',
  'characters',
  'phone',
  'inn',
  'account',
  'bic',
  'birthDate',
] as const
export type RuleKey = (typeof ruleKeys)[number]

const message = (key: RuleKey) => `rules.${key}`

/** The rule that a form's message stands for, if it is one of ours. */
export const ruleOf = (text: string): RuleKey | undefined => ruleKeys.find((key) => message(key) === text)

/** no control characters, no halves of characters */
const printable = /^[^\p{Cc}\p{Cs}]*$/u

/** An e-mail address of the standard pattern. */
export const emailRule = z
  .string(message('required'))
  .trim()
  .min(1, message('required'))
  .max(254, message('tooLong'))
  .regex(z.regexes.email, message('email'))

/** A name: not empty, without control characters. */
export const nameRule = z
  .string(message('required'))
  .trim()
  .min(1, message('required'))
  .max(100, message('tooLong'))
  .regex(printable, message('characters'))

/** Any text that is not empty, without control characters. */
export const filledRule = z
  .string(message('required'))
  .trim()
  .min(1, message('required'))
  .max(100, message('tooLong'))
  .regex(printable, message('characters'))

/** A day of birth as DD-MM-YYYY: a day that there was, of somebody who can be alive. */
export const birthDateRule = z
  .string(message('required'))
  .trim()
  .min(1, message('required'))
  .refine(isBirthDate, message('birthDate'))

function isBirthDate(text: string): boolean {
  const [, day, month, year] = /^(\d\d)-(\d\d)-(\d{4})$/.exec(text) ?? []
  const at = new Date(`${year}-${month}-${day}T00:00:00Z`)
  const isDay = !Number.isNaN(at.getTime()) && at.getUTCDate() === Number(day)
  return isDay && Number(year) >= 1900 && at.getTime() < Date.now()
}

/** A phone number: digits with the signs that people write between them; an empty one is none. */
export const phoneRule = z
  .string(message('required'))
  .trim()
  .max(32, message('tooLong'))
  .regex(/^(\+?[\d ()./-]{4,})?$/, message('phone'))
  .transform((phone) => (phone === '' ? null : phone))
  .nullable()

/** A taxpayer's number of Russia, with its control digits; an empty one is none. */
export const innRule = z
  .string(message('required'))
  .trim()
  .refine((inn) => inn === '' || isInn(inn), message('inn'))
  .transform((inn) => (inn === '' ? null : inn))
  .nullable()

/** A new password: at least 8 characters with a lower-case letter and a digit (domain.md#signing-in). */
export const passwordRule = z
  .string(message('required'))
  .min(1, { error: message('required'), abort: true })
  .min(8, message('password'))
  .max(200, message('tooLong'))
  .regex(/\p{Ll}/u, message('password'))
  .regex(/\d/, message('password'))

/** A password that is compared and not chosen: whatever was typed. */
export const currentPassword = z.string().min(1).max(200)

/** Refuses a form whose `confirm_password` is not what `field` holds, whatever the other fields hold. */
export const confirms = <F extends string>(field: F, key: 'equal' | 'match') =>
  z.refine<Record<F | 'confirm_password', string>>((form) => form[field] === form.confirm_password, {
    path: ['confirm_password'],
    message: message(key),
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
