import { Button } from '@mantine/core'
import type { WaitingOwner } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { When } from '../../../ui/dates/when.tsx'
import { nameOf } from '../../../ui/pictures/avatar.tsx'
import classes from './inbox-item.module.css'

/** An owner who cannot sell before an administrator admits them. */
export function OwnerItem({ item }: { item: WaitingOwner }) {
  const { t } = useTranslation()
  const format = useFormat()
  const lacks = item.missing.map((step) => t(`owners.step.${step}`)).join(', ')
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.title}>{nameOf(item)}</p>
        <p className={classes.facts}>
          <span>{item.email}</span>
          <span>
            {t('owners.inbox.locations', { count: item.locations, n: format.number(item.locations) })}
          </span>
          <span>{t('owners.inbox.stations', { count: item.stations, n: format.number(item.stations) })}</span>
          <span>
            {t('owners.inbox.since')} <When at={item.since} style="day" />
          </span>
        </p>
        <p className={classes.why}>
          {lacks === '' ? t('owners.inbox.ready') : t('owners.inbox.missing', { steps: lacks })}
        </p>
      </div>
      <div className={classes.actions}>
        <Button
          size="xs"
          renderRoot={(props) => <Link {...props} to="/managers" search={{ person: item.id }} />}
        >
          {t('owners.inbox.open')}
        </Button>
      </div>
    </li>
  )
}
