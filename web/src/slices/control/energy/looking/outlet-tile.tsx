import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ReadingAge } from '../../../../ui/dates/duration.tsx'
import { Badge, type Tone } from '../../../../ui/figures/status.tsx'
import { IconAlertTriangle } from '../../../../ui/pictures/icons.ts'
import { useEnergyWords } from '../use-energy-words.ts'
import { drawsNothing, type ViewCircuit, type ViewOutlet } from './circuits.ts'
import classes from './outlet-tile.module.css'

interface TileProps {
  outlet: ViewOutlet
  circuits: readonly ViewCircuit[]
  orderLink: (id: number) => ReactNode
}

type State = 'trouble' | 'offline' | 'free' | 'waits' | 'starting' | 'idle' | 'charges'
const tones: Record<State, Tone> = {
  trouble: 'red',
  offline: 'gray',
  free: 'green',
  waits: 'yellow',
  starting: 'cyan',
  idle: 'gray',
  charges: 'blue',
}

function stateOf({ online, trouble, session }: ViewOutlet): State {
  if (trouble) return 'trouble'
  if (!online) return 'offline'
  if (!session) return 'free'
  const { code } = session.reason
  if (code === 'waits' || code === 'starting') return code
  return drawsNothing(session) ? 'idle' : 'charges'
}

/** One EVSE of the picture: what it gives, what it may, and why. */
export function OutletTile({ outlet, circuits, orderLink }: TileProps) {
  const { t } = useTranslation()
  const words = useEnergyWords()
  const { station_id, session } = outlet
  const state = stateOf(outlet)
  const isOff = session?.reason.code === 'off'
  return (
    <li className={classes.tile} data-tone={tones[state]} data-busy={session ? true : undefined}>
      <div className={classes.head}>
        <Link
          to="/charge-points/$stationId/information"
          params={{ stationId: station_id }}
          className={classes.name!}
          title={station_id}
        >
          {words.evseName(outlet)}
        </Link>
        <Badge tone={tones[state]} live={state === 'charges'}>
          {t(`energy.state.${state}`)}
        </Badge>
      </div>
      {session && (
        <>
          {!isOff && <p className={classes.reason}>{words.reason(outlet, circuits)}</p>}
          {session.priority && <p className={classes.quiet}>{words.priority(session.priority)}</p>}
          <Drawn session={session} />
          {isOff && <p className={classes.quiet}>{words.reason(outlet, circuits)}</p>}
          <p className={classes.quiet}>{orderLink(session.order_id)}</p>
        </>
      )}
      <Warnings outlet={outlet} />
      <p className={classes.quiet}>
        {[
          words.phases(outlet.phases),
          t('energy.outlet.most', { a: words.amperes(outlet.most_a) }),
          outlet.floor_a > 0
            ? t('energy.outlet.floor', { a: words.amperes(outlet.floor_a) })
            : t('energy.outlet.pause'),
        ].join(' · ')}
      </p>
    </li>
  )
}

/** What a car draws, beside what it may. */
function Drawn({ session }: { session: NonNullable<ViewOutlet['session']> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useEnergyWords()
  const { measured_a, granted_a, most_a, power, soc, phases, measured_at } = session
  const share = (a: number) => `${Math.min(100, (a / Math.max(1, most_a)) * 100)}%`
  return (
    <>
      <div className={classes.bar} aria-hidden="true">
        <span className={classes.granted} style={{ width: share(granted_a ?? most_a) }} />
        <span className={classes.measured} style={{ width: share(measured_a ?? 0) }} />
      </div>
      <p className={classes.facts}>
        {[
          measured_a === null
            ? t('energy.outlet.unmeasured')
            : t('energy.outlet.draws', { a: words.amperes(measured_a), count: phases }),
          power !== null && `${format.number(power / 1000, 1)}\u00a0${t('units.kw')}`,
          granted_a !== null && t('energy.outlet.granted', { a: words.amperes(granted_a) }),
          soc !== null && `${format.number(soc)}\u00a0%`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <ReadingAge at={measured_at} />
    </>
  )
}

/** What makes an EVSE count with more than it is given. */
function Warnings({ outlet: { trouble, floor_set, most_a, circuit } }: { outlet: ViewOutlet }) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useEnergyWords()
  const a = words.amperes(most_a)
  const found = [
    trouble && t(`energy.trouble.${trouble.kind}`, { time: format.when(new Date(trouble.since), 'dayTime') }),
    circuit === null && t('energy.outlet.unplaced', { a }),
    circuit !== null && !floor_set && t('energy.outlet.unfloored', { a }),
  ].filter((one) => typeof one === 'string')
  return found.map((text) => (
    <p key={text} className={classes.warning}>
      <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" />
      <span>{text}</span>
    </p>
  ))
}
