import type { EnergySimulation, EnergySimulationBody, EnergySite } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { EmptyState } from '../../../../ui/states/empty-state.tsx'
import { useEnergyWords } from '../use-energy-words.ts'
import { DayTable, FigureTable } from './result-tables.tsx'
import classes from './simulation.module.css'
import { useChangeWords } from './use-change-words.ts'
import { WeekCurve } from './week-curve.tsx'

interface SimulationResultProps {
  simulation: EnergySimulation
  tried: EnergySimulationBody
  site: EnergySite
  timeZone: string
}

/** What last week would have been: in a sentence, in figures, by day and as a curve. */
export function SimulationResult({ simulation, tried, site, timeZone }: SimulationResultProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const changes = useChangeWords()(tried, site)
  const { now, changed } = simulation
  if (now.sessions === 0)
    return (
      <EmptyState
        drawing="plug"
        title={t('energy.simulation.none')}
        text={t(simulation.left_out > 0 ? 'energy.simulation.noneInWiring' : 'energy.simulation.noneText')}
      />
    )
  const more = changed.satisfied - now.satisfied
  const count = Math.abs(more)
  const what = more > 0 ? 'more' : more < 0 ? 'fewer' : 'alike'
  return (
    <div className={classes.result}>
      <p className={classes.headline} data-tone={what} role="status">
        {t(`energy.simulation.${what}`, { changes, count, n: format.number(count) })}
      </p>
      <Unsafe simulation={simulation} />
      <FigureTable simulation={simulation} circuits={site.circuits} />
      <WeekCurve simulation={simulation} timeZone={timeZone} />
      <DayTable simulation={simulation} />
      <Notes simulation={simulation} />
    </div>
  )
}

/** What of the changed wiring could trip a fuse without a connection: it could not be saved so. */
function Unsafe({ simulation: { faults } }: Pick<SimulationResultProps, 'simulation'>) {
  const { t } = useTranslation()
  const words = useEnergyWords()
  const floors = words.faults(faults.filter(({ kind }) => kind === 'floors'))
  if (floors.length === 0) return null
  return (
    <div className={classes.unsafe}>
      <p>{t('energy.simulation.unsafe')}</p>
      <ul>
        {floors.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}

/** What the figures rest on. */
function Notes({ simulation }: Pick<SimulationResultProps, 'simulation'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const { now, stated, cut_off, left_out } = simulation
  const all = { count: now.sessions, n: format.number(now.sessions) }
  return (
    <ul className={classes.notes}>
      <li>{t('energy.simulation.wishes', { ...all, stated: format.number(stated) })}</li>
      {cut_off > 0 && <li>{t('energy.simulation.cutOff', { count: cut_off, n: format.number(cut_off) })}</li>}
      {left_out > 0 && (
        <li>{t('energy.simulation.leftOut', { count: left_out, n: format.number(left_out) })}</li>
      )}
      <li>{t('energy.simulation.model')}</li>
    </ul>
  )
}
