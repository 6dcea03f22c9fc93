import type { EnergyOutcome, EnergySimulation } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { useEnergyWords } from '../use-energy-words.ts'
import classes from './simulation.module.css'

interface Row {
  key: string
  name: string
  now: ReactNode
  changed: ReactNode
}

interface TableProps {
  label: string
  first: string
  rows: readonly Row[]
}

/** Each row with the present settings beside the changed ones. */
function Compared({ label, first, rows }: TableProps) {
  const { t } = useTranslation()
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col">{t('energy.simulation.now')}</th>
          <th scope="col">{t('energy.simulation.changed')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, now, changed }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>{now}</td>
            <td>{changed}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** kWh of a week: whole ones. */
function useKwh() {
  const { t } = useTranslation()
  const format = useFormat()
  return (wh: number) => `${format.number(wh / 1000, wh < 100_000 ? 1 : 0)}\u00a0${t('units.kwh')}`
}

interface FigureTableProps {
  simulation: EnergySimulation
  circuits: readonly { id: string; name: string }[]
}

/** The week in figures. */
export function FigureTable({ simulation: { now, changed }, circuits }: FigureTableProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useEnergyWords()
  const kwh = useKwh()
  const of = (some: string, all: string) => t('energy.simulation.of', { some, all })
  const highest = ({ highest: one }: EnergyOutcome) =>
    one
      ? t('energy.simulation.highestAt', {
          load: words.amperes(one.load_a),
          limit: words.amperes(one.limit_a),
          place: `${circuits.find(({ id }) => id === one.circuit)?.name ?? one.circuit}, L${one.phase}`,
        })
      : '—'
  const rowOf = (key: string, name: string, value: (one: EnergyOutcome) => ReactNode): Row => ({
    key,
    name,
    now: value(now),
    changed: value(changed),
  })
  const rows = [
    rowOf('satisfied', t('energy.simulation.satisfied'), (one) =>
      of(format.number(one.satisfied), format.number(one.sessions)),
    ),
    rowOf('delivered', t('energy.simulation.delivered'), (one) => of(kwh(one.delivered), kwh(one.wished))),
    rowOf('missing', t('energy.simulation.missing'), (one) => kwh(one.missing)),
    rowOf('beyond', t('energy.simulation.beyond'), (one) => kwh(one.beyond)),
    rowOf('turned', t('energy.simulation.turnedAway'), (one) => format.number(one.turned_away)),
    rowOf('highest', t('energy.simulation.highest'), highest),
    rowOf('fairness', t('energy.simulation.fairness'), (one) =>
      one.fairness === null ? '—' : format.number(one.fairness, 2),
    ),
  ]
  const isShown = ({ key }: Row) =>
    (key !== 'beyond' || now.beyond + changed.beyond > 0) &&
    (key !== 'turned' || now.turned_away + changed.turned_away > 0)
  return (
    <Compared
      label={t('energy.simulation.figures')}
      first={t('energy.simulation.figure')}
      rows={rows.filter(isShown)}
    />
  )
}

/** Day by day: cars that were full by departure, and what was missing. */
export function DayTable({ simulation: { days } }: { simulation: EnergySimulation }) {
  const { t } = useTranslation()
  const format = useFormat()
  const kwh = useKwh()
  const cell = ({ satisfied, sessions, missing }: EnergySimulation['days'][number]['now']) => (
    <>
      {t('energy.simulation.of', { some: format.number(satisfied), all: format.number(sessions) })}
      {missing > 0 && (
        <span className={classes.short}>{t('energy.simulation.short', { energy: kwh(missing) })}</span>
      )}
    </>
  )
  return (
    <Compared
      label={t('energy.simulation.byDay')}
      first={t('energy.simulation.day')}
      rows={days.map(({ day, now, changed }) => ({
        key: day,
        name: format.when(new Date(`${day}T12:00:00Z`), 'longDay', 'UTC'),
        now: cell(now),
        changed: cell(changed),
      }))}
    />
  )
}
