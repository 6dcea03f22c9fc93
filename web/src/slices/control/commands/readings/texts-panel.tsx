import { Button } from '@mantine/core'
import type { StationText } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { When } from '../../../../ui/dates/when.tsx'
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { TaskItem } from '../tasks/task-item.tsx'
import { TaskOutcome } from '../tasks/task-outcome.tsx'
import classes from '../tasks/tasks.module.css'
import { useTask } from '../tasks/tasks-query.ts'
import { ReadingActions } from './reading-actions.tsx'
import { ReadingState } from './reading-state.tsx'
import type { ReadingPanelProps } from './readings-query.ts'
import { TextDialog } from './text-dialog.tsx'

/** The texts on a station's display: lists them as the station reports them, adds, changes and removes them. */
export function TextsPanel({
  stationId,
  online,
  reading,
  timeZone,
}: ReadingPanelProps<'texts'> & { timeZone: string }) {
  const { t } = useTranslation()
  const task = useTask(stationId)
  const [writing, setWriting] = useState<StationText | 'new' | null>(null)
  const [removing, setRemoving] = useState<StationText | null>(null)
  const off = !online || task.isPending
  return (
    <Panel
      title={t('readings.texts.title')}
      count={reading.fetched_at ? reading.items.length : undefined}
      actions={
        <ReadingActions
          disabled={off}
          onRead={() => task.mutate({ task: 'read_texts' })}
          add={t('readings.texts.add')}
          onAdd={() => setWriting('new')}
        />
      }
    >
      <TaskOutcome task={task} />
      <ReadingState reading={reading} none={t('readings.texts.none')} />
      <ShownTexts
        reading={reading}
        timeZone={timeZone}
        disabled={off}
        onChange={setWriting}
        onRemove={setRemoving}
      />
      {writing && (
        <TextDialog
          stationId={stationId}
          text={writing === 'new' ? null : writing}
          reading={reading}
          timeZone={timeZone}
          onClose={() => setWriting(null)}
        />
      )}
      <ConfirmDialog
        opened={removing !== null}
        title={t('readings.texts.removeTitle')}
        text={removing?.text ?? ''}
        action={t('readings.texts.remove')}
        onConfirm={() => removing && task.mutate({ task: 'hide_text', text_id: removing.text_id })}
        onClose={() => setRemoving(null)}
      />
    </Panel>
  )
}

interface ShownTextsProps extends Omit<ShownTextProps, 'shown'> {
  reading: ReadingPanelProps<'texts'>['reading']
}

/** The texts that the station reported, and how many it can show. */
function ShownTexts({ reading, ...rest }: ShownTextsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      {reading.most !== null && (
        <p className={classes.quiet}>
          {t('readings.texts.most', { count: reading.most, n: format.number(reading.most) })}
        </p>
      )}
      <ul className={classes.list}>
        {reading.items.map((shown) => (
          <ShownText key={shown.text_id} shown={shown} {...rest} />
        ))}
      </ul>
      {reading.fetched_at && reading.items.length === 0 && (
        <p className={classes.fact}>{t('readings.texts.empty')}</p>
      )}
    </>
  )
}

interface ShownTextProps {
  shown: StationText
  timeZone: string
  disabled: boolean
  onChange: (text: StationText) => void
  onRemove: (text: StationText) => void
}

/** A text on the display, with the buttons that change and remove it. */
function ShownText({ shown, timeZone, disabled, onChange, onRemove }: ShownTextProps) {
  const { t } = useTranslation()
  return (
    <TaskItem name={shown.text} facts={<TextFacts shown={shown} timeZone={timeZone} />}>
      <Button
        variant="default"
        size="xs"
        disabled={disabled}
        aria-label={`${t('readings.texts.change')}: ${shown.text}`}
        onClick={() => onChange(shown)}
      >
        {t('readings.texts.change')}
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={disabled}
        aria-label={`${t('readings.texts.remove')}: ${shown.text}`}
        onClick={() => onRemove(shown)}
      >
        {t('readings.texts.remove')}
      </Button>
    </TaskItem>
  )
}

function TextFacts({ shown, timeZone }: { shown: StationText; timeZone: string }) {
  const { t } = useTranslation()
  const { priority, state, language, format, from, until, transaction_id, order_id, evse } = shown
  const facts = [
    t(`readings.priority.${priority}`),
    t(`readings.textState.${state ?? 'any'}`),
    ...(evse === null ? [] : [t('tasks.evse', { evse })]),
    ...(transaction_id === null
      ? []
      : [
          order_id === null
            ? t('readings.texts.otherSession')
            : t('readings.texts.session', { id: order_id }),
        ]),
    ...(format === 'utf8' ? [] : [t(`readings.format.${format}`)]),
    ...(language === null ? [] : [language]),
  ]
  return (
    <>
      {facts.join(' · ')}
      {from && (
        <>
          {' '}
          · {t('readings.texts.fromAt')} <When at={from} timeZone={timeZone} />
        </>
      )}
      {until && (
        <>
          {' '}
          · {t('tasks.limits.until')} <When at={until} timeZone={timeZone} />
        </>
      )}
    </>
  )
}
