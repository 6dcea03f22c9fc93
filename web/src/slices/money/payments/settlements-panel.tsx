import type { OrderSettlement } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { When } from '../../../ui/dates/when.tsx'
import { Money } from '../../../ui/figures/quantity.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import classes from './order-payment-panel.module.css'

/** What the station reported of payments at its own terminal. A receipt's address is text: it comes from the station. */
export function SettlementsPanel({ settlements }: { settlements: readonly OrderSettlement[] }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('payments.atStation.title')}>
      <ul className={classes.list} aria-label={t('payments.atStation.title')}>
        {settlements.map(({ id, status, amount, settled_at, psp_ref, info, ...receipt }) => (
          <li key={id}>
            <span className={classes.what}>
              {t(`payments.atStation.status.${status}`)} <Money minor={amount} unit />
              {status === 'settled' && !receipt.booked && (
                <span className={classes.state}>{t('payments.atStation.notBooked')}</span>
              )}
            </span>
            <span className={classes.why}>
              <When at={settled_at} style="dayTime" />, {psp_ref}
              {info && `: ${info}`}
            </span>
            {(receipt.receipt_id || receipt.receipt_url) && (
              <span className={classes.why}>
                {t('payments.atStation.receipt')}{' '}
                {[receipt.receipt_id, receipt.receipt_url].filter(Boolean).join(', ')}
              </span>
            )}
            {(receipt.vat_number || receipt.vat_company) && (
              <span className={classes.why}>
                {t('payments.atStation.company')}{' '}
                {[receipt.vat_number, ...(receipt.vat_company?.split('\n') ?? [])].filter(Boolean).join(', ')}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
