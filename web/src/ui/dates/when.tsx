import { useTranslation } from 'react-i18next'
import type { DateStyle } from '../../i18n/format.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Dash } from '../figures/quantity.tsx'

interface WhenProps {
  at: string | null | undefined
  style?: DateStyle
  /** default: the network's */
  timeZone?: string | undefined
}

/** An instant (ISO 8601) in a time zone; the full date and time is its tooltip. */
export function When({ at, style = 'full', timeZone }: WhenProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!at) return <Dash label={t('common.noValue')} />
  const instant = new Date(at)
  return (
    <time dateTime={at} title={format.when(instant, 'fullSeconds', timeZone)}>
      {format.when(instant, style, timeZone)}
    </time>
  )
}
