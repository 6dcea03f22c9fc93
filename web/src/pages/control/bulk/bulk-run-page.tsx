import type { BulkRun } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { runQuery, useBulkActions } from '../../../slices/control/bulk/bulk-queries.ts'
import type { RunFilters } from '../../../slices/control/bulk/filters.ts'
import { ResultTable } from '../../../slices/control/bulk/result-table.tsx'
import { doneOf, failedOf } from '../../../slices/control/bulk/results.tsx'
import { RunBar, RunFilter } from '../../../slices/control/bulk/run-progress.tsx'
import { RunState } from '../../../slices/control/bulk/run-table.tsx'
import { useCommandText } from '../../../slices/control/bulk/use-command-text.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { StopButton } from '../../../ui/buttons/stop-button.tsx'
import { When } from '../../../ui/dates/when.tsx'
import { CsvMenu } from '../../../ui/download/csv-menu.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { IconReload } from '../../../ui/pictures/icons.ts'
import { RunFrame, RunPage } from '../../frame/run-frame.tsx'

const route = getRouteApi('/app/bulk-commands/$runId')

/** One command to many stations: its progress, and its result at each station. */
export function BulkRunPage() {
  const { t } = useTranslation()
  const { runId } = route.useParams()
  const query = useQuery(runQuery(Number(runId)))
  return (
    <RunPage title={t('bulk.title')} backTo="/bulk-commands" query={query}>
      {(run) => <Run run={run} />}
    </RunPage>
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
  return (
    <RunFrame
      title={title}
      backTo="/bulk-commands"
      facts={t('bulk.to', { count: run.total, n: format.number(run.total) })}
      by={run.by}
      at={run.created_at}
      actions={<Actions run={run} />}
      detail={detail}
      state={<RunState run={run} />}
      bar={<RunBar run={run} />}
      done={doneOf(run.counts)}
      total={run.total}
      notes={<Notes run={run} />}
      counts={<RunFilter run={run} chosen={filters.result} onChoose={(result) => set({ result })} />}
      search={{ text: filters.q, onSearch: (q) => set({ q: q || undefined }) }}
    >
      <ResultTable
        key={JSON.stringify(filters)}
        run={run}
        filters={filters}
        onClear={() => set({ q: undefined, result: undefined })}
      />
    </RunFrame>
  )
}

/** Notes on a run beside its results. */
function Notes({ run: { counts, wait_until, retry_of } }: { run: BulkRun }) {
  const { t } = useTranslation()
  return (
    <>
      {counts.away > 0 && (
        <p>
          {t('bulk.awayUntil', { count: counts.away })} <When at={wait_until} />
        </p>
      )}
      {retry_of !== null && (
        <p>
          <Link to="/bulk-commands/$runId" params={{ runId: String(retry_of) }}>
            {t('bulk.retryOf')}
          </Link>
        </p>
      )}
    </>
  )
}

function Actions({ run: { id, counts } }: { run: BulkRun }) {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = route.useNavigate()
  const { cancel, retry, download } = useBulkActions()
  const open = counts.waiting + counts.away
  const failed = failedOf(counts)
  const error = cancel.error ?? retry.error ?? download.error
  return (
    <>
      {open > 0 && (
        <StopButton
          action={t('bulk.cancel.action')}
          title={t('bulk.cancel.title')}
          text={t('bulk.cancel.text', { count: open, n: format.number(open) })}
          loading={cancel.isPending}
          onStop={() => cancel.mutate(id)}
        />
      )}
      {failed > 0 && (
        <ChangeButton
          variant="default"
          leftSection={<IconReload size={16} stroke={1.75} />}
          loading={retry.isPending}
          onClick={() =>
            retry.mutate(id, {
              onSuccess: (again) =>
                void navigate({ to: '/bulk-commands/$runId', params: { runId: String(again.id) } }),
            })
          }
        >
          {t('bulk.retry', { count: failed, n: format.number(failed) })}
        </ChangeButton>
      )}
      <CsvMenu
        label="CSV"
        loading={download.isPending}
        onChoose={(format) => download.mutate({ id, format })}
      />
      {error && <FormError error={error} />}
    </>
  )
}
