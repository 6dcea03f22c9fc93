import type { Language } from './enums.ts'

/** What zod found wrong with a value, as far as it says what would be right. */
interface Issue {
  readonly code?: string | undefined
  readonly origin?: string
  readonly expected?: string
  readonly format?: string
  readonly maximum?: number | bigint
  readonly minimum?: number | bigint
  readonly values?: readonly unknown[]
}

type Words = Readonly<Record<Language, string>>

/** What may stand where a value cannot: choices, bounds, length or form; undefined where the issue does not say. */
export function allowedBy({
  code,
  origin,
  expected,
  format,
  maximum,
  minimum,
  values,
}: Issue): Words | undefined {
  const isText = origin === 'string'
  if (code === 'invalid_value' && values) {
    const list = values.join(', ')
    return { en: `One of: ${list}.`, de: `Eines von: ${list}.`, ru: `Одно из: ${list}.` }
  }
  if (code === 'too_big' && maximum !== undefined) {
    return isText
      ? {
          en: `At most ${maximum} characters.`,
          de: `Höchstens ${maximum} Zeichen.`,
          ru: `Не больше символов: ${maximum}.`,
        }
      : { en: `At most ${maximum}.`, de: `Höchstens ${maximum}.`, ru: `Не больше ${maximum}.` }
  }
  if (code === 'too_small' && minimum !== undefined) {
    return isText
      ? {
          en: `At least ${minimum} characters.`,
          de: `Mindestens ${minimum} Zeichen.`,
          ru: `Не меньше символов: ${minimum}.`,
        }
      : { en: `At least ${minimum}.`, de: `Mindestens ${minimum}.`, ru: `Не меньше ${minimum}.` }
  }
  if (code === 'invalid_type' && expected === 'number')
    return { en: 'A number.', de: 'Eine Zahl.', ru: 'Число.' }
  if (code === 'invalid_type' && expected === 'int')
    return { en: 'A whole number.', de: 'Eine ganze Zahl.', ru: 'Целое число.' }
  if (code === 'invalid_format' && format === 'date') return { en: 'A day.', de: 'Ein Tag.', ru: 'Дата.' }
  return undefined
}
