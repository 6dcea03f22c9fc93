import type { OrderNode } from './orders.ts'

/** A node of the payments query (domain.md#payments-and-reports). */
export interface PaymentNode
  extends Pick<
    OrderNode,
    | 'location'
    | 'station'
    | 'connector'
    | 'user'
    | 'rfid'
    | 'status'
    | 'reservation_start'
    | 'reservation_finish'
    | 'charging_start'
    | 'charging_finish'
    | 'meter_start'
    | 'meter_stop'
    | 'charging_price'
    | 'reservation_price'
  > {
  id: number
  order_id: number
  /** YYYY-MM-DD, the settlement day in the network's time zone */
  day: string
  created_at: string
  /** Wh */
  energy: number
  /** kopecks */
  captured_amount: number
  refunded_amount: number
  payment_method_type: string
  payment_provider: string
  market_shop_id: string
  bank_commission: number
  agent_fee: number
  /** what the owner has received already */
  compensation: number
}

/** A node of the groupedPayments query; amounts in kopecks. */
export interface GroupedPaymentNode {
  day: string
  location: OrderNode['location']
  payment_method_type: string
  payment_provider: string | null
  market_shop_id: string | null
  count: number
  kwh: number
  amount: number
  bank_commission: number
  agent_fee: number
  compensation: number
}
