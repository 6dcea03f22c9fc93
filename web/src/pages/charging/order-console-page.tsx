import { OrderFrames } from '../../slices/stations/journal/history/order-frames.tsx'
import { OrderFrame } from './order-frame.tsx'

/** The frames behind an order, for administrators. */
export function OrderConsolePage() {
  return (
    <OrderFrame>{({ order, ocpp }) => <OrderFrames stationId={order.station_id} frames={ocpp} />}</OrderFrame>
  )
}
