import type { Debt } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../../../i18n/format.ts'
import { When } from '../../../../ui/dates/when.tsx'
import { Money } from '../../../../ui/figures/quantity.tsx'
import classes from '../inbox-item.module.css'
import { DebtActs } from './debt-acts.tsx'

/** The unpaid debt of a session, with the actions on it. */
export function DebtItem({ item, canDecide }: { item: Debt; canDecide: boolean }) {
  const { t } = useTranslation()
  const { order_id: id, purpose } = item
  const who = item.user ? `${item.user.first_name} ${item.user.last_name}`.trim() : item.rfid
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.title}>
          <Link to="/orders/$orderId/information" params={{ orderId: String(id) }}>
            {t('payments.order', { id })}
          </Link>{' '}
          {purpose === 'parking' && `${t('order.money.idle')} `}
          <Money minor={item.amount} unit />
        </p>
        <p className={classes.facts}>
          <span>
            {stationNumber(item.station_number)} {item.location_name}
          </span>
          <When at={item.transaction_finish} style="dayTime" />
          <span>
            {t('inbox.books.captured')} <Money minor={item.captured_amount} unit />
          </span>
          {who && <span>{who}</span>}
        </p>
      </div>
      <DebtActs
        orderId={id}
        purpose={purpose}
        amount={item.amount}
        decides={canDecide}
        canCharge={item.can.charge}
        canLink={item.can.link}
        user={item.user}
        className={classes.actions}
      />
    </li>
  )
}
