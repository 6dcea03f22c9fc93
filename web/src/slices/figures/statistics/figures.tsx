import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays } from '../../../api/days.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { KeyFigure, KeyFigures } from '../../../ui/figures/key-figure.tsx'
import { Energy, Money, Quantity } from '../../../ui/figures/quantity.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Change } from './days/change.tsx'
import { HistoryLink, type HistorySearch } from './history-link.tsx'
import { useStatistics } from './statistics-queries.ts'

interface FiguresProps {
  period: 'day' | 'week'
  today: string
  locations: number[] | undefined
  /** Figures open the history. */
  opens: boolean
}

const average = (sum?: { charging_revenue: number; charging_sessions: number }) =>
  sum && sum.charging_sessions > 0 ? Math.round(sum.charging_revenue / sum.charging_sessions) : null

/** Revenue, sessions, energy and the average session of the period, each against the one before. */
export function Figures({ period, today, locations, opens }: FiguresProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const from = period === 'day' ? today : addDays(today, -6)
  const query = useStatistics(from, today, locations)
  if (query.isError && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const now = query.data?.current_period
  const before = query.data?.previous_period
  const sessions: HistorySearch | undefined = opens
    ? { from, to: today, locations, status: ['completed'] }
    : undefined
  const earlier = period === 'day' ? t('dashboard.figures.dayBefore') : t('dashboard.figures.weekBefore')
  const shared = { loading: !now || !before, search: sessions, earlier }
  return (
    <KeyFigures label={t('dashboard.figures.label')}>
      <OneFigure
        {...shared}
        name="revenue"
        more={now?.cash_amount ? `, ${t('dashboard.figures.withoutCash')}` : ''}
        value={<Money minor={now?.charging_revenue} unit />}
        amounts={[now?.charging_revenue, before?.charging_revenue]}
        was={[
          format.money(before?.charging_revenue ?? 0),
          now?.cash_amount && t('dashboard.figures.cash', { amount: format.money(now.cash_amount) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      />
      <OneFigure
        {...shared}
        name="sessions"
        value={<Quantity value={now?.charging_sessions} />}
        amounts={[now?.charging_sessions, before?.charging_sessions]}
        was={format.number(before?.charging_sessions ?? 0)}
      />
      <OneFigure
        {...shared}
        name="energy"
        value={<Energy wh={now?.energy_usage} unit light />}
        amounts={[now?.energy_usage, before?.energy_usage]}
        was={format.number((before?.energy_usage ?? 0) / 1000, 3)}
      />
      <OneFigure
        {...shared}
        name="average"
        value={<Money minor={average(now)} unit />}
        amounts={[average(now) ?? undefined, average(before) ?? undefined]}
        was={format.money(average(before) ?? 0)}
      />
    </KeyFigures>
  )
}

interface OneFigureProps {
  name: 'revenue' | 'sessions' | 'energy' | 'average'
  /** what its label says beside its name */
  more?: string
  value: ReactNode
  /** of the period, and of the one before */
  amounts: [now: number | undefined, before: number | undefined]
  /** the amount before as text, and what else is said below */
  was: string
  loading: boolean
  /** the sessions behind it */
  search: HistorySearch | undefined
  /** what the period before is called */
  earlier: string
}

function OneFigure({ name, more = '', value, amounts, was, loading, search, earlier }: OneFigureProps) {
  const { t } = useTranslation()
  return (
    <KeyFigure
      label={`${t(`dashboard.figures.${name}`)}${more}`}
      loading={loading}
      value={<HistoryLink search={search}>{value}</HistoryLink>}
      aside={<Change now={amounts[0]} before={amounts[1]} />}
      note={`${earlier} ${was}`}
    />
  )
}
