import type { Driver } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../ui/figures/status.tsx'

/** Whether a driver may charge. */
export function DriverState({ driver: { blocked_at, debt } }: { driver: Driver }) {
  const { t } = useTranslation()
  if (blocked_at) return <Badge tone="red">{t('drivers.state.blocked')}</Badge>
  return debt > 0 ? (
    <Badge tone="orange">{t('drivers.state.owes')}</Badge>
  ) : (
    <Badge tone="green">{t('drivers.state.good')}</Badge>
  )
}
