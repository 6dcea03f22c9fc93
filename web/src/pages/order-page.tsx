import { useParams } from '@tanstack/react-router'
import { PageHeader } from '../ui/page-header.tsx'

/** The order's own screen. */
export function OrderPage() {
  const { orderId } = useParams({ from: '/app/orders/$orderId/information' })
  return <PageHeader title={orderId} backTo="/dashboard" />
}
