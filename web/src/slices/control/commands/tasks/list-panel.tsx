import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../../../i18n/use-answer.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { When } from '../../../../ui/dates/when.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { TaskField, useTaskForm } from '../form/task-form.tsx'
import { PlaceSelect } from './place-select.tsx'
import { firstPlace, usePlaceName } from './places.ts'
import { TaskItem } from './task-item.tsx'
import { TaskOutcome } from './task-outcome.tsx'
import classes from './tasks.module.css'
import { type TaskPanelProps, useTask } from './tasks-query.ts'

/** The list of cards that a station knows by itself. */
export function LocalListPanel({ stationId, state }: TaskPanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const task = useTask(stationId)
  const { local_list: list } = state
  const off = !state.online || task.isPending
  return (
    <Panel title={t('tasks.list.title')}>
      <p className={classes.quiet}>{t('tasks.list.text')}</p>
      {list ? (
        <p>
          {t('tasks.list.state', { version: list.version, cards: format.number(list.entries) })}{' '}
          <When at={list.sent_at} />
        </p>
      ) : (
        <p className={classes.quiet}>{t('tasks.list.none')}</p>
      )}
      {state.list_following && <Following following={state.list_following} />}
      <div className={classes.row}>
        <Button
          variant="default"
          disabled={off}
          onClick={() => task.mutate({ task: 'send_list', full: true })}
        >
          {t('tasks.list.full')}
        </Button>
        <Button
          variant="default"
          disabled={off || !list}
          onClick={() => task.mutate({ task: 'send_list', full: false })}
        >
          {t('tasks.list.changes')}
        </Button>
        <Button variant="default" disabled={off} onClick={() => task.mutate({ task: 'list_version' })}>
          {t('tasks.list.ask')}
        </Button>
      </div>
      <TaskOutcome task={task} />
      {task.data?.list_version !== undefined && (
        <p role="status">{t('tasks.list.version', { version: task.data.list_version })}</p>
      )}
    </Panel>
  )
}

/** How far a list is that follows the network's cards by itself. */
function Following({ following }: { following: NonNullable<TaskPanelProps['state']['list_following']> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const answer = useAnswer()
  const { state, left_out: leftOut, synced_at: syncedAt, due_at: dueAt } = following
  const at = state === 'failed' ? dueAt : state === 'in_step' || state === 'part' ? syncedAt : null
  const said = following.answer === null ? '' : answer(following.answer)
  return (
    <p>
      {state === 'part'
        ? t('tasks.list.following.part', { count: leftOut, n: format.number(leftOut) })
        : t(`tasks.list.following.${state}`, { answer: said })}{' '}
      {at && <When at={at} />}
    </p>
  )
}

/** Reserves a connector for a card, and cancels reservations. */
export function ReservationsPanel({ stationId, state }: TaskPanelProps) {
  const { t } = useTranslation()
  const task = useTask(stationId)
  const nameOf = usePlaceName(state.connectors)
  const off = !state.online || task.isPending
  return (
    <Panel title={t('tasks.reservations.title')} count={state.reservations.length}>
      <ReserveForm connectors={state.connectors} task={task} off={off} />
      <TaskOutcome task={task} />
      {state.reservations.length === 0 && <p className={classes.quiet}>{t('tasks.reservations.none')}</p>}
      <ul className={classes.list}>
        {state.reservations.map((one) => (
          <TaskItem
            key={one.id}
            name={one.token}
            facts={
              <>
                {nameOf(one)} · {t('tasks.limits.until')} <When at={one.until} />
              </>
            }
          >
            <Button
              variant="default"
              size="xs"
              disabled={off}
              onClick={() => task.mutate({ task: 'cancel_reservation', reservation_id: one.id })}
            >
              {t('tasks.reservations.cancel')}
            </Button>
          </TaskItem>
        ))}
      </ul>
    </Panel>
  )
}

interface ReserveFormProps {
  connectors: TaskPanelProps['state']['connectors']
  task: ReturnType<typeof useTask>
  off: boolean
}

function ReserveForm({ connectors, task, off }: ReserveFormProps) {
  const { t } = useTranslation()
  const first = firstPlace(connectors)
  const form = useTaskForm('reserve', {
    token: '',
    minutes: 30,
    evse: first?.evse ?? '',
    connector: first?.connector ?? '',
  })
  const { evse, connector } = form.values
  const place = evse !== '' && connector !== '' ? { evse, connector } : null
  return (
    <div className={classes.row}>
      <PlaceSelect
        connectors={connectors}
        value={place}
        onChange={(chosen) => chosen && form.change(chosen)}
        connectorOnly
      />
      <TaskField form={form} name="token" className={classes.grow!} label={t('tasks.reservations.card')} />
      <TaskField
        form={form}
        name="minutes"
        className={classes.number!}
        label={t('tasks.reservations.minutes')}
      />
      <Button disabled={off || !form.data} onClick={() => form.data && task.mutate(form.data)}>
        {t('tasks.reservations.reserve')}
      </Button>
    </div>
  )
}
