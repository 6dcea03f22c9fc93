import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../../i18n/format.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Elapsed } from '../../../ui/dates/duration.tsx'
import { ConnectorIcon } from '../../../ui/pictures/connector-icon.tsx'
import type { ShownWall } from './shown-wall.ts'
import classes from './wall-panel.module.css'

/** The newest running sessions: where, for how long and with which power, but nothing about the driver. */
export function WallSessions({ wall }: { wall: ShownWall }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <section className={classes.panel} data-grows aria-label={t('wall.sessions')}>
      <h2>
        {t('wall.sessions')}
        <span className={classes.aside}>{format.number(wall.charging)}</span>
      </h2>
      {wall.sessions.length === 0 ? (
        <p className={classes.quiet}>{t('wall.noSessions')}</p>
      ) : (
        <ul className={classes.rows}>
          {wall.sessions.map((session) => (
            <li key={session.id} className={classes.row}>
              <span className={classes.icon}>
                <ConnectorIcon type={session.connector_type} size="1em" />
              </span>
              <span className={classes.words}>
                <b>{session.location_name}</b>
                <span>
                  {`${stationNumber(session.station_number)} · ${session.city}`}
                  {session.partner && ` · ${t('wall.roamingOf', { name: session.partner })}`}
                </span>
              </span>
              <span className={classes.numbers}>
                <b>
                  {session.power === null
                    ? `${format.number(session.energy / 1000, 1)}\u00a0${t('units.kwh')}`
                    : `${format.number(session.power / 1000, 1)}\u00a0${t('units.kw')}`}
                </b>
                <span>
                  {session.soc !== null && `${format.number(session.soc)}\u00a0% · `}
                  <Elapsed since={session.started_at} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
