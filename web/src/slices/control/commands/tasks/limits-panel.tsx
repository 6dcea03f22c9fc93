import { Button, NativeSelect } from '@mantine/core'
import type { StationTaskState } from '@stationmaster/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { When } from '../../../../ui/dates/when.tsx'
import { fits } from '../../../../ui/fields/number-bounds.ts'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { PlaceSelect } from './place-select.tsx'
import { type Place, usePlaceName } from './places.ts'
import { StepCurve } from './step-curve.tsx'
import { TaskItem } from './task-item.tsx'
import { TaskOutcome } from './task-outcome.tsx'
import classes from './tasks.module.css'
import { type TaskPanelProps, useTask } from './tasks-query.ts'

const scheduleHours = 24

/** The units in which people write a limit, and the unit in which it is sent. */
const units = {
  A: { sentAs: 'A', factor: 1 },
  W: { sentAs: 'W', factor: 1 },
  kW: { sentAs: 'W', factor: 1000 },
} as const
type Unit = keyof typeof units
const limitMost = 1_000_000

const minuteBounds = { min: 1, max: 43_200 }

/** Limits what a station or an EVSE may draw, lists the limits that were set, and draws those that will apply. */
export function LimitsPanel({ stationId, state }: TaskPanelProps) {
  const { t } = useTranslation()
  const task = useTask(stationId)
  const reading = useTask(stationId)
  const nameOf = usePlaceName(state.connectors)
  const [place, setPlace] = useState<Place | null>(null)
  const [unit, setUnit] = useState<Unit>('A')
  const [limit, setLimit] = useState<number | string>(16)
  const [minutes, setMinutes] = useState<number | string>('')
  const [confirming, setConfirming] = useState<'set' | 'clear' | null>(null)
  const target = place ?? {}
  const schedule = reading.data?.schedule
  const off = !state.online || task.isPending || reading.isPending
  const { sentAs, factor } = units[unit]
  const limitBounds = { min: 0, max: limitMost / factor, decimals: null }
  const running = state.charging.filter((one) => place === null || one === place.evse).length
  const where = place === null ? t('tasks.wholeStation') : nameOf(place)
  const set = () =>
    task.mutate(
      {
        task: 'limit',
        ...target,
        unit: sentAs,
        limit: Number(limit) * factor,
        ...(minutes === '' ? {} : { duration_minutes: Number(minutes) }),
      },
      { onSuccess: () => reading.reset() },
    )
  const clear = (body: { task: 'clear_limit'; profile_id: number } | { task: 'clear_limits' }) =>
    task.mutate(body, { onSuccess: () => reading.reset() })
  return (
    <Panel title={t('tasks.limits.title')}>
      <div className={classes.row}>
        <PlaceSelect connectors={state.connectors} value={place} onChange={setPlace} />
        <NumberField
          className={classes.number!}
          label={t('tasks.limits.limit')}
          {...limitBounds}
          value={limit}
          onChange={setLimit}
        />
        <NativeSelect
          label={t('tasks.limits.unit')}
          value={unit}
          onChange={(event) => setUnit(unitOf(event.currentTarget.value))}
          data={[
            { value: 'A', label: t('tasks.limits.amperes') },
            { value: 'W', label: t('tasks.limits.watts') },
            { value: 'kW', label: t('tasks.limits.kilowatts') },
          ]}
        />
        <NumberField
          className={classes.number!}
          label={t('tasks.limits.minutes')}
          placeholder={t('tasks.limits.forever')}
          {...minuteBounds}
          value={minutes}
          onChange={setMinutes}
        />
        <Button
          disabled={off || !fits(limit, limitBounds) || !(minutes === '' || fits(minutes, minuteBounds))}
          onClick={() => (running > 0 ? setConfirming('set') : set())}
        >
          {t('tasks.limits.set')}
        </Button>
      </div>
      <p className={classes.quiet}>
        {t(place === null ? 'tasks.limits.meansStation' : 'tasks.limits.meansEvse')}
      </p>
      <TaskOutcome task={task} />
      <ul className={classes.list}>
        {state.limits.map((one) => (
          <LimitItem key={one.profile_id} limit={one} nameOf={nameOf}>
            <Button
              variant="default"
              size="xs"
              disabled={off}
              onClick={() => clear({ task: 'clear_limit', profile_id: one.profile_id })}
            >
              {t('tasks.limits.clear')}
            </Button>
          </LimitItem>
        ))}
      </ul>
      {state.limits.length === 0 && <p className={classes.quiet}>{t('tasks.limits.none')}</p>}
      <div className={classes.row}>
        <Button
          variant="default"
          disabled={off}
          onClick={() => reading.mutate({ task: 'schedule', ...target, unit: sentAs, hours: scheduleHours })}
        >
          {t('tasks.limits.read')}
        </Button>
        {state.limits.length > 1 && (
          <Button variant="default" disabled={off} onClick={() => setConfirming('clear')}>
            {t('tasks.limits.clearAll')}
          </Button>
        )}
      </div>
      {schedule ? (
        <StepCurve title={t('tasks.limits.curve', { unit: schedule.unit })} {...schedule} />
      ) : (
        <TaskOutcome task={reading} />
      )}
      <ConfirmDialog
        opened={confirming === 'set'}
        title={t('tasks.limits.confirmTitle', { target: where, limit: `${limit} ${unit}` })}
        text={t(Number(limit) === 0 ? 'tasks.limits.pausing' : 'tasks.limits.running', { count: running })}
        action={t('tasks.limits.set')}
        onConfirm={set}
        onClose={() => setConfirming(null)}
      />
      <ConfirmDialog
        opened={confirming === 'clear'}
        title={t('tasks.limits.clearAllTitle')}
        text={t('tasks.limits.clearAllText')}
        action={t('tasks.limits.clearAll')}
        onConfirm={() => clear({ task: 'clear_limits' })}
        onClose={() => setConfirming(null)}
      />
    </Panel>
  )
}

const unitOf = (value: string): Unit => (value === 'W' || value === 'kW' ? value : 'A')

interface LimitItemProps {
  limit: StationTaskState['limits'][number]
  nameOf: ReturnType<typeof usePlaceName>
  children: ReactNode
}

function LimitItem({ limit: one, nameOf, children }: LimitItemProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { evse, connector, purpose, from, until } = one
  const where = t(purpose === 'station' ? 'tasks.wholeStation' : 'tasks.limits.everyEvse')
  const startsLater = from !== null && from > one.set_at
  return (
    <TaskItem
      name={
        <>
          {format.number(one.limit, Number.isInteger(one.limit) ? 0 : 1)} {one.unit} ·{' '}
          {evse === null ? where : nameOf({ evse, connector })}
        </>
      }
      facts={
        <>
          {t(startsLater ? 'tasks.limits.from' : 'tasks.limits.since')}{' '}
          <When at={startsLater ? from : one.set_at} />
          {until && (
            <>
              {' '}
              · {t('tasks.limits.until')} <When at={until} />
            </>
          )}
          {purpose === 'transaction' && ` · ${t('tasks.limits.session')}`}
          {one.varies && ` · ${t('tasks.limits.varies')}`}
        </>
      }
    >
      {children}
    </TaskItem>
  )
}
