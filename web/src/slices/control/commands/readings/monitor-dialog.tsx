import { NativeSelect, Select } from '@mantine/core'
import type { ReportedVariable } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import { TaskField, useTaskForm } from '../form/task-form.tsx'
import { TaskOutcome } from '../tasks/task-outcome.tsx'
import { useTask } from '../tasks/tasks-query.ts'
import { severities, useSeverity } from './severities.ts'

interface MonitorDialogProps {
  stationId: string
  /** as the station reported them */
  watchable: readonly ReportedVariable[]
  onClose: () => void
}

const shownAtOnce = 50
const warning = 6

const keyOf = ({ component, name }: ReportedVariable) => `${component}\n${name}`

function useWatchForm() {
  return useTaskForm('watch', {
    component: '',
    name: '',
    kind: 'upper',
    value: '',
    severity: warning,
    charging: false,
  })
}

type WatchForm = ReturnType<typeof useWatchForm>

/** Makes a station monitor one of the variables that it has reported, or one that people name. */
export function MonitorDialog({ stationId, watchable, onClose }: MonitorDialogProps) {
  const { t } = useTranslation()
  const severityText = useSeverity()
  const task = useTask(stationId)
  const form = useWatchForm()
  const { component, name, kind, severity } = form.values
  const chosen = watchable.find((one) => one.component === component && one.name === name)
  const unit = kind === 'periodic' || kind === 'clock' ? t('readings.monitors.seconds') : chosen?.unit
  return (
    <FormDialog
      title={t('readings.monitors.newTitle')}
      action={t('readings.monitors.watch')}
      body={form.data}
      change={{
        ...task,
        mutate: (body: Parameters<typeof task.mutate>[0]) =>
          task.mutate(body, { onSuccess: ({ accepted }) => accepted && onClose() }),
      }}
      onClose={onClose}
    >
      <VariableFields form={form} watchable={watchable} chosen={chosen} />
      <TaskField
        form={form}
        name="kind"
        label={t('readings.monitors.kind')}
        wordOf={(choice) => t(`readings.monitorKind.${choice}`)}
      />
      <TaskField
        form={form}
        name="value"
        label={unit ? t('readings.monitors.valueIn', { unit }) : t('readings.monitors.value')}
      />
      <NativeSelect
        label={t('readings.monitors.severity')}
        value={String(severity)}
        data={severities.map((one) => ({ value: one, label: severityText(Number(one)) }))}
        onChange={(event) => form.change({ severity: Number(event.currentTarget.value) })}
      />
      <TaskField form={form} name="charging" label={t('readings.monitors.chargingOnly')} />
      {task.data && !task.data.accepted && <TaskOutcome task={task} />}
    </FormDialog>
  )
}

interface VariableFieldsProps {
  form: WatchForm
  watchable: readonly ReportedVariable[]
  chosen: ReportedVariable | undefined
}

/** Which variable is watched: one of those that the station reported, else by its name. */
function VariableFields({ form, watchable, chosen }: VariableFieldsProps) {
  const { t } = useTranslation()
  if (watchable.length === 0)
    return (
      <>
        <TaskField
          form={form}
          name="component"
          label={t('readings.report.component')}
          description={t('readings.monitors.unreported')}
          placeholder="EVSE@1"
          data-autofocus
        />
        <TaskField form={form} name="name" label={t('readings.report.name')} placeholder="Power" />
      </>
    )
  return (
    <Select
      label={t('readings.monitors.variable')}
      description={
        chosen?.value ? t('readings.monitors.now', { value: `${chosen.value} ${chosen.unit ?? ''}` }) : ' '
      }
      searchable
      limit={shownAtOnce}
      data-autofocus
      nothingFoundMessage={t('readings.monitors.notFound')}
      value={chosen ? keyOf(chosen) : null}
      data={watchable.map((one) => ({ value: keyOf(one), label: `${one.component} · ${one.name}` }))}
      onChange={(key) => {
        const found = watchable.find((one) => keyOf(one) === key)
        form.change({ component: found?.component ?? '', name: found?.name ?? '' })
      }}
    />
  )
}
