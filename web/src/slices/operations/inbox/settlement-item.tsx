import { Button } from '@mantine/core'
import type { DifferingSettlement } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { monthStart } from '../../../api/days.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { When } from '../../../ui/dates/when.tsx'
import { Money } from '../../../ui/figures/quantity.tsx'
import classes from './inbox-item.module.css'

/** A month of a roaming partner whose list differs from our bills. */
export function SettlementItem({ item }: { item: DifferingSettlement }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { partner_id, partner_name, month, differing, listed, difference, uploaded_at } = item
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.title}>
          {partner_name}, {format.when(monthStart(month), 'month')}
        </p>
        <p className={classes.facts}>
          <span>{t('inbox.settlements.differing', { count: differing, n: format.number(differing) })}</span>
          <span>{t('comparison.lines', { count: listed, n: format.number(listed) })}</span>
          <span>
            {t('inbox.settlements.difference')} <Money minor={difference} unit />
          </span>
          <span>
            {t('inbox.settlements.since')} <When at={uploaded_at} style="day" />
          </span>
        </p>
        <p className={classes.why}>{t('inbox.settlements.why')}</p>
      </div>
      <div className={classes.actions}>
        <Button
          size="xs"
          renderRoot={(props) => (
            <Link
              {...props}
              to="/roaming/$partnerId/settlements/$month"
              params={{ partnerId: String(partner_id), month }}
            />
          )}
        >
          {t('inbox.settlements.open')}
        </Button>
      </div>
    </li>
  )
}
