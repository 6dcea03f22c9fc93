import type { RefundResult, RefundRun, RefundRunPayment } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { network } from '../../../../api/network.ts'
import { CountBar } from '../../../../ui/figures/counts.tsx'
import { Money } from '../../../../ui/figures/quantity.tsx'
import { Badge, type Tone } from '../../../../ui/figures/status.tsx'
import { EmptyState } from '../../../../ui/states/empty-state.tsx'
import { type Column, DataTable, ListRow } from '../../../../ui/tables/data-table.tsx'
import { isOver, refundPaymentsQuery } from './refund-run-queries.ts'

const tones: Record<RefundResult, Tone> = {
  done: 'green',
  pending: 'blue',
  refused: 'red',
  failed: 'red',
  canceled: 'gray',
  waiting: 'cyan',
}
const results = Object.keys(tones) as RefundResult[]

/** How many payments a run has, and at how many it has come to an end. */
export function progressOf({ counts }: RefundRun): { total: number; done: number } {
  const total = results.reduce((sum, one) => sum + counts[one], 0)
  return { total, done: total - counts.waiting - counts.pending }
}

/** How far a run is, as one bar of its results. */
export function RefundBar({ run }: { run: RefundRun }) {
  const { t } = useTranslation()
  const parts = results
    .filter((one) => one !== 'waiting')
    .map((key) => ({ key, n: run.counts[key], tone: tones[key] }))
  return <CountBar label={t('payments.many.progress')} {...progressOf(run)} parts={parts} />
}

interface RefundRunTableProps {
  run: RefundRun
  /** an order by its number, of the page */
  orderLink: (id: number) => ReactNode
}

/** The payments of a run, each with what came of it. */
export function RefundRunTable({ run, orderLink }: RefundRunTableProps) {
  const { t } = useTranslation()
  const { data } = useQuery(refundPaymentsQuery(run.id, isOver(run)))
  const name = (one: RefundRunPayment) => (
    <>
      {orderLink(one.order_id)}
      {one.idle && ` · ${t('payments.one.idle')}`}
    </>
  )
  const result = ({ result: of }: RefundRunPayment) => (
    <Badge tone={tones[of]}>{t(`payments.many.result.${of}`)}</Badge>
  )
  const columns: Column<RefundRunPayment>[] = [
    { key: 'order', head: t('payments.many.order'), cell: name },
    { key: 'result', head: t('payments.many.came'), cell: result },
    { key: 'error', head: t('payments.many.why'), grows: true, cell: ({ error }) => error ?? '' },
    {
      key: 'amount',
      head: t('payments.amount', { currency: network.currencySign }),
      align: 'right',
      cell: ({ amount }) => <Money minor={amount} />,
    },
  ]
  return (
    <DataTable
      label={t('payments.many.payments')}
      columns={columns}
      rows={data}
      rowKey={({ order_id, idle }) => `${order_id} ${idle}`}
      phoneRow={(one) => (
        <ListRow
          top={name(one)}
          bottom={one.error ?? ''}
          right={<Money minor={one.amount} unit />}
          rightBottom={result(one)}
        />
      )}
      empty={<EmptyState drawing="calm" title={t('payments.many.nothing')} />}
    />
  )
}
