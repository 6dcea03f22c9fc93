import { Button, Skeleton } from '@mantine/core'
import { paymentMethodTypes } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../i18n/format.ts'
import { useErrorText } from '../../i18n/use-error-text.ts'
import { TwoLines } from '../../ui/data-table.tsx'
import { Energy, Money } from '../../ui/quantity.tsx'
import { When } from '../../ui/when.tsx'
import type { LocationDay } from './day-groups.ts'
import classes from './day-table.module.css'
import { type ListedPayment, type PaymentFilter, usePayments } from './payment-list.ts'

interface PaymentRowsProps {
  group: LocationDay
  type: PaymentFilter | undefined
  canOpen: boolean
}

const columnCount = 7

/** The payments of a day and location, as rows below it. */
export function PaymentRows({ group: { day, location }, type, canOpen }: PaymentRowsProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const query = usePayments({ from: day, to: day, locations: [location.id], type })
  if (query.isError) {
    return (
      <tr className={classes.payment}>
        <td colSpan={columnCount}>
          {errorText(query.error)}{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => void query.refetch()}>
            {t('common.retry')}
          </Button>
        </td>
      </tr>
    )
  }
  if (!query.payments) {
    return (
      <tr className={classes.payment} aria-busy="true">
        <td colSpan={columnCount}>
          <Skeleton height={12} width="40%" />
        </td>
      </tr>
    )
  }
  return (
    <>
      {query.payments.map((payment) => (
        <PaymentRow key={payment.id} payment={payment} canOpen={canOpen} />
      ))}
      {query.hasNextPage && (
        <tr className={classes.payment}>
          <td colSpan={columnCount}>
            <Button
              variant="default"
              size="xs"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t('common.loadMore')}
            </Button>
          </td>
        </tr>
      )}
    </>
  )
}

function PaymentRow({ payment, canOpen }: { payment: ListedPayment; canOpen: boolean }) {
  const { t } = useTranslation()
  const type = paymentMethodTypes.find((known) => known === payment.payment_method_type)
  const { user, rfid, station, connector } = payment
  const who = user ? `${user.first_name} ${user.last_name}`.trim() || user.phone : rfid
  const title = t('payments.order', { id: payment.order_id })
  const amount = payment.captured_amount - payment.refunded_amount
  return (
    <tr className={classes.payment}>
      <td>
        <TwoLines
          top={
            <>
              {canOpen ? (
                <Link to="/orders/$orderId/information" params={{ orderId: String(payment.order_id) }}>
                  {title}
                </Link>
              ) : (
                title
              )}
              {' · '}
              <When at={payment.charging_start} style="time" />–
              <When at={payment.charging_finish} style="time" />
            </>
          }
          bottom={[`${stationNumber(station.number)} ${connector.type}`, who].filter(Boolean).join(' · ')}
        />
      </td>
      <td data-wide>{type && t(`enums.paymentMethod.${type}`)}</td>
      <td data-wide>
        <Energy wh={payment.energy} light />
      </td>
      <td data-wider colSpan={3}>
        {payment.refunded_amount > 0 && (
          <>
            {t('payments.refunded')} <Money minor={payment.refunded_amount} unit />
          </>
        )}
      </td>
      <td>
        <Money minor={amount} />
      </td>
    </tr>
  )
}
