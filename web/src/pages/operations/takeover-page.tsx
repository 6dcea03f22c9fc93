import type { Takeover } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { BeginPanel } from '../../slices/operations/takeover/begin-panel.tsx'
import { FilesPanel } from '../../slices/operations/takeover/files-panel.tsx'
import { ReportPanel } from '../../slices/operations/takeover/report-panel.tsx'
import { openOf, takeoversQuery } from '../../slices/operations/takeover/takeover-queries.ts'
import { When } from '../../ui/dates/when.tsx'
import { PageHeader } from '../../ui/frame/page-header.tsx'
import { Panel } from '../../ui/frame/panel.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { type Column, DataTable, ListRow } from '../../ui/tables/data-table.tsx'
import list from '../frame/list-page.module.css'

/** Another system is taken over: which, its files, what will come, and what has come. */
export function TakeoverPage() {
  const { t } = useTranslation()
  const query = useQuery(takeoversQuery)
  const all = query.data
  const open = all && openOf(all)
  const shown = open ?? all?.[0]
  const ended = all?.filter((one) => one !== open)
  return (
    <div className={list.page}>
      <PageHeader title={t('takeover.title')} facts={t('takeover.intro')} />
      {query.isError && !all && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {all && !open && <BeginPanel />}
      {open?.can.read && <FilesPanel key={open.id} takeover={open} />}
      {shown && <ReportPanel takeover={shown} />}
      <Panel title={t('takeover.earlier')} count={ended?.length || undefined} flush>
        {!query.isError || all ? <Earlier all={ended} /> : null}
      </Panel>
    </div>
  )
}

function Earlier({ all }: { all: Takeover[] | undefined }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const addedOf = ({ counts }: Takeover) => number(counts.reduce((sum, { added }) => sum + added, 0))
  const columns: Column<Takeover>[] = [
    { key: 'source', head: t('takeover.source'), grows: true, cell: ({ source }) => source },
    {
      key: 'system',
      head: t('takeover.system'),
      width: 180,
      cell: ({ system }) => t(`takeover.systems.${system}`),
    },
    {
      key: 'at',
      head: t('takeover.begun'),
      width: 170,
      cell: ({ created_at }) => <When at={created_at} style="dayTime" />,
    },
    { key: 'by', head: t('takeover.by'), width: 180, hideBelow: 'lg', cell: ({ by }) => by.name },
    { key: 'added', head: t('takeover.added'), width: 110, align: 'right', cell: addedOf },
    {
      key: 'state',
      head: t('takeover.state'),
      width: 200,
      cell: ({ state }) => t(`takeover.states.${state}`),
    },
  ]
  return (
    <DataTable
      label={t('takeover.earlier')}
      columns={columns}
      rows={all}
      rowKey={({ id }) => id}
      phoneRow={(one) => (
        <ListRow
          top={one.source}
          bottom={t(`takeover.states.${one.state}`)}
          right={<When at={one.created_at} style="dayTime" />}
        />
      )}
      empty={<EmptyState drawing="plug" title={t('takeover.none')} text={t('takeover.noneText')} />}
    />
  )
}
