import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { addDays, daysUntil, startOf } from '../../../../api/days.ts'
import { network } from '../../../../api/network.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ChartFrame } from '../../../../ui/charts/chart-frame.tsx'
import { type ChartPoint, DayChart } from '../../../../ui/charts/day-chart.tsx'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { EmptyState } from '../../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { useStatistics } from '../statistics-queries.ts'
import { dayByDay, type Measure } from './compare.ts'
import classes from './day-chart-panel.module.css'

interface DayChartPanelProps {
  today: string
  measure: Measure
  onMeasure: (measure: Measure) => void
  locations: number[] | undefined
}

/** A measure of the last 7 days, day by day, above the 7 days before. */
export function DayChartPanel({ today, measure, onMeasure, locations }: DayChartPanelProps) {
  const { t } = useTranslation()
  const query = useStatistics(addDays(today, -13), today, locations)
  const text = useChartText(today, measure)
  const points =
    query.data && dayByDay(query.data.data, daysUntil(today, 7), daysUntil(addDays(today, -7), 7), measure)
  const empty = points?.every((point) => point.value === 0 && point.before === 0)
  return (
    <Panel
      title={t(`dashboard.chart.${measure}`)}
      actions={
        <SegmentedControl
          bare
          aria-label={t('dashboard.chart.measure')}
          value={measure}
          onChange={onMeasure}
          data={(['revenue', 'sessions', 'energy'] as const).map((value) => ({
            value,
            label: t(`dashboard.figures.${value}`),
          }))}
        />
      }
    >
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !points ? (
        <Skeleton className={classes.bone!} />
      ) : empty ? (
        <EmptyState
          drawing="chart"
          title={t('dashboard.chart.noData')}
          text={t('dashboard.chart.noDataText')}
        />
      ) : (
        <ChartFrame title={text.title} table={text.tableOf(points)}>
          <DayChart
            {...text.chart}
            points={points}
            title={text.title}
            beforeLabel={t('dashboard.chart.earlier')}
            young={{ day: today, label: t('dashboard.chart.soFar') }}
          />
        </ChartFrame>
      )}
    </Panel>
  )
}

function useChartText(today: string, measure: Measure) {
  const { t } = useTranslation()
  const format = useFormat()
  const at = (day: string) => new Date(startOf(day))
  /** Into the unit that the axis shows: roubles, sessions, kWh. */
  const divisor = measure === 'revenue' ? 100 : measure === 'energy' ? 1000 : 1
  const unit = measure === 'revenue' ? network.currencySign : measure === 'energy' ? t('units.kwh') : ''
  const withUnit = (name: string) => (unit ? `${name}, ${unit}` : name)
  return {
    title: t(`dashboard.chart.${measure}`),
    tableOf: (points: readonly ChartPoint[]) => ({
      head: [
        t('dashboard.chart.day'),
        withUnit(t(`dashboard.figures.${measure}`)),
        withUnit(t('dashboard.chart.earlier')),
      ],
      rows: points.map(({ day, value, before }) => [day, value / divisor, before / divisor]),
    }),
    chart: {
      dayLabel: (day: string) =>
        day === today ? t('dashboard.chart.today') : format.when(at(day), 'weekday'),
      dayTitle: (day: string) => format.when(at(day), 'longDay'),
      exact: (value: number) => {
        if (measure === 'revenue') return format.money(value)
        if (measure === 'sessions') return format.number(value)
        return `${format.number(value / 1000, 3)}\u00a0${t('units.kwh')}`
      },
      short: (value: number) => {
        const shown = value / divisor
        const decimals = (n: number) => (Number.isInteger(n) ? 0 : 1)
        if (shown >= 1e6)
          return t('dashboard.chart.million', { n: format.number(shown / 1e6, decimals(shown / 1e6)) })
        if (shown >= 1e3)
          return t('dashboard.chart.thousand', { n: format.number(shown / 1e3, decimals(shown / 1e3)) })
        return format.number(shown, decimals(shown))
      },
    },
  }
}
