import type { RepairOutcome } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { CountBar } from '../../../ui/figures/counts.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import { outcomesQuery } from './repair-queries.ts'
import classes from './repairs.module.css'

/** What helped against which kind of fault. */
export function OutcomesPanel() {
  const { t } = useTranslation()
  const query = useQuery(outcomesQuery)
  const columns = useColumns()
  return (
    <Panel title={t('repairs.outcomes.title')} flush>
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t('repairs.outcomes.title')}
          columns={columns}
          rows={query.data}
          rowKey={({ kind, repair }) => `${kind} ${repair}`}
          skeletonRows={2}
          empty={<p className={classes.none}>{t('repairs.outcomes.none')}</p>}
          phoneRow={(outcome) => (
            <ListRow
              top={t(`alerts.kind.${outcome.kind}`)}
              bottom={t(`repairs.library.${outcome.repair}`)}
              right={<Of outcome={outcome} />}
            />
          )}
        />
      )}
    </Panel>
  )
}

function Of({ outcome: { helped, begun } }: { outcome: RepairOutcome }) {
  const { t } = useTranslation()
  const format = useFormat()
  return t('repairs.outcomes.of', { helped: format.number(helped), begun: format.number(begun) })
}

function useColumns(): Column<RepairOutcome>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'what',
      head: t('repairs.outcomes.what'),
      grows: true,
      cell: ({ kind, repair }) => (
        <TwoLines top={t(`alerts.kind.${kind}`)} bottom={t(`repairs.library.${repair}`)} />
      ),
    },
    {
      key: 'of',
      head: t('repairs.outcomes.helped'),
      width: 160,
      cell: (outcome) => <Of outcome={outcome} />,
    },
    {
      key: 'bar',
      head: t('repairs.outcomes.share'),
      width: 220,
      cell: ({ kind, repair, begun, helped, not_helped: not }) => (
        <CountBar
          label={`${t(`alerts.kind.${kind}`)}: ${t(`repairs.library.${repair}`)}`}
          total={begun}
          done={helped + not}
          parts={[
            { key: 'helped', n: helped, tone: 'green' },
            { key: 'not', n: not, tone: 'red' },
          ]}
        />
      ),
    },
  ]
}
