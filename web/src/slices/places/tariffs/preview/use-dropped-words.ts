import type { PricingPreview } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'

const parts = ['hours', 'bounds', 'rate', 'start_fee', 'idle'] as const

/** The parts of present prices that locations lose with a price for all of them, as text; null: none, or not known yet. */
export function useDroppedWords(preview: PricingPreview | undefined): string | null {
  const { t } = useTranslation()
  const format = useFormat()
  const lost = parts.flatMap((part) => {
    const count = preview?.dropped[part] ?? 0
    if (count === 0) return []
    const what = t(`tariffs.dropped.${part}`)
    return `${what} (${t('locations.found', { count, n: format.number(count) })})`
  })
  return lost.length > 0 ? t('tariffs.dropped.all', { list: lost.join(', ') }) : null
}
