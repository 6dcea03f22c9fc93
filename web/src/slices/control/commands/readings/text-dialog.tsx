import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { longestShownText, type StationReadings, type StationText } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { instantText, localText } from '../../../../ui/dates/local-time.ts'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import { TaskField, useTaskForm } from '../form/task-form.tsx'
import { TaskOutcome } from '../tasks/task-outcome.tsx'
import classes from '../tasks/tasks.module.css'
import { useTask } from '../tasks/tasks-query.ts'

interface TextDialogProps {
  stationId: string
  /** the text to change; null: a new one */
  text: StationText | null
  reading: NonNullable<StationReadings['texts']>
  /** of the location */
  timeZone: string
  onClose: () => void
}

/** The values of the form, with its two times as people type them. */
function useTextForm({ text, reading, timeZone }: Pick<TextDialogProps, 'text' | 'reading' | 'timeZone'>) {
  const { language } = useFormat()
  const typed = (at: string | null) => (at ? localText(at, timeZone).slice(0, 16) : '')
  const [typedTimes, setTypedTimes] = useState({
    from: typed(text?.from ?? null),
    until: typed(text?.until ?? null),
  })
  const instantOf = (at: string) => instantText(at, 0, timeZone) ?? ''
  const form = useTaskForm('show_text', {
    text_id: text?.text_id ?? '',
    text: text?.text ?? '',
    language: text?.language ?? language,
    format: text?.format ?? 'utf8',
    priority: text?.priority ?? reading.priorities?.[0] ?? 'normal',
    state: text?.state ?? '',
    from: instantOf(typedTimes.from),
    until: instantOf(typedTimes.until),
    order_id: text?.order_id ?? '',
  })
  const setTime = (name: 'from' | 'until', value: string) => {
    setTypedTimes((before) => ({ ...before, [name]: value }))
    form.change({ [name]: instantOf(value) })
  }
  return { form, typedTimes, setTime }
}

/** Writes a text for a station's display; offers the formats and priorities that the station supports, if it reports them. */
export function TextDialog({ stationId, text, reading, timeZone, onClose }: TextDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const task = useTask(stationId)
  const { form, typedTimes, setTime } = useTextForm({ text, reading, timeZone })
  const { from, until, order_id } = form.values
  const reversed = from !== '' && until !== '' && until <= from
  const timeField = (name: 'from' | 'until') => ({
    type: 'datetime-local',
    label: t(`readings.texts.${name}`),
    value: typedTimes[name],
    onChange: (event: { currentTarget: { value: string } }) => setTime(name, event.currentTarget.value),
  })
  return (
    <FormDialog
      title={t(text ? 'readings.texts.changeTitle' : 'readings.texts.newTitle')}
      action={t(text ? 'readings.texts.change' : 'readings.texts.show')}
      body={reversed ? undefined : form.data}
      change={{
        ...task,
        mutate: (body: Parameters<typeof task.mutate>[0]) =>
          task.mutate(body, { onSuccess: ({ accepted }) => accepted && onClose() }),
      }}
      onClose={onClose}
    >
      <ShownText value={form.values.text} onChange={(value) => form.change({ text: value })} />
      <Choices form={form} reading={reading} />
      {reading.sessions.length > 0 && (
        <SessionSelect
          sessions={reading.sessions}
          value={order_id}
          onChange={(chosen) => form.change({ order_id: chosen })}
        />
      )}
      <TextInput
        {...timeField('from')}
        description={t('readings.texts.zone', { zone: format.zone(new Date(), timeZone) })}
      />
      <TextInput {...timeField('until')} error={reversed && t('readings.texts.reversed')} />
      {task.data && !task.data.accepted && <TaskOutcome task={task} />}
    </FormDialog>
  )
}

interface ShownTextProps {
  value: string
  onChange: (value: string) => void
}

/** The text itself, with the number of characters that are left. */
function ShownText({ value, onChange }: ShownTextProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const charactersLeft = longestShownText - value.length
  return (
    <Textarea
      label={t('readings.texts.text')}
      description={t('readings.texts.left', {
        count: charactersLeft,
        n: format.number(charactersLeft),
      })}
      required
      autosize
      minRows={2}
      maxRows={6}
      maxLength={longestShownText}
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface ChoicesProps {
  form: ReturnType<typeof useTextForm>['form']
  reading: TextDialogProps['reading']
}

/** Format and language, and when the display shows the text. */
function Choices({ form, reading }: ChoicesProps) {
  const { t } = useTranslation()
  return (
    <>
      <div className={classes.row} data-in-form>
        <TaskField
          form={form}
          name="format"
          className={classes.grow!}
          label={t('readings.texts.format')}
          choices={reading.formats}
          wordOf={(choice) => t(`readings.format.${choice}`)}
        />
        <TaskField
          form={form}
          name="language"
          className={classes.number!}
          label={t('readings.texts.language')}
        />
      </div>
      <TaskField
        form={form}
        name="priority"
        label={t('readings.texts.priority')}
        choices={reading.priorities}
        wordOf={(choice) => t(`readings.priority.${choice}`)}
      />
      <TaskField
        form={form}
        name="state"
        label={t('readings.texts.state')}
        none={t('readings.textState.any')}
        wordOf={(choice) => t(`readings.textState.${choice || 'any'}`)}
      />
    </>
  )
}

interface SessionSelectProps {
  sessions: NonNullable<StationReadings['texts']>['sessions']
  /** '': everybody */
  value: number | ''
  onChange: (orderId: number | '') => void
}

/** Whether everybody reads the text, or the driver of a session. */
function SessionSelect({ sessions, value, onChange }: SessionSelectProps) {
  const { t } = useTranslation()
  return (
    <NativeSelect
      label={t('readings.texts.whom')}
      value={String(value)}
      data={[
        { value: '', label: t('readings.texts.everybody') },
        ...sessions.map(({ order_id, evse }) => ({
          value: String(order_id),
          label: t('readings.texts.sessionAt', { id: order_id, evse }),
        })),
      ]}
      onChange={({ currentTarget: { value: chosen } }) => onChange(chosen === '' ? '' : Number(chosen))}
    />
  )
}
