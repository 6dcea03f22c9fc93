import type { GroupedPaymentNode, PaymentNode } from '@stationmaster/contract'
import type { Office } from '../../world/office.ts'
import type { Place } from './random-month.ts'
import { figuresOf, pick } from './rows.ts'
import type { Telling } from './telling.ts'

/** What the queries of payments tell, of all that was paid between two instants (ISO 8601) at some places. */
export async function askGraphql(
  office: Office,
  instants: { from: string; to: string },
  places: readonly Place[],
): Promise<Telling[]> {
  const ask = async <T>(query: string): Promise<T> => {
    const variables = { ...instants, ids: places.map(({ id }) => String(id)) }
    const { body } = await office.call<{ data: T; errors?: unknown }>(
      'administrator',
      'POST',
      '/api/graphql',
      { query: `query Q($from: String, $to: String, $ids: [ID!]) { ${query} }`, variables },
    )
    if (body.errors) throw new Error(JSON.stringify(body.errors))
    return body.data
  }
  const range = 'from: $from, to: $to, locationIds: $ids, limit: 10000'
  const { groupedPayments } = await ask<{ groupedPayments: GroupedPaymentNode[] }>(
    `groupedPayments(${range}) { day payment_method_type payment_provider market_shop_id count kwh captured refunded charged_back
        amount revenue bank_commission agent_fee compensation to_compensate location { id name } }`,
  )
  const { payments } = await ask<{ payments: PaymentNode[] }>(
    `payments(${range}) { order_id day captured_amount refunded_amount charged_back_amount payment_method_type payment_provider market_shop_id
        bank_commission agent_fee compensation energy location { id name } }`,
  )
  return [
    {
      source: 'groupedPayments',
      by: ['day', 'place', 'method', 'provider', 'shop'],
      rows: groupedPayments.map((one) => ({
        day: one.day,
        place: one.location.name,
        method: one.payment_method_type,
        provider: one.payment_provider ?? '',
        shop: one.market_shop_id ?? '',
        ...figuresOf({ ...one, sessions: one.count, energy: Math.round(one.kwh * 1000) }),
      })),
    },
    {
      source: 'payments query',
      by: ['place', 'order', 'method', 'provider', 'shop'],
      untilNow: true,
      rows: payments.map((one) => ({
        place: one.location.name,
        order: String(one.order_id),
        method: one.payment_method_type,
        provider: one.payment_provider ?? '',
        shop: one.market_shop_id ?? '',
        captured: one.captured_amount,
        refunded: one.refunded_amount,
        charged_back: one.charged_back_amount,
        ...pick(one as never, ['bank_commission', 'agent_fee', 'compensation']),
      })),
    },
  ]
}
