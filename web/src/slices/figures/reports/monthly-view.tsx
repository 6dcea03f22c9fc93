import type { MonthlyReport, MonthlyReportLocation } from '@stationmaster/contract'
import { HOUR_MS, SECOND_MS } from '@stationmaster/units'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { startOf } from '../../../api/days.ts'
import { network } from '../../../api/network.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ChartFrame } from '../../../ui/charts/chart-frame.tsx'
import { DayBars } from '../../../ui/charts/day-bars.tsx'
import { KeyFigure, KeyFigures } from '../../../ui/figures/key-figure.tsx'
import { Dash, Energy, Money, Quantity } from '../../../ui/figures/quantity.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import classes from './monthly-view.module.css'

interface MonthlyViewProps {
  report: MonthlyReport
  /** where the owner has no locations */
  emptyAction: ReactNode
}

/** An owner's monthly report, as on paper. */
export function MonthlyView({ report, emptyAction }: MonthlyViewProps) {
  const { t } = useTranslation()
  return (
    <>
      <Figures report={report} />
      <Panel title={t('reports.monthly.byDay')}>
        <ByDay report={report} />
      </Panel>
      <Panel title={t('reports.monthly.byLocation')} count={report.locations.length} flush>
        <Locations rows={report.locations} emptyAction={emptyAction} />
      </Panel>
      <p className={classes.note}>{t('reports.monthly.note')}</p>
    </>
  )
}

/** The month in figures, the first three compared with the month before. */
function Figures({ report }: { report: MonthlyReport }) {
  const { t } = useTranslation()
  const format = useFormat()
  const standing = useStanding()
  const { before, success, co2 } = report
  const change = (now: number, then: number) =>
    then === 0
      ? t('reports.monthly.nothingBefore')
      : t('reports.monthly.change', { percent: signed(((now - then) * 100) / then, format.number) })
  return (
    <KeyFigures label={t('reports.monthly.figures')}>
      <KeyFigure
        label={t('reports.monthly.sessions')}
        value={<Quantity value={report.sessions} />}
        note={change(report.sessions, before.sessions)}
      />
      <KeyFigure
        label={t('reports.monthly.energy')}
        value={<Energy wh={report.energy} unit light />}
        note={change(report.energy, before.energy)}
      />
      <KeyFigure
        label={t('reports.monthly.amount')}
        value={<Money minor={report.amount} unit />}
        note={change(report.amount, before.amount)}
      />
      <KeyFigure
        label={t('reports.monthly.toCompensate')}
        value={<Money minor={report.to_compensate} unit />}
        note={t('reports.monthly.ofAmount')}
      />
      <KeyFigure
        label={t('reports.monthly.uptime')}
        value={<Percent value={report.uptime_percent} />}
        note={standing(report)}
      />
      <KeyFigure
        label={t('reports.monthly.incidents')}
        value={<Quantity value={report.incidents} />}
        note={t('reports.monthly.lasted', {
          hours: format.number((report.incident_seconds * SECOND_MS) / HOUR_MS, 1),
        })}
      />
      <KeyFigure
        label={t('reports.monthly.success')}
        value={<Percent value={success.tried === 0 ? null : (success.succeeded * 100) / success.tried} />}
        note={t('reports.monthly.ofTried', {
          succeeded: format.number(success.succeeded),
          tried: format.number(success.tried),
        })}
      />
      <KeyFigure
        label={t('reports.monthly.co2')}
        value={<Quantity value={co2.grams / 1000} unit={t('reports.monthly.kg')} />}
        note={t('reports.monthly.co2Note', { factor: format.number(co2.grams_per_kwh / 1000, 3) })}
      />
    </KeyFigures>
  )
}

/** How many stations, in words. */
function useStanding() {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ stations }: { stations: number }) =>
    t('reports.monthly.stations', { count: stations, n: format.number(stations) })
}

const signed = (percent: number, write: (value: number) => string): string =>
  `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${write(Math.abs(Math.round(percent)))}`

function Percent({ value }: { value: number | null }) {
  const { t } = useTranslation()
  if (value === null) return <Dash label={t('common.noValue')} />
  return <Quantity value={value} decimals={value === 100 ? 0 : 1} unit="%" light />
}

function ByDay({ report: { days } }: { report: MonthlyReport }) {
  const { t } = useTranslation()
  const format = useFormat()
  const title = t('reports.monthly.byDay')
  const kwh = t('units.kwh')
  const table = {
    head: [t('dashboard.chart.day'), `${t('reports.monthly.energy')}, ${kwh}`],
    rows: days.map(({ day, energy }) => [day, energy / 1000]),
  }
  const dayBars = days.map(({ day, energy }) => ({
    day,
    value: energy,
    exact: `${format.when(new Date(startOf(day)), 'longDay')}: ${format.number(energy / 1000, 3)}\u00a0${kwh}`,
  }))
  return (
    <ChartFrame title={title} table={table}>
      <DayBars title={title} days={dayBars} />
    </ChartFrame>
  )
}

function Locations({ rows, emptyAction }: { rows: MonthlyReportLocation[]; emptyAction: ReactNode }) {
  const { t } = useTranslation()
  const standing = useStanding()
  const columns = useColumns(standing)
  return (
    <DataTable
      label={t('reports.monthly.byLocation')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      empty={<EmptyState drawing="calm" title={t('reports.monthly.empty')} action={emptyAction} />}
      phoneRow={(row) => (
        <ListRow
          top={row.name}
          bottom={standing(row)}
          right={<Money minor={row.amount} unit />}
          rightBottom={<Energy wh={row.energy} unit />}
        />
      )}
    />
  )
}

function useColumns(standing: (row: MonthlyReportLocation) => string): Column<MonthlyReportLocation>[] {
  const { t } = useTranslation()
  const sign = { currency: network.currencySign }
  const right = 'right' as const
  return [
    {
      key: 'location',
      head: t('reports.monthly.location'),
      grows: true,
      cell: (row) => <TwoLines top={row.name} bottom={standing(row)} />,
    },
    {
      key: 'sessions',
      head: t('reports.columns.sessions'),
      align: right,
      hideBelow: 'md',
      cell: ({ sessions }) => <Quantity value={sessions} />,
    },
    {
      key: 'energy',
      head: t('reports.columns.energy'),
      align: right,
      cell: ({ energy }) => <Energy wh={energy} />,
    },
    {
      key: 'amount',
      head: t('reports.columns.amount', sign),
      align: right,
      cell: ({ amount }) => <Money minor={amount} />,
    },
    {
      key: 'due',
      head: t('reports.columns.to_compensate', sign),
      align: right,
      hideBelow: 'lg',
      cell: ({ to_compensate }) => <Money minor={to_compensate} />,
    },
    {
      key: 'uptime',
      head: t('reports.monthly.uptime'),
      align: right,
      cell: ({ uptime_percent }) => <Percent value={uptime_percent} />,
    },
    {
      key: 'incidents',
      head: t('reports.monthly.incidents'),
      align: right,
      hideBelow: 'md',
      cell: ({ incidents }) => <Quantity value={incidents} />,
    },
  ]
}
