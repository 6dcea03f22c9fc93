import { Button, NativeSelect } from '@mantine/core'
import type { Monitor } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { TaskField, useTaskForm } from '../form/task-form.tsx'
import { TaskOutcome } from '../tasks/task-outcome.tsx'
import classes from '../tasks/tasks.module.css'
import { useTask } from '../tasks/tasks-query.ts'
import { MonitorDialog } from './monitor-dialog.tsx'
import { ReadingActions } from './reading-actions.tsx'
import { ReadingState } from './reading-state.tsx'
import type { ReadingPanelProps } from './readings-query.ts'
import { severities, useSeverity } from './severities.ts'

/** The monitors of a station: which variables it watches, which events it reports, and which monitors are active. */
export function MonitorsPanel({ stationId, online, reading }: ReadingPanelProps<'monitors'>) {
  const { t } = useTranslation()
  const severityText = useSeverity()
  const task = useTask(stationId)
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Monitor | null>(null)
  const [level, setLevel] = useState<string>('9')
  const form = useTaskForm('monitoring_base', { base: 'all' })
  const [asking, setAsking] = useState(false)
  const off = !online || task.isPending
  const choose = () => task.mutate({ task: 'monitoring_base', ...form.values })
  return (
    <Panel
      title={t('readings.monitors.title')}
      count={reading.fetched_at ? reading.items.length : undefined}
      actions={
        <ReadingActions
          disabled={off}
          onRead={() => task.mutate({ task: 'read_monitors' })}
          add={t('readings.monitors.add')}
          onAdd={() => setAdding(true)}
        />
      }
    >
      <TaskOutcome task={task} />
      <ReadingState reading={reading} none={t('readings.monitors.none')} />
      <ul className={classes.list}>
        {reading.items.map((monitor) => (
          <li key={monitor.monitor_id} className={classes.item}>
            <div className={classes.words}>
              <span className={classes.name}>
                {monitor.component} <code>{monitor.name}</code>
              </span>
              <MonitorFacts monitor={monitor} />
            </div>
            <Button
              variant="default"
              size="xs"
              disabled={off}
              aria-label={`${t('readings.monitors.remove')}: ${monitor.component} ${monitor.name}`}
              onClick={() => setRemoving(monitor)}
            >
              {t('readings.monitors.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {reading.fetched_at && reading.items.length === 0 && (
        <p className={classes.fact}>{t('readings.monitors.empty')}</p>
      )}
      <p className={classes.fact}>
        <Link
          to="/charge-points/$stationId/logs/{-$connectorId}"
          params={{ stationId }}
          className={classes.link}
        >
          {t('readings.monitors.events')}
        </Link>
      </p>
      <div className={classes.row}>
        <NativeSelect
          className={classes.grow!}
          label={t('readings.monitors.level')}
          value={level}
          data={severities.map((severity) => ({ value: severity, label: severityText(Number(severity)) }))}
          onChange={(event) => setLevel(event.currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={off}
          onClick={() => task.mutate({ task: 'monitoring_level', severity: Number(level) })}
        >
          {t('readings.monitors.setLevel')}
        </Button>
      </div>
      <div className={classes.row}>
        <TaskField
          form={form}
          name="base"
          className={classes.grow!}
          label={t('readings.monitors.base')}
          wordOf={(choice) => t(`readings.base.${choice}`)}
        />
        <Button
          variant="default"
          disabled={off}
          onClick={() => (form.values.base === 'all' ? choose() : setAsking(true))}
        >
          {t('readings.monitors.setBase')}
        </Button>
      </div>
      {adding && (
        <MonitorDialog stationId={stationId} watchable={reading.watchable} onClose={() => setAdding(false)} />
      )}
      <ConfirmDialog
        opened={removing !== null}
        title={t('readings.monitors.removeTitle')}
        text={removing ? `${removing.component} ${removing.name}` : ''}
        action={t('readings.monitors.remove')}
        onConfirm={() => removing && task.mutate({ task: 'unwatch', monitor_id: removing.monitor_id })}
        onClose={() => setRemoving(null)}
      />
      <ConfirmDialog
        opened={asking}
        title={t('readings.monitors.baseTitle')}
        text={t('readings.monitors.baseText')}
        action={t('readings.monitors.setBase')}
        onConfirm={choose}
        onClose={() => setAsking(false)}
      />
    </Panel>
  )
}

function MonitorFacts({ monitor: { kind, value, severity, charging, own } }: { monitor: Monitor }) {
  const { t } = useTranslation()
  const format = useFormat()
  const severityText = useSeverity()
  const facts = [
    t(`readings.watches.${kind}`, { value: format.number(value, Number.isInteger(value) ? 0 : 2) }),
    severityText(severity),
    ...(charging ? [t('readings.monitors.charging')] : []),
    ...(own ? [t('readings.monitors.own')] : []),
  ]
  return <span className={classes.quiet}>{facts.join(' · ')}</span>
}
