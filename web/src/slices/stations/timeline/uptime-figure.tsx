import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { Dash, Quantity } from '../../../ui/figures/quantity.tsx'
import { uptimeQuery } from './timeline-query.ts'

/** Percent with two decimals; a dash where nothing counts. */
export function Percent({ value }: { value: number | null }) {
  return <Quantity value={value} decimals={value === 100 ? 0 : 2} unit="%" light />
}

/** The uptime of a station over 30 days, in a line. */
export function UptimeFigure({ stationId }: { stationId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const uptime = useQuery(uptimeQuery(stationId, 30)).data
  if (!uptime || uptime.percent === null) {
    return <Dash label={uptime ? t('timeline.uptime.noData') : t('common.noValue')} />
  }
  const { percent } = uptime
  return <>{format.number(percent, percent === 100 ? 0 : 2)}&nbsp;%</>
}
