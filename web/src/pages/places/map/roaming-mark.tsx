import type { MapMarker } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { IconAffiliate } from '../../../ui/pictures/icons.ts'
import classes from './map-page.module.css'

interface RoamingMarkProps {
  marker: MapMarker
  /** where there is little room: the number alone */
  short?: boolean
}

/** How many sessions of roaming partners run at a location; nothing where none does. */
export function RoamingMark({ marker: { roaming_sessions: count = 0 }, short = false }: RoamingMarkProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (count === 0) return null
  const words = t('map.roaming', { count, n: format.number(count) })
  return (
    <span className={classes.roaming} title={short ? words : undefined}>
      <IconAffiliate size={14} stroke={1.75} aria-hidden="true" />
      {short ? (
        <span role="img" aria-label={words}>
          {format.number(count)}
        </span>
      ) : (
        words
      )}
    </span>
  )
}
