import { Link } from '@tanstack/react-router'
import { stationNumber } from '../../i18n/format.ts'
import { ListRow } from '../../ui/data-table.tsx'
import { Energy, Money } from '../../ui/quantity.tsx'
import { OrderStatusBadge } from '../../ui/status.tsx'
import { When } from '../../ui/when.tsx'
import classes from './charging-history.module.css'
import type { PastOrder } from './order-list.ts'

/** An order of the history on a phone. */
export function PastOrderRow({ order, canOpen }: { order: PastOrder; canOpen: boolean }) {
  const row = (
    <ListRow
      top={<OrderStatusBadge status={order.status} />}
      bottom={
        <>
          <When at={order.created_at} style="dayTime" /> · {stationNumber(order.station.number)}
        </>
      }
      right={<Money minor={order.charging_price} unit />}
      rightBottom={<Energy wh={order.energy} unit />}
    />
  )
  if (!canOpen) return row
  return (
    <Link
      to="/orders/$orderId/information"
      params={{ orderId: String(order.id) }}
      className={classes.phoneLink!}
    >
      {row}
    </Link>
  )
}
