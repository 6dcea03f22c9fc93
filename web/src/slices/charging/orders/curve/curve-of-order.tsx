import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { orderDetailsQuery } from '../details/details-query.ts'
import { OrderCurve } from './order-curve.tsx'

/** The curve of an order, loaded by its number. */
export function CurveOfOrder({ orderId }: { orderId: number }) {
  const details = useQuery(orderDetailsQuery(orderId)).data
  if (!details) return <Skeleton height={180} />
  return <OrderCurve order={details.order} logs={details.logs} />
}
