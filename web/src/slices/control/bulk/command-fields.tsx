import { NativeSelect, Select, Textarea, TextInput } from '@mantine/core'
import { certificateUses, limitUnits, triggerMessages } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { useFields } from '../../../ui/forms/use-fields.ts'
import classes from './bulk-form.module.css'
import { type CommandName, commandGroups, commandOf, type Draft } from './draft.ts'

interface CommandFieldsProps {
  draft: Draft
  onChange: (changed: Partial<Draft>) => void
  /** Writes a message of one version, which is none of this slice's business. */
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
      {draft.name === 'message' ? messageFields : <Own key={draft.name} draft={draft} onChange={onChange} />}
    </>
  )
}

/** The fields of one command. */
function Own({ draft, onChange }: Omit<CommandFieldsProps, 'messageFields'>) {
  const { t } = useTranslation()
  const { text } = useFields({
    values: draft,
    onChange,
    faultOf: (field) => {
      if (field === 'setting') return draft.setting.trim() === '' ? t('common.required') : undefined
      if (draft[field] === '' || commandOf(draft) !== null) return undefined
      return t(field === 'location' ? 'tasks.firmware.badLocation' : 'tasks.certificates.badPem')
    },
  })
  switch (draft.name) {
    case 'trigger':
      return (
        <>
          <NativeSelect
            label={t('tasks.control.message')}
            value={draft.message}
            onChange={(event) => onChange({ message: event.currentTarget.value })}
            data={[...triggerMessages]}
          />
          <PlaceFields draft={draft} onChange={onChange} />
        </>
      )
    case 'clear_limit':
      return <PlaceFields draft={draft} onChange={onChange} />
    case 'configure':
      return (
        <>
          <TextInput
            label={t('bulk.form.component')}
            description={t('bulk.form.componentHint')}
            maxLength={120}
            value={draft.component}
            onChange={(event) => onChange({ component: event.currentTarget.value })}
          />
          <TextInput label={t('station.configuration.name')} required maxLength={120} {...text('setting')} />
          <TextInput
            label={t('station.configuration.value')}
            maxLength={2500}
            value={draft.value}
            onChange={(event) => onChange({ value: event.currentTarget.value })}
          />
        </>
      )
    case 'limit':
      return (
        <>
          <div className={classes.row}>
            <NumberField
              label={t('tasks.limits.limit')}
              min={0}
              max={1_000_000}
              decimals={null}
              value={draft.limit}
              onChange={(limit) => onChange({ limit })}
            />
            <NativeSelect
              label={t('tasks.limits.unit')}
              value={draft.unit}
              onChange={(event) => onChange({ unit: event.currentTarget.value })}
              data={limitUnits.map((value) => ({
                value,
                label: t(value === 'A' ? 'tasks.limits.amperes' : 'tasks.limits.watts'),
              }))}
            />
            <NumberField
              label={t('tasks.limits.minutes')}
              placeholder={t('tasks.limits.forever')}
              min={1}
              max={43_200}
              value={draft.minutes}
              onChange={(minutes) => onChange({ minutes })}
            />
          </div>
          <PlaceFields draft={draft} onChange={onChange} />
        </>
      )
    case 'firmware':
      return (
        <TextInput
          label={t('tasks.firmware.location')}
          placeholder="https://files.example/firmware-2.0.0.bin"
          required
          {...text('location')}
        />
      )
    case 'install_certificate':
      return (
        <>
          <NativeSelect
            label={t('tasks.certificates.use')}
            value={draft.use}
            onChange={(event) => onChange({ use: event.currentTarget.value })}
            data={certificateUses.map((value) => ({ value, label: t(`tasks.certificates.${value}`) }))}
          />
          <Textarea
            label={t('tasks.certificates.pem')}
            required
            autosize
            minRows={3}
            maxRows={8}
            maxLength={5500}
            classNames={{ input: classes.code! }}
            {...text('certificate')}
          />
        </>
      )
    case 'log':
      return (
        <SegmentedControl
          aria-label={t('tasks.uploads.kind')}
          value={draft.log}
          onChange={(log) => onChange({ log })}
          data={(['diagnostics', 'security'] as const).map((value) => ({
            value,
            label: t(`tasks.uploads.${value}`),
          }))}
        />
      )
    case 'send_list':
      return (
        <SegmentedControl
          aria-label={t('tasks.list.title')}
          value={draft.full ? 'full' : 'changes'}
          onChange={(value) => onChange({ full: value === 'full' })}
          data={[
            { value: 'full', label: t('tasks.list.full') },
            { value: 'changes', label: t('tasks.list.changes') },
          ]}
        />
      )
    default:
      return null
  }
}

/** Where at each station; nothing told is the whole station. */
function PlaceFields({ draft, onChange }: Omit<CommandFieldsProps, 'messageFields'>) {
  const { t } = useTranslation()
  return (
    <div className={classes.row}>
      <NumberField
        label={t('bulk.form.evse')}
        placeholder={t('bulk.form.wholeStation')}
        min={1}
        max={100}
        value={draft.evse}
        onChange={(evse) => onChange({ evse, ...(evse === '' ? { connector: '' } : {}) })}
      />
      <NumberField
        label={t('bulk.form.connector')}
        description={t('bulk.form.placeHint')}
        min={1}
        max={100}
        disabled={draft.evse === ''}
        value={draft.connector}
        onChange={(connector) => onChange({ connector })}
      />
    </div>
  )
}
