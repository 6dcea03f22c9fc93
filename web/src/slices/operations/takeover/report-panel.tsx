import { Button, Group } from '@mantine/core'
import type { Takeover } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconDownload } from '../../../ui/pictures/icons.ts'
import { type Column, DataTable, ListRow } from '../../../ui/tables/data-table.tsx'
import classes from './takeover.module.css'
import { useReport, useStep } from './takeover-queries.ts'

/** What comes of another system or has come, what cannot, and why; and what is to be done about it. */
export function ReportPanel({ takeover }: { takeover: Takeover }) {
  const { t } = useTranslation()
  const report = useReport(takeover)
  const { state, counts, kind } = takeover
  const isWorkedOn = state === 'checking' || state === 'applying'
  return (
    <Panel
      title={t(state === 'checking' || state === 'checked' ? 'takeover.comes' : 'takeover.came')}
      actions={
        counts.length > 0 && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={16} stroke={1.75} />}
            loading={report.isPending}
            onClick={() => report.mutate()}
          >
            {t('takeover.report')}
          </Button>
        )
      }
    >
      <div className={classes.fields}>
        <p role="status" className={classes.state}>
          {t(`takeover.states.${state}`)}
          {isWorkedOn && kind && ` ${t(`takeover.kinds.${kind}`)}…`}
        </p>
        {takeover.error && <p className={classes.bad}>{takeover.error}</p>}
        {report.isError && <FormError error={report.error} />}
        {counts.length > 0 && <Counts counts={counts} />}
        {takeover.faults.length > 0 && <Faults faults={takeover.faults} />}
        <Steps takeover={takeover} />
      </div>
    </Panel>
  )
}

function Counts({ counts }: Pick<Takeover, 'counts'>) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <table className={classes.counts} aria-label={t('takeover.counts')}>
      <thead>
        <tr>
          <td />
          {(['added', 'here', 'refused', 'remarked'] as const).map((name) => (
            <th key={name} scope="col">
              {t(`takeover.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {counts.map(({ kind, added, here, refused, remarked }) => (
          <tr key={kind}>
            <th scope="row">{t(`takeover.kinds.${kind}`)}</th>
            <td>{number(added)}</td>
            <td>{number(here)}</td>
            <td data-bad={refused > 0 || undefined}>{number(refused)}</td>
            <td>{number(remarked)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Fault = Takeover['faults'][number]

const rowsOf = ({ rows, total }: Fault): string => {
  const some = rows
    .slice(0, 3)
    .map(({ row, value }) => (value && !row.endsWith(value) ? `${row} (${value})` : row))
  return total > some.length ? `${some.join(', ')}, …` : some.join(', ')
}

function Faults({ faults }: Pick<Takeover, 'faults'>) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const kindOf = ({ kind }: Fault) => t(`takeover.kinds.${kind}`)
  const outcomeOf = ({ refused }: Fault) => t(refused ? 'takeover.refused' : 'takeover.remarked')
  const columns: Column<Fault>[] = [
    { key: 'kind', head: t('takeover.kind'), width: 130, cell: kindOf },
    { key: 'outcome', head: t('takeover.outcome'), width: 140, cell: outcomeOf },
    {
      key: 'why',
      head: t('takeover.why'),
      grows: true,
      cell: (fault) => (
        <span className={classes.whole}>
          {fault.text} <span className={classes.rows}>{rowsOf(fault)}</span>
        </span>
      ),
    },
    {
      key: 'total',
      head: t('takeover.total'),
      width: 90,
      align: 'right',
      cell: ({ total }) => number(total),
    },
  ]
  return (
    <DataTable
      label={t('takeover.faults')}
      columns={columns}
      rows={faults}
      rowKey={({ kind, code, refused }) => `${kind} ${code} ${refused}`}
      phoneRow={(fault) => (
        <ListRow
          top={fault.text}
          bottom={`${kindOf(fault)}, ${outcomeOf(fault)}: ${rowsOf(fault)}`}
          right={number(fault.total)}
        />
      )}
      empty={null}
    />
  )
}

/** Lets come what was looked at, goes on where a server has ended, or ends it. */
function Steps({ takeover: { id, state, counts, can } }: { takeover: Takeover }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [asks, setAsks] = useState<'start' | 'stop' | null>(null)
  const start = useStep('start', id)
  const stop = useStep('stop', id)
  if (!can.stop) return null
  const coming = counts.reduce((sum, { added }) => sum + added, 0)
  const error = start.error ?? stop.error
  return (
    <>
      {state === 'checked' && coming === 0 && <p className={classes.quiet}>{t('takeover.nothing')}</p>}
      {error && <FormError error={error} />}
      <Group gap="xs">
        {state === 'checked' && (
          <ChangeButton disabled={coming === 0} loading={start.isPending} onClick={() => setAsks('start')}>
            {t('takeover.start')}
          </ChangeButton>
        )}
        <ChangeButton variant="default" loading={stop.isPending} onClick={() => setAsks('stop')}>
          {t('takeover.stop')}
        </ChangeButton>
      </Group>
      <ConfirmDialog
        opened={asks === 'start'}
        title={t('takeover.startAsk')}
        text={t('takeover.startText', { n: number(coming) })}
        action={t('takeover.start')}
        onConfirm={() => start.mutate()}
        onClose={() => setAsks(null)}
      />
      <ConfirmDialog
        opened={asks === 'stop'}
        title={t('takeover.stopAsk')}
        text={t('takeover.stopText')}
        action={t('takeover.stop')}
        onConfirm={() => stop.mutate()}
        onClose={() => setAsks(null)}
      />
    </>
  )
}
