import type { OrderDetails } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Clock, ReadingAge } from '../../../../../ui/dates/duration.tsx'
import { Energy, Money, Power } from '../../../../../ui/figures/quantity.tsx'
import { Soc } from '../../../../../ui/figures/soc.tsx'
import { OrderStatusBadge } from '../../../../../ui/figures/status.tsx'
import { orderDetailsQuery } from '../details-query.ts'
import { chargingAmountOf } from '../money/order-amounts.ts'
import classes from './order-live-values.module.css'

/** An open order in one line: how it stands, energy, power, battery, price; nothing until it is known. */
export function OrderLiveValues({ orderId }: { orderId: number }) {
  const { data } = useQuery(orderDetailsQuery(orderId))
  return data ? <LiveValues order={data.order} /> : null
}

function LiveValues({ order }: { order: OrderDetails }) {
  const { t } = useTranslation()
  const { energy, power, soc } = order.meters
  return (
    <div className={classes.live}>
      <div className={classes.status}>
        <OrderStatusBadge status={order.status} />
        <span className={classes.clock}>
          <Clock since={order.transaction_start ?? order.created_at} />
        </span>
        <ReadingAge at={order.metered_at} />
      </div>
      {order.status === 'started' && (
        <dl className={classes.values}>
          <div>
            <dt>{t('order.figures.energy')}</dt>
            <dd>
              <Energy wh={energy?.value} unit />
            </dd>
          </div>
          <div>
            <dt>{t('order.figures.power')}</dt>
            <dd>
              <Power w={power?.value} unit />
            </dd>
          </div>
          <div>
            <dt>{t('order.figures.battery')}</dt>
            <dd>
              <Soc percent={soc?.value} />
            </dd>
          </div>
          <div>
            <dt>{t('order.figures.priceSoFar')}</dt>
            <dd>
              <Money minor={chargingAmountOf(order)} unit />
            </dd>
          </div>
        </dl>
      )}
    </div>
  )
}
