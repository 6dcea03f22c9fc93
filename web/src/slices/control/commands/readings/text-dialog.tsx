import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import {
  longestShownText,
  type StationReadings,
  type StationText,
  stationTaskBody,
  textFormats,
  textPriorities,
  textStates,
} from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { instantText, localText } from '../../../../ui/dates/local-time.ts'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import { TaskOutcome } from '../tasks/task-outcome.tsx'
import classes from '../tasks/tasks.module.css'
import { useTask } from '../tasks/tasks-query.ts'

interface TextDialogProps {
  stationId: string
  /** that is changed; null: another one */
  text: StationText | null
  reading: NonNullable<StationReadings['texts']>
  /** of the location */
  timeZone: string
  onClose: () => void
}

const oneOf = <T extends string>(words: readonly T[], word: string): T | undefined =>
  words.find((one) => one === word)

/** Writes a text for a station's display: what it takes, where it says so, is what can be chosen. */
export function TextDialog({ stationId, text, reading, timeZone, onClose }: TextDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const task = useTask(stationId)
  const typed = (at: string | null) => (at ? localText(at, timeZone).slice(0, 16) : '')
  const [values, setValues] = useState({
    text: text?.text ?? '',
    language: text?.language ?? format.language,
    format: text?.format ?? 'utf8',
    priority: text?.priority ?? reading.priorities?.[0] ?? 'normal',
    state: text?.state ?? null,
    from: typed(text?.from ?? null),
    until: typed(text?.until ?? null),
    order: text?.order_id ?? null,
  })
  const change = (part: Partial<typeof values>) => setValues((before) => ({ ...before, ...part }))
  const [from, until] = [instantText(values.from, 0, timeZone), instantText(values.until, 0, timeZone)]
  const reversed = from !== undefined && until !== undefined && until <= from
  const parsed = stationTaskBody.safeParse({
    task: 'show_text',
    text: values.text,
    format: values.format,
    priority: values.priority,
    ...(text ? { text_id: text.text_id } : {}),
    ...(values.language.trim() === '' ? {} : { language: values.language }),
    ...(values.state === null ? {} : { state: values.state }),
    ...(from === undefined ? {} : { from }),
    ...(until === undefined ? {} : { until }),
    ...(values.order === null ? {} : { order_id: values.order }),
  })
  const left = longestShownText - values.text.length
  return (
    <FormDialog
      title={t(text ? 'readings.texts.changeTitle' : 'readings.texts.newTitle')}
      action={t(text ? 'readings.texts.change' : 'readings.texts.show')}
      body={parsed.success && !reversed ? parsed.data : undefined}
      change={{
        ...task,
        mutate: (body: Parameters<typeof task.mutate>[0]) =>
          task.mutate(body, { onSuccess: ({ accepted }) => accepted && onClose() }),
      }}
      onClose={onClose}
    >
      <Textarea
        label={t('readings.texts.text')}
        description={t('readings.texts.left', { count: left, n: format.number(left) })}
        required
        autosize
        minRows={2}
        maxRows={6}
        maxLength={longestShownText}
        data-autofocus
        value={values.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <div className={classes.row}>
        <NativeSelect
          className={classes.grow!}
          label={t('readings.texts.format')}
          value={values.format}
          data={(reading.formats ?? textFormats).map((value) => ({
            value,
            label: t(`readings.format.${value}`),
          }))}
          onChange={(event) => change({ format: oneOf(textFormats, event.currentTarget.value) ?? 'utf8' })}
        />
        <TextInput
          className={classes.number!}
          label={t('readings.texts.language')}
          maxLength={8}
          value={values.language}
          onChange={(event) => change({ language: event.currentTarget.value })}
        />
      </div>
      <NativeSelect
        label={t('readings.texts.priority')}
        value={values.priority}
        data={(reading.priorities ?? textPriorities).map((value) => ({
          value,
          label: t(`readings.priority.${value}`),
        }))}
        onChange={(event) =>
          change({ priority: oneOf(textPriorities, event.currentTarget.value) ?? 'normal' })
        }
      />
      <NativeSelect
        label={t('readings.texts.state')}
        value={values.state ?? ''}
        data={[
          { value: '', label: t('readings.textState.any') },
          ...textStates.map((value) => ({ value, label: t(`readings.textState.${value}`) })),
        ]}
        onChange={(event) => change({ state: oneOf(textStates, event.currentTarget.value) ?? null })}
      />
      {reading.sessions.length > 0 && (
        <NativeSelect
          label={t('readings.texts.whom')}
          value={String(values.order ?? '')}
          data={[
            { value: '', label: t('readings.texts.everybody') },
            ...reading.sessions.map(({ order_id, evse }) => ({
              value: String(order_id),
              label: t('readings.texts.sessionAt', { id: order_id, evse }),
            })),
          ]}
          onChange={({ currentTarget: { value } }) => change({ order: value === '' ? null : Number(value) })}
        />
      )}
      <TextInput
        type="datetime-local"
        label={t('readings.texts.from')}
        description={t('readings.texts.zone', { zone: format.zone(new Date(), timeZone) })}
        value={values.from}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label={t('readings.texts.until')}
        value={values.until}
        error={reversed && t('readings.texts.reversed')}
        onChange={(event) => change({ until: event.currentTarget.value })}
      />
      {task.data && !task.data.accepted && <TaskOutcome task={task} />}
    </FormDialog>
  )
}
