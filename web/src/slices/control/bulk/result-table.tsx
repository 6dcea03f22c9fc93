import type { BulkRun, BulkStation } from '@stationmaster/contract'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { When } from '../../../ui/dates/when.tsx'
import { Dash } from '../../../ui/figures/quantity.tsx'
import { ReachedStations, ReachedWord } from '../../../ui/states/reached-stations.tsx'
import type { Column } from '../../../ui/tables/data-table.tsx'
import { useRunStations } from './bulk-queries.ts'
import type { RunFilters } from './filters.ts'
import { ResultBadge, useResultText } from './results.tsx'

interface ResultTableProps {
  run: BulkRun
  filters: RunFilters
  onClear: () => void
}

/** The stations of a run that match the filters, each with its result. */
export function ResultTable({ run, filters, onClear }: ResultTableProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const wordOf = useResultText()
  const stations = useRunStations(run, filters)
  // biome-ignore lint/correctness/useExhaustiveDependencies: words and numbers change with the language, which `t` stands for
  const columns = useMemo(() => columnsOf(t, wordOf, number), [t])
  return (
    <ReachedStations
      stations={stations}
      columns={columns}
      wordOf={wordOf}
      onClear={onClear}
      total={run.total}
      noneFits={t('bulk.noneFits')}
      label={t('bulk.results')}
      atHead={t('bulk.columns.at')}
      phone={({ result, at }) => ({
        mark: <ResultBadge result={result} />,
        right: at && <When at={at} style="time" />,
      })}
    />
  )
}

const columnsOf = (
  t: TFunction,
  wordOf: (station: BulkStation) => string,
  number: (value: number) => string,
): Column<BulkStation>[] => [
  {
    key: 'result',
    head: t('bulk.columns.result'),
    width: 172,
    cell: ({ result }) => <ResultBadge result={result} />,
  },
  { key: 'what', head: t('bulk.columns.what'), cell: (station) => <ReachedWord text={wordOf(station)} /> },
  {
    key: 'latency',
    head: t('bulk.columns.latency'),
    align: 'right',
    hideBelow: 'md',
    width: 96,
    cell: ({ latency_ms }) =>
      latency_ms === null ? <Dash label={t('common.noValue')} /> : number(latency_ms),
  },
]
