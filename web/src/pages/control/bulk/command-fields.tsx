import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../../../slices/control/bulk/bulk-form.module.css'
import {
  type CommandName,
  commandGroups,
  commandOf,
  type Draft,
  type TaskDraft,
} from '../../../slices/control/bulk/draft.ts'
import { TaskField, type TaskFormOf } from '../../../slices/control/commands/form/task-form.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { useFields } from '../../../ui/forms/use-fields.ts'

interface CommandFieldsProps {
  draft: Draft
  onChange: (changed: Partial<Draft>) => void
  /** the fields of a message of one version */
  messageFields: ReactNode
}

/** Chooses a command for many stations and fills it in. */
export function CommandFields({ draft, onChange, messageFields }: CommandFieldsProps) {
  const { t } = useTranslation()
  const groups = Object.entries(commandGroups) as [keyof typeof commandGroups, readonly CommandName[]][]
  return (
    <>
      <Select
        label={t('bulk.form.command')}
        placeholder={t('bulk.form.choose')}
        data={groups.map(([group, names]) => ({
          group: t(`bulk.group.${group}`),
          items: names.map((value) => ({ value, label: t(`bulk.command.${value}`) })),
        }))}
        value={draft.name}
        onChange={(name) => onChange({ name: name as CommandName | null })}
        allowDeselect={false}
        maxDropdownHeight={360}
        searchable
        nothingFoundMessage={t('bulk.form.noCommand')}
      />
      {draft.name === 'message' ? (
        messageFields
      ) : (
        <TaskFields key={draft.name} draft={draft} onChange={(task) => onChange({ task })} />
      )}
    </>
  )
}

/** The fields of a command's task. */
function TaskFields({ draft, onChange }: { draft: Draft; onChange: (task: TaskDraft) => void }) {
  const { t } = useTranslation()
  const { name: command, task: values } = draft
  const change = (part: Partial<TaskDraft>) => onChange({ ...values, ...part })
  const { checked } = useFields<TaskDraft>({
    values,
    onChange: change,
    faultOf: (field) => {
      if (field === 'name') return values.name.trim() === '' ? t('common.required') : undefined
      if (values[field] === '' || commandOf(draft) !== null) return undefined
      if (field === 'location') return t('tasks.firmware.badLocation')
      return field === 'certificate' ? t('tasks.certificates.badPem') : undefined
    },
  })
  return fieldsOf(command, { task: command ?? '', values, change, checked })
}

function fieldsOf(command: Draft['name'], form: TaskFormOf<TaskDraft>): ReactNode {
  switch (command) {
    case 'trigger':
      return <TriggerFields form={form} />
    case 'clear_limit':
      return <PlaceFields form={form} />
    case 'configure':
      return <ConfigureFields form={form} />
    case 'limit':
      return <LimitFields form={form} />
    case 'firmware':
      return <FirmwareField form={form} />
    case 'install_certificate':
      return <CertificateFields form={form} />
    case 'log':
      return <LogField form={form} />
    case 'send_list':
      return <ListField form={form} />
    default:
      return null
  }
}

type FieldsProps = { form: TaskFormOf<TaskDraft> }

function TriggerFields({ form }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TaskField form={form} name="message" label={t('tasks.control.message')} wordOf={String} />
      <PlaceFields form={form} />
    </>
  )
}

function ConfigureFields({ form }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TaskField
        form={form}
        name="component"
        label={t('bulk.form.component')}
        description={t('bulk.form.componentHint')}
      />
      <TaskField form={form} name="name" label={t('station.configuration.name')} required />
      <TaskField form={form} name="value" label={t('station.configuration.value')} />
    </>
  )
}

function FirmwareField({ form }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <TaskField
      form={form}
      name="location"
      label={t('tasks.firmware.location')}
      placeholder="https://files.example/firmware-2.0.0.bin"
      required
    />
  )
}

function CertificateFields({ form }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TaskField
        form={form}
        name="use"
        label={t('tasks.certificates.use')}
        wordOf={(use) => t(`tasks.certificates.${use}`)}
      />
      <TaskField form={form} name="certificate" label={t('tasks.certificates.pem')} rows={3} required />
    </>
  )
}

function LogField({ form: { values, change } }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      aria-label={t('tasks.uploads.kind')}
      value={values.kind}
      onChange={(kind) => change({ kind })}
      data={(['diagnostics', 'security'] as const).map((value) => ({
        value,
        label: t(`tasks.uploads.${value}`),
      }))}
    />
  )
}

function ListField({ form: { values, change } }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      aria-label={t('tasks.list.title')}
      value={values.full ? 'full' : 'changes'}
      onChange={(value) => change({ full: value === 'full' })}
      data={[
        { value: 'full', label: t('tasks.list.full') },
        { value: 'changes', label: t('tasks.list.changes') },
      ]}
    />
  )
}

function LimitFields({ form }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <div className={classes.row}>
        <TaskField form={form} name="limit" label={t('tasks.limits.limit')} />
        <TaskField
          form={form}
          name="unit"
          label={t('tasks.limits.unit')}
          wordOf={(unit) => t(unit === 'A' ? 'tasks.limits.amperes' : 'tasks.limits.watts')}
        />
        <TaskField
          form={form}
          name="duration_minutes"
          label={t('tasks.limits.minutes')}
          placeholder={t('tasks.limits.forever')}
        />
      </div>
      <PlaceFields form={form} />
    </>
  )
}

/** Where at each station: the whole station, an EVSE, or one connector of it. */
function PlaceFields({ form }: FieldsProps) {
  const { t } = useTranslation()
  const { evse } = form.values
  return (
    <div className={classes.row}>
      <TaskField
        form={form}
        name="evse"
        label={t('bulk.form.evse')}
        placeholder={t('bulk.form.wholeStation')}
      />
      <TaskField
        form={form}
        name="connector"
        label={t('bulk.form.connector')}
        description={t('bulk.form.placeHint')}
        disabled={evse === ''}
      />
    </div>
  )
}
