import type { Station } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { IconTool } from '../../../../ui/pictures/icons.ts'
import classes from './maintenance-mark.module.css'

interface MaintenanceMarkProps {
  station: Pick<Station, 'maintenance'>
  /** where there is little room */
  short?: boolean
}

/** Until when a station is under maintenance; nothing where none runs. */
export function MaintenanceMark({ station: { maintenance }, short = false }: MaintenanceMarkProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (maintenance?.state !== 'running') return null
  const moment = format.when(new Date(maintenance.ends_at), 'dayTime')
  const words = t('stations.maintenance.until', { moment })
  return (
    <span className={classes.mark} title={short ? words : undefined}>
      <IconTool size={14} stroke={1.75} aria-hidden="true" />
      {short ? t('stations.maintenance.untilShort', { moment }) : words}
    </span>
  )
}
