/** A line of an order's chronology; `fields` are those of the spec's order log entry (document 3, section 3). */
export interface OrderLog {
  orderId: number
  at: Date
  kind: 'ocpp' | 'payment' | 'order' | 'api' | 'logs'
  /** an event of spec document 3, section 4 */
  event: string
  fields: Record<string, unknown> | null
}
