import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import * as format from './format.ts'
import { languageOf } from './index.ts'

/** The formatting functions in the shown language. */
export function useFormat() {
  const { t, i18n } = useTranslation()
  const language = languageOf([i18n.language])
  return useMemo(
    () => ({
      language,
      number: (value: number, decimals = 0) => format.number(value, language, decimals),
      money: (amountMinor: number) => format.money(amountMinor, language),
      change: (share: number) => format.change(share, language),
      zone: (at: Date, timeZone?: string) => format.zone(at, language, timeZone),
      when: (at: Date, style: format.DateStyle, timeZone?: string) =>
        format.when(at, style, language, timeZone),
      month: (at: Date) => format.month(at, language),
      duration: (seconds: number) =>
        format
          .durationParts(seconds)
          .map(({ unit, n }) => t(`units.${unit}`, { n }))
          .join(' '),
      weekday: (day: number) => format.weekday(day, language),
      months: () => format.monthNames(language),
    }),
    [language, t],
  )
}
