import { useTranslation } from 'react-i18next'
import { useEnergyWords } from '../use-energy-words.ts'
import type { PhaseLoad } from './circuits.ts'
import classes from './phase-bars.module.css'

const share = (a: number, fuse: number): string => `${fuse > 0 ? Math.min(100, (a / fuse) * 100) : 0}%`

/** What flows on each phase of a circuit against its fuse: the rest, the cars, what they may draw, and the limit. */
export function PhaseBars({ name, loads }: { name: string; loads: readonly PhaseLoad[] }) {
  const { t } = useTranslation()
  const words = useEnergyWords()
  const said = ({ flow, fuse, limit, others, counted }: PhaseLoad) =>
    [
      t('energy.load.of', { flow: words.amperes(flow), fuse: words.amperes(fuse) }),
      limit < fuse && t('energy.load.limit', { a: words.amperes(limit) }),
      others > 0 && t('energy.load.others', { a: words.amperes(others) }),
      t('energy.load.counted', { a: words.amperes(counted) }),
    ]
      .filter(Boolean)
      .join(', ')
  return (
    <div className={classes.bars}>
      {loads.map((load) => {
        const { phase, fuse, limit, flow, others, counted } = load
        return (
          <div key={phase} className={classes.phase}>
            <span className={classes.name} aria-hidden="true">
              L{phase}
            </span>
            {/* biome-ignore lint/a11y/useSemanticElements: a meter of the browser has one colour and no marks */}
            <div
              className={classes.track}
              role="meter"
              aria-label={`${name}, L${phase}`}
              aria-valuemin={0}
              aria-valuemax={Math.max(fuse, flow)}
              aria-valuenow={flow}
              aria-valuetext={said(load)}
              title={said(load)}
              data-over={flow > limit || undefined}
            >
              <span className={classes.counted} style={{ width: share(others + counted, fuse) }} />
              <span className={classes.flow} style={{ width: share(flow, fuse) }} />
              <span className={classes.others} style={{ width: share(others, fuse) }} />
              {limit < fuse && <span className={classes.limit} style={{ left: share(limit, fuse) }} />}
            </div>
            <span className={classes.value} aria-hidden="true">
              <b>{words.number(flow)}</b>
              {` / ${words.amperes(fuse)}`}
            </span>
          </div>
        )
      })}
    </div>
  )
}
