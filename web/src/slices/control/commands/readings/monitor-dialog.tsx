import { Checkbox, NativeSelect, Select, TextInput } from '@mantine/core'
import { monitorKinds, type ReportedVariable, stationTaskBody } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
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
const valueBounds = { min: -1e12, max: 1e12, decimals: null }

const keyOf = ({ component, name }: ReportedVariable) => `${component}\n${name}`

/** Has a station watch one of the variables that it has reported, or one that is named. */
export function MonitorDialog({ stationId, watchable, onClose }: MonitorDialogProps) {
  const { t } = useTranslation()
  const severityText = useSeverity()
  const task = useTask(stationId)
  const [component, setComponent] = useState('')
  const [name, setName] = useState('')
  const [kind, setKind] = useState<(typeof monitorKinds)[number]>('upper')
  const [value, setValue] = useState<number | ''>('')
  const [severity, setSeverity] = useState(warning)
  const [charging, setCharging] = useState(false)
  const body = { task: 'watch', component, name, kind, value, severity, charging }
  const parsed = stationTaskBody.safeParse(body)
  const chosen = watchable.find((one) => one.component === component && one.name === name)
  const unit = kind === 'periodic' || kind === 'clock' ? t('readings.monitors.seconds') : chosen?.unit
  return (
    <FormDialog
      title={t('readings.monitors.newTitle')}
      action={t('readings.monitors.watch')}
      body={parsed.success ? parsed.data : undefined}
      change={{
        ...task,
        mutate: (wish: Parameters<typeof task.mutate>[0]) =>
          task.mutate(wish, { onSuccess: ({ accepted }) => accepted && onClose() }),
      }}
      onClose={onClose}
    >
      {watchable.length > 0 ? (
        <Select
          label={t('readings.monitors.variable')}
          description={
            chosen?.value
              ? t('readings.monitors.now', { value: `${chosen.value} ${chosen.unit ?? ''}` })
              : ' '
          }
          searchable
          limit={shownAtOnce}
          data-autofocus
          nothingFoundMessage={t('readings.monitors.notFound')}
          value={chosen ? keyOf(chosen) : null}
          data={watchable.map((one) => ({ value: keyOf(one), label: `${one.component} · ${one.name}` }))}
          onChange={(key) => {
            const found = watchable.find((one) => keyOf(one) === key)
            setComponent(found?.component ?? '')
            setName(found?.name ?? '')
          }}
        />
      ) : (
        <>
          <TextInput
            label={t('readings.report.component')}
            description={t('readings.monitors.unreported')}
            placeholder="EVSE@1"
            maxLength={120}
            data-autofocus
            value={component}
            onChange={(event) => setComponent(event.currentTarget.value)}
          />
          <TextInput
            label={t('readings.report.name')}
            placeholder="Power"
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </>
      )}
      <NativeSelect
        label={t('readings.monitors.kind')}
        value={kind}
        data={monitorKinds.map((one) => ({ value: one, label: t(`readings.monitorKind.${one}`) }))}
        onChange={(event) => setKind(monitorKinds.find((one) => one === event.currentTarget.value) ?? kind)}
      />
      <NumberField
        label={unit ? t('readings.monitors.valueIn', { unit }) : t('readings.monitors.value')}
        {...valueBounds}
        value={value}
        onChange={setValue}
      />
      <NativeSelect
        label={t('readings.monitors.severity')}
        value={String(severity)}
        data={severities.map((one) => ({ value: one, label: severityText(Number(one)) }))}
        onChange={(event) => setSeverity(Number(event.currentTarget.value))}
      />
      <Checkbox
        label={t('readings.monitors.chargingOnly')}
        checked={charging}
        onChange={(event) => setCharging(event.currentTarget.checked)}
      />
      {task.data && !task.data.accepted && <TaskOutcome task={task} />}
    </FormDialog>
  )
}
