import { Button, NativeSelect } from '@mantine/core'
import type { StationTaskBody, StationTaskState } from '@stationmaster/contract'
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

/** A limit as people write it. */
interface LimitInput {
  unit: Unit
  limit: number | string
  /** empty: for ever */
  minutes: number | string
}

/** The limit that is being written, where it applies, and the tasks that are sent to the station. */
function useLimits({ stationId, state }: TaskPanelProps) {
  const { t } = useTranslation()
  const task = useTask(stationId)
  const reading = useTask(stationId)
  const nameOf = usePlaceName(state.connectors)
  const [place, setPlace] = useState<Place | null>(null)
  const [input, setInput] = useState<LimitInput>({ unit: 'A', limit: 16, minutes: '' })
  const { sentAs, factor } = units[input.unit]
  const send = (body: StationTaskBody) => task.mutate(body, { onSuccess: () => reading.reset() })
  const set = () =>
    send({
      task: 'limit',
      ...place,
      unit: sentAs,
      limit: Number(input.limit) * factor,
      ...(input.minutes === '' ? {} : { duration_minutes: Number(input.minutes) }),
    })
  return {
    task,
    reading,
    off: !state.online || task.isPending || reading.isPending,
    place,
    setPlace,
    input,
    change: (changed: Partial<LimitInput>) => setInput((now) => ({ ...now, ...changed })),
    running: state.charging.filter((one) => place === null || one === place.evse).length,
    nameOf,
    where: place === null ? t('tasks.wholeStation') : nameOf(place),
    set,
    send,
    read: () => reading.mutate({ task: 'schedule', ...place, unit: sentAs, hours: scheduleHours }),
  }
}

/** Limits what a station or an EVSE may draw, lists the limits that were set, and draws those that will apply. */
export function LimitsPanel({ stationId, state }: TaskPanelProps) {
  const { t } = useTranslation()
  const limits = useLimits({ stationId, state })
  const { task, reading, off, place, input, running } = limits
  const [confirming, setConfirming] = useState<'set' | 'clear' | null>(null)
  const schedule = reading.data?.schedule
  return (
    <Panel title={t('tasks.limits.title')}>
      <div className={classes.row}>
        <PlaceSelect connectors={state.connectors} value={place} onChange={limits.setPlace} />
        <LimitFields input={input} onChange={limits.change} />
        <Button
          disabled={off || !isValid(input)}
          onClick={() => (running > 0 ? setConfirming('set') : limits.set())}
        >
          {t('tasks.limits.set')}
        </Button>
      </div>
      <p className={classes.quiet}>
        {t(place === null ? 'tasks.limits.meansStation' : 'tasks.limits.meansEvse')}
      </p>
      <TaskOutcome task={task} />
      <SetLimits
        limits={state.limits}
        nameOf={limits.nameOf}
        off={off}
        onClear={(profile_id) => limits.send({ task: 'clear_limit', profile_id })}
      />
      <div className={classes.row}>
        <Button variant="default" disabled={off} onClick={limits.read}>
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
      <Questions limits={limits} confirming={confirming} onClose={() => setConfirming(null)} />
    </Panel>
  )
}

interface QuestionsProps {
  limits: ReturnType<typeof useLimits>
  confirming: 'set' | 'clear' | null
  onClose: () => void
}

/** The questions before sessions are limited, and before all limits are cleared. */
function Questions({ limits, confirming, onClose }: QuestionsProps) {
  const { t } = useTranslation()
  const { input, running } = limits
  return (
    <>
      <ConfirmDialog
        opened={confirming === 'set'}
        title={t('tasks.limits.confirmTitle', {
          target: limits.where,
          limit: `${input.limit} ${input.unit}`,
        })}
        text={t(Number(input.limit) === 0 ? 'tasks.limits.pausing' : 'tasks.limits.running', {
          count: running,
        })}
        action={t('tasks.limits.set')}
        onConfirm={limits.set}
        onClose={onClose}
      />
      <ConfirmDialog
        opened={confirming === 'clear'}
        title={t('tasks.limits.clearAllTitle')}
        text={t('tasks.limits.clearAllText')}
        action={t('tasks.limits.clearAll')}
        onConfirm={() => limits.send({ task: 'clear_limits' })}
        onClose={onClose}
      />
    </>
  )
}

const boundsOf = (unit: Unit) => ({ min: 0, max: limitMost / units[unit].factor, decimals: null })

const isValid = ({ unit, limit, minutes }: LimitInput) =>
  fits(limit, boundsOf(unit)) && (minutes === '' || fits(minutes, minuteBounds))

interface LimitFieldsProps {
  input: LimitInput
  onChange: (changed: Partial<LimitInput>) => void
}

function LimitFields({ input: { unit, limit, minutes }, onChange }: LimitFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <NumberField
        className={classes.number!}
        label={t('tasks.limits.limit')}
        {...boundsOf(unit)}
        value={limit}
        onChange={(limit) => onChange({ limit })}
      />
      <NativeSelect
        label={t('tasks.limits.unit')}
        value={unit}
        onChange={(event) => onChange({ unit: unitOf(event.currentTarget.value) })}
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
        onChange={(minutes) => onChange({ minutes })}
      />
    </>
  )
}

const unitOf = (value: string): Unit => (value === 'W' || value === 'kW' ? value : 'A')

interface SetLimitsProps {
  limits: StationTaskState['limits']
  nameOf: ReturnType<typeof usePlaceName>
  off: boolean
  onClear: (profileId: number) => void
}

/** The limits that were set, each with a button that clears it. */
function SetLimits({ limits, nameOf, off, onClear }: SetLimitsProps) {
  const { t } = useTranslation()
  return (
    <>
      <ul className={classes.list}>
        {limits.map((one) => (
          <LimitItem key={one.profile_id} limit={one} nameOf={nameOf}>
            <Button variant="default" size="xs" disabled={off} onClick={() => onClear(one.profile_id)}>
              {t('tasks.limits.clear')}
            </Button>
          </LimitItem>
        ))}
      </ul>
      {limits.length === 0 && <p className={classes.quiet}>{t('tasks.limits.none')}</p>}
    </>
  )
}

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
