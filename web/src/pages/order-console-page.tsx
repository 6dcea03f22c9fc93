import { OcppLog } from '../slices/orders/details/ocpp-log.tsx'
import { OrderFrame } from './order-frame.tsx'

/** The frames behind an order, for administrators. */
export function OrderConsolePage() {
  return <OrderFrame>{({ ocpp }) => <OcppLog frames={ocpp} />}</OrderFrame>
}
