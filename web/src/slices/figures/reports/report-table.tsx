import { paymentMethodTypes, type Report, type ReportColumn, type ReportRow } from '@stationmaster/contract'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { monthStart, startOf } from '../../../api/days.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { When } from '../../../ui/dates/when.tsx'
import { Dash, Quantity } from '../../../ui/figures/quantity.tsx'
import { type FoldingColumn, FoldingTable } from '../../../ui/tables/folding-table.tsx'
import { boxPx, usePrefetch, useRowsOf } from './box.ts'

interface ReportTableProps {
  report: Report
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}

/** A report as the server answers it: the first column names a row, the last is the main figure. */
export function ReportTable({ report, query }: ReportTableProps) {
  const { t } = useTranslation()
  const cell = useCell()
  const { columns: reportColumns, rows, total } = report
  const first = reportColumns[0]
  const columns = useMemo(() => {
    const others = reportColumns.slice(1)
    return others.map((column, index): FoldingColumn<ReportRow> => {
      const isLast = index === others.length - 1
      const words = ['text', 'method', 'instant'].includes(column.kind)
      return {
        key: column.key,
        head: column.head,
        cell: (row) => cell(column, row[column.key] ?? null, row === total),
        ...(isLast ? { strong: true } : { hideBelow: 'narrow' }),
        ...(words ? { words } : {}),
      }
    })
  }, [reportColumns, cell, total])
  const rowOf = useCallback(
    (row: ReportRow, index: number) => ({
      key: String(index),
      depth: 0 as const,
      row,
      name: first && cell(first, row[first.key] ?? null),
    }),
    [first, cell],
  )
  const seen = useRowsOf(rows, rowOf)
  return (
    <FoldingTable
      label={t(`reports.modes.${report.mode}`)}
      head={first?.head ?? ''}
      columns={columns}
      rows={seen}
      total={total ? { name: t('reports.total'), row: total } : undefined}
      boxPx={boxPx}
      onRange={usePrefetch(query, rows.length)}
    />
  )
}

const decimals: Partial<Record<ReportColumn['kind'], number>> = { ratio: 2, money: 2, energy: 3 }
const scales: Partial<Record<ReportColumn['kind'], number>> = { money: 100, energy: 1000 }

function useCell(): (column: ReportColumn, value: string | number | null, isTotal?: boolean) => ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(() => {
    const words = (kind: ReportColumn['kind'], value: string): ReactNode => {
      if (kind === 'instant') return <When at={value} style="full" />
      if (kind === 'day') return format.when(new Date(startOf(value)), 'day')
      if (kind === 'month') return format.month(monthStart(value))
      const method = kind === 'method' && paymentMethodTypes.find((known) => known === value)
      return method ? t(`enums.paymentMethod.${method}`) : value
    }
    return ({ kind }, value, isTotal) => {
      if (value === null || value === '') return isTotal ? null : <Dash label={t('common.noValue')} />
      if (typeof value === 'string') return words(kind, value)
      if (kind === 'text') return String(value)
      return (
        <Quantity value={value / (scales[kind] ?? 1)} decimals={decimals[kind]} light={kind === 'money'} />
      )
    }
  }, [t, format])
}
