import { type FirmwareState, firmwareStates, type Rollout } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { CountBar, CountFilter } from '../../../ui/figures/counts.tsx'
import { Badge, type Tone } from '../../../ui/figures/status.tsx'

const tones: Record<FirmwareState, Tone> = {
  done: 'green',
  failed: 'red',
  updating: 'blue',
  left: 'orange',
  canceled: 'gray',
  waiting: 'cyan',
}
/** The states in the order of the progress bar: ended ones first, then what is under way. */
const order = Object.keys(tones) as FirmwareState[]

const endedOf = ({ counts }: Rollout): number => counts.done + counts.failed + counts.left + counts.canceled

/** How far a station is, in the words of what its roll-out does. */
function useStateName({ move }: Rollout): (state: FirmwareState) => string {
  const { t } = useTranslation()
  return (state) => t(move ? `firmware.move.state.${state}` : `firmware.state.${state}`)
}

/** How far a station of a roll-out is. */
export function StateBadge({ rollout, state }: { rollout: Rollout; state: FirmwareState }) {
  const nameOf = useStateName(rollout)
  return (
    <Badge tone={tones[state]} live={state === 'updating'}>
      {nameOf(state)}
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

/** The state of a roll-out; one that ended with failures is not shown as a success. */
export function RolloutBadge({ rollout: { status, counts } }: { rollout: Rollout }) {
  const { t } = useTranslation()
  const partly = status === 'finished' && counts.done < counts.done + counts.failed + counts.left
  return (
    <Badge tone={partly ? 'orange' : statusTones[status]} live={status === 'running'}>
      {partly ? t('firmware.status.partly') : t(`firmware.status.${status}`)}
    </Badge>
  )
}

/** The progress of a roll-out, as one bar. */
export function RolloutBar({ rollout }: { rollout: Rollout }) {
  const { t } = useTranslation()
  const parts = order
    .filter((state) => state !== 'waiting')
    .map((key) => ({ key, n: rollout.counts[key], tone: tones[key] }))
  return (
    <CountBar label={t('firmware.progress')} total={rollout.total} done={endedOf(rollout)} parts={parts} />
  )
}

interface StateFilterProps {
  rollout: Rollout
  chosen: FirmwareState | undefined
  onChoose: (state: FirmwareState | undefined) => void
}

/** The counts of a roll-out by state; a click on one filters the list by it. */
export function StateFilter({ rollout, chosen, onChoose }: StateFilterProps) {
  const { t } = useTranslation()
  const nameOf = useStateName(rollout)
  const choices = firmwareStates.map((key) => ({
    key,
    n: rollout.counts[key],
    tone: tones[key],
    live: key === 'updating',
    label: nameOf(key),
  }))
  return (
    <CountFilter
      choices={choices}
      chosen={chosen}
      onChoose={onChoose}
      total={rollout.total}
      legend={t('firmware.filter')}
      all={t('bulk.all')}
    />
  )
}
