import { DAY_MS } from '@stationmaster/units'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { useServerNow } from '../../../ui/dates/use-server-now.ts'
import { Badge } from '../../../ui/figures/status.tsx'

/** from so many days on a certificate's end is near, and then very near: as mails are sent */
const [nearDays, veryNearDays] = [30, 7]

/** How long a certificate is valid still. */
export function DaysLeft({ from, until }: { from: string; until: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useServerNow()
  const leftMs = Date.parse(until) - now
  if (leftMs <= 0) return <Badge tone="red">{t('pnc.left.ended')}</Badge>
  if (Date.parse(from) > now) return <Badge tone="orange">{t('pnc.left.notYet')}</Badge>
  const days = Math.floor(leftMs / DAY_MS)
  const tone = days < veryNearDays ? 'red' : days < nearDays ? 'orange' : 'green'
  return <Badge tone={tone}>{t('pnc.left.days', { count: days, n: format.number(days) })}</Badge>
}
