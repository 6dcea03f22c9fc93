import { Button, NativeSelect } from '@mantine/core'
import type { Monitor } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { TaskField, useTaskForm } from '../form/task-form.tsx'
import { TaskItem } from '../tasks/task-item.tsx'
import { TaskOutcome } from '../tasks/task-outcome.tsx'
import classes from '../tasks/tasks.module.css'
import { type Task, useTask } from '../tasks/tasks-query.ts'
import { MonitorDialog } from './monitor-dialog.tsx'
import { ReadingActions } from './reading-actions.tsx'
import { ReadingState } from './reading-state.tsx'
import type { ReadingPanelProps } from './readings-query.ts'
import { severities, useSeverity } from './severities.ts'

/** The monitors of a station: which variables it watches, which events it reports, and which monitors are active. */
export function MonitorsPanel({ stationId, online, reading }: ReadingPanelProps<'monitors'>) {
  const { t } = useTranslation()
  const task = useTask(stationId)
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Monitor | null>(null)
  const off = !online || task.isPending
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
          <MonitorItem
            key={monitor.monitor_id}
            monitor={monitor}
            disabled={off}
            onRemove={() => setRemoving(monitor)}
          />
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
      <MonitoringSettings task={task} disabled={off} />
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
    </Panel>
  )
}

interface MonitorItemProps {
  monitor: Monitor
  disabled: boolean
  onRemove: () => void
}

function MonitorItem({ monitor, disabled, onRemove }: MonitorItemProps) {
  const { t } = useTranslation()
  return (
    <TaskItem
      name={
        <>
          {monitor.component} <code>{monitor.name}</code>
        </>
      }
      facts={<MonitorFacts monitor={monitor} />}
    >
      <Button
        variant="default"
        size="xs"
        disabled={disabled}
        aria-label={`${t('readings.monitors.remove')}: ${monitor.component} ${monitor.name}`}
        onClick={onRemove}
      >
        {t('readings.monitors.remove')}
      </Button>
    </TaskItem>
  )
}

interface MonitoringSettingsProps {
  task: Task
  disabled: boolean
}

/** Sets the severity from which a station reports events, and the set of monitors that are active. */
function MonitoringSettings({ task, disabled }: MonitoringSettingsProps) {
  const { t } = useTranslation()
  const severityText = useSeverity()
  const [level, setLevel] = useState<string>('9')
  const form = useTaskForm('monitoring_base', { base: 'all' })
  const [isConfirming, setConfirming] = useState(false)
  const choose = () => task.mutate({ task: 'monitoring_base', ...form.values })
  return (
    <>
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
          disabled={disabled}
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
          disabled={disabled}
          onClick={() => (form.values.base === 'all' ? choose() : setConfirming(true))}
        >
          {t('readings.monitors.setBase')}
        </Button>
      </div>
      <ConfirmDialog
        opened={isConfirming}
        title={t('readings.monitors.baseTitle')}
        text={t('readings.monitors.baseText')}
        action={t('readings.monitors.setBase')}
        onConfirm={choose}
        onClose={() => setConfirming(false)}
      />
    </>
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
  return facts.join(' · ')
}
