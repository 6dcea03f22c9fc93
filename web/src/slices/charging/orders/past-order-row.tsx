import { Link } from '@tanstack/react-router'
import { stationNumber } from '../../../i18n/format.ts'
import { When } from '../../../ui/dates/when.tsx'
import { Energy, Money } from '../../../ui/figures/quantity.tsx'
import { ListRow } from '../../../ui/tables/data-table.tsx'
import classes from './charging-history.module.css'
import { StatusCell } from './order-cells.tsx'
import type { PastOrder } from './order-list.ts'

/** An order of the history on a phone. */
export function PastOrderRow({ order, canOpen }: { order: PastOrder; canOpen: boolean }) {
  const row = (
    <ListRow
      top={<StatusCell order={order} />}
      bottom={
        <>
          <When at={order.created_at} style="dayTime" /> · {stationNumber(order.station.number)}
          {order.partner && ` · ${order.partner.name}`}
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
