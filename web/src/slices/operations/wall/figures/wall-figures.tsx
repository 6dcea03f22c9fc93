import type { Wall } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { StatusDot, stationTones } from '../../../../ui/figures/status.tsx'
import type { ShownWall } from '../shown-wall.ts'
import panel from '../wall-panel.module.css'
import classes from './wall-figures.module.css'

/** The figures that are read from the other end of the room. */
export function WallFigures({ wall }: { wall: ShownWall }) {
  const { t } = useTranslation()
  const format = useFormat()
  const kw = wall.power / 1000
  const share = wall.stations > 0 ? (wall.stations_online / wall.stations) * 100 : 0
  return (
    <dl className={classes.figures} aria-label={t('wall.figures')}>
      <Figure name={t('wall.power')} note={t('wall.powerNote')}>
        {format.number(kw, kw < 100 ? 1 : 0)}
        <small>{t('units.kw')}</small>
      </Figure>
      <Figure
        name={t('dashboard.figures.charging')}
        note={t('dashboard.figures.ofConnectors', {
          count: wall.connectors,
          total: format.number(wall.connectors),
        })}
      >
        {format.number(wall.charging)}
      </Figure>
      <Figure
        name={t('dashboard.figures.online')}
        note={t('dashboard.figures.ofStations', { total: format.number(wall.stations) })}
      >
        {format.number(wall.stations_online)}
        <small>{`${format.number(Math.floor(share))}\u00a0%`}</small>
      </Figure>
      <Figure
        name={t('wall.today')}
        note={t('stations.card.sessions', {
          count: wall.today.sessions,
          n: format.number(wall.today.sessions),
        })}
      >
        {format.number(Math.round(wall.today.energy / 1000))}
        <small>{t('units.kwh')}</small>
      </Figure>
    </dl>
  )
}

function Figure({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <div className={panel.panel}>
      <dt>{name}</dt>
      <dd className={classes.value}>{children}</dd>
      <dd className={classes.note}>{note}</dd>
    </div>
  )
}

/** How many stations are in each status: a bar of their shares, and each by its word. */
export function WallStatuses({ statuses }: { statuses: Wall['statuses'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const present = statuses.filter(({ count }) => count > 0)
  return (
    <section className={panel.panel} aria-label={t('wall.statuses')}>
      <h2>{t('wall.statuses')}</h2>
      <div className={classes.shares} aria-hidden="true">
        {present.map(({ status, count }) => (
          <span key={status} data-tone={stationTones[status]} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul className={classes.statuses}>
        {present.map(({ status, count }) => (
          <li key={status}>
            <StatusDot tone={stationTones[status]} />
            <span>{t(`enums.stationStatus.${status}`)}</span>
            <b>{format.number(count)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
