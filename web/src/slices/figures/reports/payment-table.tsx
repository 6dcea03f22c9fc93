import type { PaymentSums, ReportPaymentGroup } from '@stationmaster/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { startOf } from '../../../api/days.ts'
import { network } from '../../../api/network.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Quantity } from '../../../ui/figures/quantity.tsx'
import { TwoLines } from '../../../ui/tables/data-table.tsx'
import {
  type FoldingColumn,
  type FoldingRow,
  FoldingTable,
  useFolds,
} from '../../../ui/tables/folding-table.tsx'
import { useProviderName } from '../../../ui/words/use-provider-name.ts'
import { boxPx, usePrefetch, useRowsOf } from './box.ts'

interface PaymentTableProps {
  groups: ReportPaymentGroup[]
  total: PaymentSums | undefined
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}

/** Days and locations, each opening to its ways to pay, providers and shops; the sum of all stays in sight. */
export function PaymentTable({ groups, total, query }: PaymentTableProps) {
  const { t } = useTranslation()
  const [open, toggle] = useFolds()
  const columns = useColumns()
  const rows = usePaymentRows(groups, open)
  return (
    <FoldingTable
      label={t('reports.title')}
      head={t('reports.columns.dayAndLocation')}
      columns={columns}
      rows={rows}
      open={open}
      onToggle={toggle}
      total={total && { name: t('reports.total'), row: total }}
      boxPx={boxPx}
      onRange={usePrefetch(query, rows.length)}
    />
  )
}

function usePaymentRows(groups: ReportPaymentGroup[], open: ReadonlySet<string>): FoldingRow<PaymentSums>[] {
  const { t } = useTranslation()
  const providerName = useProviderName()
  const closed = useRowsOf(groups, closedRowOf)
  return useMemo(() => {
    if (open.size === 0) return closed
    return closed.flatMap((group): FoldingRow<PaymentSums>[] => {
      if (!open.has(group.key)) return [group]
      const inner = group.row.payments.map((payment) => {
        const { payment_method_type: method, payment_provider, market_shop_id } = payment
        const provider = payment_provider && providerName(payment_provider)
        const words = [method && t(`enums.paymentMethod.${method}`), provider, market_shop_id]
        return {
          key: payment.groupId,
          depth: 1 as const,
          row: payment,
          name: words.filter(Boolean).join(' · '),
        }
      })
      return [group, ...inner]
    })
  }, [closed, open, t, providerName])
}

const closedRowOf = (group: ReportPaymentGroup) => ({
  key: group.groupId,
  depth: 0 as const,
  row: group,
  folds: true,
  name: <GroupName group={group} />,
})

/** Words are made for rows that are drawn, of which there are few. */
function GroupName({ group: { title, day } }: { group: ReportPaymentGroup }) {
  const format = useFormat()
  return <TwoLines top={title} bottom={format.when(new Date(startOf(day)), 'longDay')} />
}

function useColumns(): FoldingColumn<PaymentSums>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(() => {
    const sign = { currency: network.currencySign }
    const money = (
      name:
        | 'captured'
        | 'given_back'
        | 'amount'
        | 'bank_commission'
        | 'agent_fee'
        | 'compensation'
        | 'to_compensate',
      more: Partial<FoldingColumn<PaymentSums>>,
    ): FoldingColumn<PaymentSums> => ({
      key: name,
      head: t(`reports.columns.${name}`, sign),
      cell: (row) => (
        <Quantity
          value={(name === 'given_back' ? row.refunded + row.charged_back : row[name]) / 100}
          decimals={2}
          light
        />
      ),
      ...more,
    })
    return [
      {
        key: 'count',
        head: t('reports.columns.sessions'),
        cell: ({ count }) => format.number(count),
        hideBelow: 'narrow',
      },
      {
        key: 'kwh',
        head: t('reports.columns.energy'),
        cell: ({ kwh }) => <Quantity value={kwh} decimals={3} light />,
        hideBelow: 'narrow',
      },
      money('captured', { hideBelow: 'narrow' }),
      money('given_back', { hideBelow: 'narrow' }),
      money('amount', { hideBelow: 'narrow' }),
      money('bank_commission', { hideBelow: 'narrow' }),
      money('agent_fee', { hideBelow: 'narrow' }),
      money('compensation', { hideBelow: 'narrow' }),
      money('to_compensate', { strong: true }),
    ]
  }, [t, format])
}
