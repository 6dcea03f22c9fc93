import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'

interface Filter {
  type: string | null
  current: string | null
  power: number | null
}

/** Shows which connectors a filter matches: CCS 2 · DC · 150 kW. */
export function useKindLabel(): (filter: Filter) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ type, current, power }) => {
    const powerText =
      power === null ? null : `${format.number(power, Number.isInteger(power) ? 0 : 1)} ${t('units.kw')}`
    return [type, current, powerText].filter(Boolean).join(' · ') || t('tariffs.connectors.all')
  }
}
