import { Skeleton } from '@mantine/core'
import { dayOf } from '@stationmaster/units'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../../../api/live/server-clock.ts'
import { DayField } from '../../../../ui/fields/day-field.tsx'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import { Energy } from '../../../../ui/figures/quantity.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { curveQuery } from '../energy-queries.ts'
import { DayCurve } from './day-curve.tsx'
import classes from './day-panel.module.css'
import { runsOf, type ShownPhase, shortOf } from './day-series.ts'
import { CurveLegend } from './timed-curve.tsx'

const phases = ['most', '1', '2', '3'] as const

/** The load of the grid connection through a day, against what it may carry, and what was not delivered. */
export function DayPanel({ locationId, timeZone }: { locationId: number; timeZone: string }) {
  const { t } = useTranslation()
  const today = dayOf(new Date(serverNow()), timeZone)
  const [day, setDay] = useState<string | null>(null)
  const [shown, setShown] = useState<ShownPhase>('most')
  const query = useQuery(curveQuery(locationId, day ?? today))
  const samples = query.data
  const nameOf = (one: ShownPhase) => (one === 'most' ? t('energy.day.fullest') : `L${one}`)
  return (
    <Panel
      title={t('energy.day.title')}
      actions={<DayField label={t('energy.day.day')} value={day ?? today} max={today} onChange={setDay} />}
    >
      {!samples && query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {!samples && !query.isError && <Skeleton height={240} />}
      {samples && samples.length < 2 && <p className={classes.none}>{t('energy.day.none')}</p>}
      {samples && samples.length >= 2 && (
        <>
          <div className={classes.head}>
            <SegmentedControl
              aria-label={t('energy.day.phase')}
              bare
              value={shown}
              onChange={setShown}
              data={phases.map((value) => ({ value, label: nameOf(value) }))}
            />
            <p className={classes.short}>
              {t('energy.day.short')} <Energy wh={shortOf(samples)} unit />
            </p>
          </div>
          <DayCurve runs={runsOf(samples, shown)} timeZone={timeZone} />
          <CurveLegend
            lines={(['flow', 'others', 'granted', 'limit'] as const).map((line) => ({
              line,
              words: t(`energy.day.${line}`),
            }))}
          />
        </>
      )}
    </Panel>
  )
}
