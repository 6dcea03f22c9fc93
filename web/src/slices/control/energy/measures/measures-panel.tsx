import { Skeleton } from '@mantine/core'
import type { EnergyMeasures } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import { KeyFigure, KeyFigures } from '../../../../ui/figures/key-figure.tsx'
import { Energy, Quantity } from '../../../../ui/figures/quantity.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { type MeasuresPeriod, measuresQuery } from '../energy-queries.ts'
import { useEnergyWords } from '../use-energy-words.ts'
import classes from './measures.module.css'

interface MeasuresPanelProps {
  locationId: number
  circuits: readonly { id: string; name: string }[]
}

const periods = ['day', 'week', 'month'] as const

/** How well the location served its cars, and what it carried: today, in a week, in a month. */
export function MeasuresPanel({ locationId, circuits }: MeasuresPanelProps) {
  const { t } = useTranslation()
  const [period, setPeriod] = useState<MeasuresPeriod>('week')
  const query = useQuery(measuresQuery(locationId, period))
  return (
    <Panel
      title={t('energy.measures.title')}
      actions={
        <SegmentedControl
          aria-label={t('energy.measures.period')}
          bare
          value={period}
          onChange={setPeriod}
          data={periods.map((value) => ({ value, label: t(`energy.measures.${value}`) }))}
        />
      }
    >
      {!query.data && query.isError && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {!query.data && !query.isError && <Skeleton height={92} radius={8} />}
      {query.data && <Figures measures={query.data} circuits={circuits} />}
    </Panel>
  )
}

interface FiguresProps extends Pick<MeasuresPanelProps, 'circuits'> {
  measures: EnergyMeasures
}

function Figures({ measures, circuits }: FiguresProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.rows}>
      <KeyFigures label={t('energy.measures.served')}>
        <Served measures={measures} />
      </KeyFigures>
      <KeyFigures label={t('energy.measures.carried')}>
        <Carried measures={measures} circuits={circuits} />
      </KeyFigures>
    </div>
  )
}

/** What drivers who had said what they needed had of it. */
function Served({ measures }: { measures: EnergyMeasures }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { sessions, stated, satisfied, wished, delivered, fairness } = measures
  const isKnown = stated > 0
  const of = t('energy.measures.ofStated', {
    count: sessions,
    n: format.number(sessions),
    stated: format.number(stated),
  })
  return (
    <>
      <KeyFigure
        label={t('energy.measures.satisfied')}
        value={isKnown ? <Quantity value={satisfied} /> : <Quantity value={null} />}
        note={of}
      />
      <KeyFigure
        label={t('energy.measures.delivered')}
        value={isKnown ? <Energy wh={delivered} unit light /> : <Quantity value={null} />}
        note={
          isKnown &&
          t('energy.measures.ofWished', {
            energy: `${format.number(wished / 1000, 1)}\u00a0${t('units.kwh')}`,
            percent: format.number((100 * delivered) / Math.max(1, wished)),
          })
        }
      />
      <KeyFigure
        label={t('energy.measures.fairness')}
        value={<Quantity value={fairness} decimals={2} />}
        note={t('energy.measures.fairnessNote')}
      />
    </>
  )
}

/** What its circuits carried. */
function Carried({ measures, circuits }: FiguresProps) {
  const { t } = useTranslation()
  const words = useEnergyWords()
  const { highest, minutes, overload_seconds, unbalance_a, unbalance_most_a, safe_seconds } = measures
  const ampere = t('units.ampere')
  return (
    <>
      <KeyFigure
        label={t('energy.measures.highest')}
        value={<Quantity value={highest && words.tenth(highest.load_a)} decimals={1} unit={ampere} light />}
        note={
          highest
            ? t('energy.measures.highestNote', {
                limit: words.amperes(highest.limit_a),
                place: `${circuits.find(({ id }) => id === highest.circuit)?.name ?? highest.circuit}, L${highest.phase}`,
              })
            : t('energy.measures.none')
        }
      />
      <KeyFigure
        label={t('energy.measures.overload')}
        value={<Quantity value={minutes > 0 ? overload_seconds : null} unit={t('energy.measures.second')} />}
        note={t('energy.measures.overloadNote')}
      />
      <KeyFigure
        label={t('energy.measures.unbalance')}
        value={
          <Quantity
            value={unbalance_a === null ? null : words.tenth(unbalance_a)}
            decimals={1}
            unit={ampere}
            light
          />
        }
        note={
          unbalance_most_a !== null &&
          t('energy.measures.unbalanceNote', { most: words.amperes(unbalance_most_a) })
        }
      />
      <KeyFigure
        label={t('energy.measures.safe')}
        value={<Quantity value={safe_seconds} unit={t('energy.measures.second')} />}
        note={t('energy.measures.safeNote')}
      />
    </>
  )
}
