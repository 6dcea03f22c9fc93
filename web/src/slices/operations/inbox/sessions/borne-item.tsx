import { type Borne, contract } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { stationNumber } from '../../../../i18n/format.ts'
import { When } from '../../../../ui/dates/when.tsx'
import { Energy, Money } from '../../../../ui/figures/quantity.tsx'
import { NotedItem } from './noted-item.tsx'

/** A session that cost more than its driver was promised, and the share that the network pays, until a person confirms to have seen it. */
export function BorneItem({ item, canDecide }: { item: Borne; canDecide: boolean }) {
  const { t } = useTranslation()
  const { order_id: id } = item
  return (
    <NotedItem
      title={
        <>
          <Link to="/orders/$orderId/information" params={{ orderId: String(id) }}>
            {t('payments.order', { id })}
          </Link>{' '}
          <Money minor={item.borne_amount} unit />
        </>
      }
      facts={
        <>
          <span>
            {stationNumber(item.station_number)} {item.location_name}
          </span>
          <When at={item.transaction_finish} style="dayTime" />
          <Energy wh={item.energy} unit />
          <span>
            {t('inbox.borne.pays')} <Money minor={item.charging_price} unit />
          </span>
        </>
      }
      why={t('inbox.borne.why')}
      canDecide={canDecide}
      noteOf={t('inbox.borne.noteOf', { id })}
      decide={(note) => request(contract.inbox.noteBorne, { params: { id }, body: { note } })}
    />
  )
}
