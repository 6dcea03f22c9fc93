/** A line of an order's chronology; `fields` are those of the contract's log line (domain.md#chronology). */
export interface OrderLog {
  orderId: number
  at: Date
  kind: 'ocpp' | 'payment' | 'order' | 'api' | 'logs'
  /** an event of domain.md#chronology */
  event: string
  fields: Record<string, unknown> | null
}
