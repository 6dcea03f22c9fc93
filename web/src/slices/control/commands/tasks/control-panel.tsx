import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { TaskField, useTaskForm } from '../form/task-form.tsx'
import { PlaceSelect } from './place-select.tsx'
import { firstPlace, type Place, usePlaceName } from './places.ts'
import { TaskOutcome } from './task-outcome.tsx'
import classes from './tasks.module.css'
import { type Task, type TaskPanelProps, useTask } from './tasks-query.ts'

type Asking = 'unlock' | 'cache' | 'restart' | null

/** Requests a message, unlocks a connector, clears the cache of cards, restarts at once. */
export function ControlPanel({ stationId, state }: TaskPanelProps) {
  const { t } = useTranslation()
  const task = useTask(stationId)
  const trigger = useTaskForm('trigger', { message: 'StatusNotification' })
  const nameOf = usePlaceName(state.connectors)
  const [place, setPlace] = useState<Place | null>(null)
  const [unlocking, setUnlocking] = useState(firstPlace(state.connectors))
  const [asking, setAsking] = useState<Asking>(null)
  const off = !state.online || task.isPending
  return (
    <Panel title={t('tasks.control.title')}>
      <div className={classes.row}>
        <TaskField
          form={trigger}
          name="message"
          className={classes.grow!}
          label={t('tasks.control.message')}
          wordOf={String}
        />
        <PlaceSelect connectors={state.connectors} value={place} onChange={setPlace} />
        <Button
          variant="default"
          disabled={off}
          onClick={() => task.mutate({ task: 'trigger', ...trigger.values, ...place })}
        >
          {t('tasks.control.trigger')}
        </Button>
      </div>
      <div className={classes.row}>
        <PlaceSelect connectors={state.connectors} value={unlocking} onChange={setUnlocking} connectorOnly />
        <Button variant="default" disabled={off || unlocking === null} onClick={() => setAsking('unlock')}>
          {t('tasks.control.unlock')}
        </Button>
        <Button variant="default" disabled={off} onClick={() => setAsking('cache')}>
          {t('tasks.control.clearCache')}
        </Button>
        <Button variant="default" c="var(--sm-bad-text)" disabled={off} onClick={() => setAsking('restart')}>
          {t('tasks.control.restart')}
        </Button>
      </div>
      <TaskOutcome task={task} />
      <ConfirmDialog
        opened={asking === 'unlock'}
        title={t('tasks.control.unlockTitle', { place: unlocking ? nameOf(unlocking) : '' })}
        text={t('tasks.control.unlockText')}
        action={t('tasks.control.unlock')}
        onConfirm={() => unlocking !== null && task.mutate({ task: 'unlock', ...unlocking })}
        onClose={() => setAsking(null)}
      />
      <WholeDialogs
        asking={asking}
        charging={state.charging.length}
        task={task}
        onClose={() => setAsking(null)}
      />
    </Panel>
  )
}

interface WholeDialogsProps {
  asking: Asking
  /** how many sessions a restart ends */
  charging: number
  task: Task
  onClose: () => void
}

/** The questions before what concerns the whole station. */
function WholeDialogs({ asking, charging, task, onClose }: WholeDialogsProps) {
  const { t } = useTranslation()
  return (
    <>
      <ConfirmDialog
        opened={asking === 'cache'}
        title={t('tasks.control.cacheTitle')}
        text={t('tasks.control.cacheText')}
        action={t('tasks.control.clearCache')}
        onConfirm={() => task.mutate({ task: 'clear_cache' })}
        onClose={onClose}
      />
      <ConfirmDialog
        opened={asking === 'restart'}
        title={t('tasks.control.restartTitle')}
        text={t(charging > 0 ? 'tasks.control.restartCuts' : 'tasks.control.restartText', {
          count: charging,
        })}
        action={t('tasks.control.restart')}
        onConfirm={() => task.mutate({ task: 'hard_reset' })}
        onClose={onClose}
      />
    </>
  )
}
