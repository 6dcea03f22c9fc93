import { Button, Skeleton } from '@mantine/core'
import type { BulkRun } from '@stationmaster/contract'
import { IconDownload, IconPlayerStop, IconReload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { runQuery, useBulkActions, useRunStations } from '../../slices/bulk/bulk-queries.ts'
import type { RunFilters } from '../../slices/bulk/filters.ts'
import { ResultTable } from '../../slices/bulk/result-table.tsx'
import { doneOf, failedOf } from '../../slices/bulk/results.tsx'
import { RunBar, RunFilter } from '../../slices/bulk/run-progress.tsx'
import { RunState } from '../../slices/bulk/run-table.tsx'
import { useCommandText } from '../../slices/bulk/use-command-text.ts'
import { ChangeButton } from '../../ui/change-button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { When } from '../../ui/when.tsx'
import classes from './bulk-page.module.css'

const route = getRouteApi('/app/bulk-commands/$runId')

/** One command to many stations: how far it is, and what came of it at each. */
export function BulkRunPage() {
  const { t } = useTranslation()
  const { runId } = route.useParams()
  const run = useQuery(runQuery(Number(runId)))
  if (run.data) return <Run key={run.data.id} run={run.data} />
  return (
    <div className={classes.page}>
      <PageHeader title={t('bulk.title')} backTo="/bulk-commands" />
      <div className={classes.surface}>
        {run.error ? (
          <ErrorState error={run.error} onRetry={() => void run.refetch()} />
        ) : (
          <div className={classes.head} aria-busy="true">
            <Skeleton height={8} />
            <Skeleton height={32} width="60%" />
          </div>
        )}
      </div>
    </div>
  )
}

function Run({ run }: { run: BulkRun }) {
  const { t } = useTranslation()
  const format = useFormat()
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const { title, detail } = useCommandText()(run.command)
  const set = (changed: RunFilters) =>
    void navigate({ search: (now) => ({ ...now, ...changed }), replace: true, resetScroll: false })
  const done = doneOf(run.counts)
  return (
    <div className={classes.page}>
      <PageHeader
        title={title}
        facts={
          <>
            {t('bulk.to', { count: run.total, n: format.number(run.total) })} · {run.by.name} ·{' '}
            <When at={run.created_at} />
          </>
        }
        actions={<Actions run={run} />}
        backTo="/bulk-commands"
      />
      <div className={classes.surface}>
        <div className={classes.head}>
          {detail && <p className={classes.detail}>{detail}</p>}
          <div className={classes.progress}>
            <RunState run={run} />
            <span className={classes.done} role="status">
              {t('common.shownOf', { shown: format.number(done), total: format.number(run.total) })}
            </span>
            <RunBar run={run} />
          </div>
          <Notes run={run} />
          <div className={classes.filters}>
            <RunFilter run={run} chosen={filters.result} onChoose={(result) => set({ result })} />
            <SearchField
              className={classes.search}
              value={filters.q ?? ''}
              onSearch={(q) => set({ q: q || undefined })}
              placeholder={t('stations.search')}
            />
          </div>
        </div>
        <Results
          key={JSON.stringify(filters)}
          run={run}
          filters={filters}
          onClear={() => set({ q: undefined, result: undefined })}
        />
      </div>
    </div>
  )
}

/** What one should know of a run beside its results. */
function Notes({ run }: { run: BulkRun }) {
  const { t } = useTranslation()
  const { away } = run.counts
  if (away === 0 && run.retry_of === null) return null
  return (
    <div className={classes.notes}>
      {away > 0 && (
        <p>
          {t('bulk.awayUntil', { count: away })} <When at={run.wait_until} />
        </p>
      )}
      {run.retry_of !== null && (
        <p>
          <Link to="/bulk-commands/$runId" params={{ runId: String(run.retry_of) }} className={classes.link}>
            {t('bulk.retryOf')}
          </Link>
        </p>
      )}
    </div>
  )
}

function Actions({ run }: { run: BulkRun }) {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = route.useNavigate()
  const [asking, setAsking] = useState(false)
  const { cancel, retry, download } = useBulkActions()
  const { counts } = run
  const open = counts.waiting + counts.away
  const failed = failedOf(counts)
  const error = cancel.error ?? retry.error ?? download.error
  return (
    <>
      {open > 0 && (
        <ChangeButton
          variant="default"
          c="var(--sm-bad-text)"
          leftSection={<IconPlayerStop size={16} stroke={1.75} />}
          loading={cancel.isPending}
          onClick={() => setAsking(true)}
        >
          {t('bulk.cancel.action')}
        </ChangeButton>
      )}
      {failed > 0 && (
        <ChangeButton
          variant="default"
          leftSection={<IconReload size={16} stroke={1.75} />}
          loading={retry.isPending}
          onClick={() =>
            retry.mutate(run.id, {
              onSuccess: ({ id }) =>
                void navigate({ to: '/bulk-commands/$runId', params: { runId: String(id) } }),
            })
          }
        >
          {t('bulk.retry', { count: failed, n: format.number(failed) })}
        </ChangeButton>
      )}
      <ChangeButton
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.75} />}
        loading={download.isPending}
        onClick={() => download.mutate(run.id)}
      >
        CSV
      </ChangeButton>
      {error && <FormError error={error} />}
      <ConfirmDialog
        opened={asking}
        title={t('bulk.cancel.title')}
        text={t('bulk.cancel.text', { count: open, n: format.number(open) })}
        action={t('bulk.cancel.action')}
        onConfirm={() => cancel.mutate(run.id)}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

interface ResultsProps {
  run: BulkRun
  filters: RunFilters
  onClear: () => void
}

function Results({ run, filters, onClear }: ResultsProps) {
  const { t } = useTranslation()
  const { result, q } = filters
  const { total, error, retry, rowAt, onRange } = useRunStations(run, result && [result], q)
  if (error && total === undefined) return <ErrorState error={error} onRetry={retry} />
  if (total === 0) {
    return (
      <EmptyState
        drawing="search"
        title={t('bulk.noneFits')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('stations.clearFilters')}
          </Button>
        }
      />
    )
  }
  return <ResultTable count={total ?? Math.min(run.total, 12)} rowAt={rowAt} onRange={onRange} />
}
