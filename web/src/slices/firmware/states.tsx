import { type FirmwareState, firmwareStates, type Rollout } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { Badge, StatusDot, type Tone } from '../../ui/status.tsx'
import classes from './firmware.module.css'

const tones: Record<FirmwareState, Tone> = {
  done: 'green',
  failed: 'red',
  updating: 'blue',
  left: 'orange',
  canceled: 'gray',
  waiting: 'cyan',
}
/** Ends first, as the bar grows; then what is under way. */
const order = Object.keys(tones) as FirmwareState[]

const endedOf = ({ counts }: Rollout): number => counts.done + counts.failed + counts.left + counts.canceled

/** How far a station is. */
export function StateBadge({ state }: { state: FirmwareState }) {
  const { t } = useTranslation()
  return (
    <Badge tone={tones[state]} live={state === 'updating'}>
      {t(`firmware.state.${state}`)}
    </Badge>
  )
}

const statusTones: Record<Rollout['status'], Tone> = {
  scheduled: 'cyan',
  running: 'blue',
  paused: 'orange',
  finished: 'green',
  canceled: 'gray',
}

/** How a roll-out is; one that has ended with failures is not told as a good one. */
export function RolloutBadge({ rollout: { status, counts } }: { rollout: Rollout }) {
  const { t } = useTranslation()
  const partly = status === 'finished' && counts.done < counts.done + counts.failed + counts.left
  return (
    <Badge tone={partly ? 'orange' : statusTones[status]} live={status === 'running'}>
      {partly ? t('firmware.status.partly') : t(`firmware.status.${status}`)}
    </Badge>
  )
}

/** How far a roll-out is, as one bar. */
export function RolloutBar({ rollout }: { rollout: Rollout }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { counts, total } = rollout
  const ended = endedOf(rollout)
  return (
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={t('firmware.progress')}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={ended}
      aria-valuetext={t('common.shownOf', { shown: format.number(ended), total: format.number(total) })}
    >
      {order
        .filter((state) => counts[state] > 0 && state !== 'waiting')
        .map((state) => (
          <span
            key={state}
            className={classes.part}
            data-tone={tones[state]}
            style={{ flexGrow: counts[state] }}
          />
        ))}
      {counts.waiting > 0 && <span style={{ flexGrow: counts.waiting, flexBasis: 0 }} />}
    </div>
  )
}

interface StateFilterProps {
  rollout: Rollout
  chosen: FirmwareState | undefined
  onChoose: (state: FirmwareState | undefined) => void
}

/** The counts of a roll-out by state; each narrows the list to its own. */
export function StateFilter({ rollout, chosen, onChoose }: StateFilterProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const shown = firmwareStates.filter((state) => rollout.counts[state] > 0 || state === chosen)
  return (
    <fieldset className={classes.filter}>
      <legend className={classes.legend}>{t('firmware.filter')}</legend>
      <button
        type="button"
        className={classes.chip}
        aria-pressed={chosen === undefined}
        onClick={() => onChoose(undefined)}
      >
        {t('bulk.all')} <b>{format.number(rollout.total)}</b>
      </button>
      {shown.map((state) => (
        <button
          key={state}
          type="button"
          className={classes.chip}
          aria-pressed={chosen === state}
          onClick={() => onChoose(chosen === state ? undefined : state)}
        >
          <StatusDot tone={tones[state]} live={state === 'updating'} />
          {t(`firmware.state.${state}`)} <b>{format.number(rollout.counts[state])}</b>
        </button>
      ))}
    </fieldset>
  )
}
