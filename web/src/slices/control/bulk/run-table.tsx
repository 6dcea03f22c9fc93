import type { BulkRun } from '@stationmaster/contract'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { When } from '../../../ui/dates/when.tsx'
import { Badge } from '../../../ui/figures/status.tsx'
import { PlainLink } from '../../../ui/frame/plain-link.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import { doneOf, failedOf } from './results.tsx'
import { RunBar } from './run-progress.tsx'
import classes from './run-table.module.css'
import { useCommandText } from './use-command-text.ts'

const hrefOf = ({ id }: BulkRun) => `/bulk-commands/${id}`

function CommandCell({ run }: { run: BulkRun }) {
  const { title, detail } = useCommandText()(run.command)
  const name = (
    <PlainLink href={hrefOf(run)} className={classes.link}>
      {title}
    </PlainLink>
  )
  return <TwoLines top={name} bottom={detail} />
}

function useColumns(): Column<BulkRun>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'command',
      head: t('bulk.columns.command'),
      grows: true,
      cell: (run) => <CommandCell run={run} />,
    },
    {
      key: 'state',
      head: t('bulk.columns.state'),
      width: 150,
      cell: (run) => <RunState run={run} />,
    },
    {
      key: 'progress',
      head: t('bulk.columns.progress'),
      width: 180,
      cell: (run) => (
        <div className={classes.bar}>
          <RunBar run={run} />
        </div>
      ),
    },
    {
      key: 'accepted',
      head: t('bulk.result.accepted'),
      align: 'right',
      cell: ({ counts }) => format.number(counts.accepted),
    },
    {
      key: 'failed',
      head: t('bulk.columns.failed'),
      align: 'right',
      cell: ({ counts }) => format.number(failedOf(counts)),
    },
    {
      key: 'total',
      head: t('bulk.columns.stations'),
      align: 'right',
      cell: ({ total }) => format.number(total),
    },
    {
      key: 'by',
      head: t('bulk.columns.by'),
      hideBelow: 'md',
      cell: ({ by }) => <TwoLines top={by.name} bottom={null} />,
    },
    {
      key: 'at',
      head: t('bulk.columns.created'),
      align: 'right',
      cell: ({ created_at }) => <When at={created_at} />,
    },
  ]
}

/** Commands that were sent to many stations; a click opens one. */
export function RunTable({ runs, empty }: { runs: BulkRun[] | undefined; empty: ReactNode }) {
  const { t } = useTranslation()
  const format = useFormat()
  const textOf = useCommandText()
  const navigate = useNavigate()
  const columns = useColumns()
  return (
    <DataTable
      label={t('bulk.title')}
      columns={columns}
      rows={runs}
      rowKey={({ id }) => id}
      onOpen={(run) => void navigate({ href: hrefOf(run) })}
      empty={empty}
      phoneRow={(run) => (
        <PlainLink href={hrefOf(run)}>
          <ListRow
            top={textOf(run.command).title}
            bottom={<When at={run.created_at} />}
            right={<RunState run={run} />}
            rightBottom={t('common.shownOf', {
              shown: format.number(run.finished_at ? run.counts.accepted : doneOf(run.counts)),
              total: format.number(run.total),
            })}
          />
        </PlainLink>
      )}
    />
  )
}

/** Whether a run is under way, was stopped, or has ended, and how well. */
export function RunState({ run }: { run: BulkRun }) {
  const { t } = useTranslation()
  const { finished_at, canceled_at, counts } = run
  if (!finished_at) {
    return (
      <Badge tone="blue" live>
        {t('bulk.state.running')}
      </Badge>
    )
  }
  if (canceled_at) return <Badge tone="gray">{t('bulk.state.canceled')}</Badge>
  if (failedOf(counts) === 0) return <Badge tone="green">{t('bulk.state.done')}</Badge>
  if (counts.accepted === 0) return <Badge tone="red">{t('bulk.state.failed')}</Badge>
  return <Badge tone="orange">{t('bulk.state.partly')}</Badge>
}
