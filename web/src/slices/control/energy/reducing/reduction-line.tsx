import type { EnergyReduction } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { When } from '../../../../ui/dates/when.tsx'
import { useEnergyWords } from '../use-energy-words.ts'
import classes from './reductions.module.css'

interface ReductionLineProps {
  reduction: EnergyReduction
  timeZone: string
}

/** One reduction: what was requested and what counts, when, how soon stations followed, and what cars drew. */
export function ReductionLine({ reduction, timeZone }: ReductionLineProps) {
  const { t } = useTranslation()
  const words = useEnergyWords()
  const { state, requested_w, guaranteed_w, applied_w, cars_w, from, until, before_w, most_w } = reduction
  const isRaised = requested_w !== null && requested_w < guaranteed_w
  const kW = words.kilowatts
  return (
    <div className={classes.words}>
      <p className={classes.head}>
        {t(`gridReductions.state.${state}`, { power: kW(applied_w) })}
        {cars_w < applied_w && ` · ${t('gridReductions.forCars', { power: kW(cars_w) })}`}
      </p>
      {isRaised && (
        <p className={classes.note}>
          {t('gridReductions.raised', { requested: kW(requested_w), least: kW(guaranteed_w) })}
        </p>
      )}
      <p className={classes.note}>
        <When at={from} style="dayTime" timeZone={timeZone} />
        {' – '}
        {until ? <When at={until} style="dayTime" timeZone={timeZone} /> : t('gridReductions.revoked')}
        {` · ${[reduction.source, reduction.by ?? t('gridReductions.byBox'), reduction.reason].filter(Boolean).join(' · ')}`}
      </p>
      {state !== 'coming' && (
        <p className={classes.note}>
          <Effect reduction={reduction} />
          {before_w !== null && ` ${t('gridReductions.before', { power: kW(before_w) })}`}
          {most_w !== null && ` ${t('gridReductions.most', { power: kW(most_w) })}`}
        </p>
      )}
    </div>
  )
}

/** How soon stations followed. */
function Effect({ reduction: { reaction_seconds, state } }: Pick<ReductionLineProps, 'reduction'>) {
  const { t } = useTranslation()
  const format = useFormat()
  if (reaction_seconds !== null) {
    const after = format.duration(Math.max(1, Math.round(reaction_seconds)))
    return <>{t('gridReductions.effective', { after })}</>
  }
  return <>{t(state === 'holds' ? 'gridReductions.waits' : 'gridReductions.never')}</>
}
