import { contract, type OpenSettlement } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { stationNumber } from '../../../../i18n/format.ts'
import { When } from '../../../../ui/dates/when.tsx'
import { Money } from '../../../../ui/figures/quantity.tsx'
import { NotedItem } from './noted-item.tsx'

/** A payment at a station's own terminal that does not fit an order, until a person confirms to have seen it. */
export function TerminalPaymentItem({ item, canDecide }: { item: OpenSettlement; canDecide: boolean }) {
  const { t } = useTranslation()
  const { id, order_id: orderId } = item
  return (
    <NotedItem
      title={
        <>
          {orderId === null ? (
            t('inbox.terminalPayments.item', { reference: item.psp_ref })
          ) : (
            <Link to="/orders/$orderId/information" params={{ orderId: String(orderId) }}>
              {t('payments.order', { id: orderId })}
            </Link>
          )}{' '}
          <Money minor={item.amount} unit />
        </>
      }
      facts={
        <>
          <span>
            {stationNumber(item.station_number)} {item.location_name}
          </span>
          <When at={item.settled_at} style="dayTime" />
          {orderId !== null && <span>{item.psp_ref}</span>}
          {item.transaction_id !== null && <span>{t('inbox.transaction', { id: item.transaction_id })}</span>}
        </>
      }
      why={t(`inbox.terminalPayments.why.${item.why}`)}
      canDecide={canDecide}
      noteOf={t('inbox.terminalPayments.noteOf', { reference: item.psp_ref })}
      decide={(note) => request(contract.inbox.noteTerminalPayment, { params: { id }, body: { note } })}
    />
  )
}
