import type { TFunction } from 'i18next'
import { createContext, useContext } from 'react'
import * as format from './format.ts'
import type { Language } from './index.ts'

/** The formatting functions of a language, whose words `t` knows. */
export const formatsOf = (language: Language, t: TFunction) => ({
  language,
  number: (value: number, decimals = 0) => format.number(value, language, decimals),
  money: (amountMinor: number) => format.money(amountMinor, language),
  change: (share: number) => format.change(share, language),
  zone: (at: Date, timeZone?: string) => format.zone(at, language, timeZone),
  when: (at: Date, style: format.DateStyle, timeZone?: string) => format.when(at, style, language, timeZone),
  month: (at: Date) => format.month(at, language),
  duration: (seconds: number) =>
    format
      .durationParts(seconds)
      .map(({ unit, n }) => t(`units.${unit}`, { n }))
      .join(' '),
  weekday: (day: number, style?: 'long' | 'short') => format.weekday(day, language, style),
  hourOfWeek: (hour: number) => format.hourOfWeek(hour, language),
  months: () => format.monthNames(language),
})

/** Given by the application (app.tsx): a list has hundreds of figures, and each would else follow the language by itself. */
export const Formats = createContext<ReturnType<typeof formatsOf> | undefined>(undefined)

/** The formatting functions in the shown language. */
export function useFormat() {
  const formats = useContext(Formats)
  if (!formats) throw new Error('useFormat needs the application around it')
  return formats
}
