import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import classes from './inbox-item.module.css'

/** How many receipts wait for legal details of the network that are in force from a day (YYYY-MM-DD) on. */
export function NoSellerItem({ total, since }: { total: number; since: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.title}>{t('receipts.noSeller.title', { total: format.number(total, 0) })}</p>
        <p className={classes.why}>
          {t('receipts.noSeller.text', { day: format.when(new Date(`${since}T12:00:00Z`), 'day', 'UTC') })}
        </p>
      </div>
      <div className={classes.actions}>
        <Button component={Link} to="/contracts" size="xs">
          {t('receipts.noSeller.action')}
        </Button>
      </div>
    </li>
  )
}
