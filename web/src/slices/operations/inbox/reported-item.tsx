import { Button } from '@mantine/core'
import type { ReportingStation } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../../i18n/format.ts'
import classes from './inbox-item.module.css'

/** A station that reports connectors which are not set up. */
export function ReportedItem({ item }: { item: ReportingStation }) {
  const { t } = useTranslation()
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.title}>
          {stationNumber(item.station_number)} {item.location_name}
        </p>
        <p className={classes.facts}>
          <span>
            {item.vendor_name} {item.model}
          </span>
        </p>
        <p className={classes.why}>{t('inbox.reported.why', { list: item.connectors.join(', ') })}</p>
      </div>
      <div className={classes.actions}>
        <Button
          size="xs"
          renderRoot={(props) => (
            <Link
              {...props}
              to="/charge-points/$stationId/information"
              params={{ stationId: item.station_id }}
            />
          )}
        >
          {t('inbox.reported.open')}
        </Button>
      </div>
    </li>
  )
}
