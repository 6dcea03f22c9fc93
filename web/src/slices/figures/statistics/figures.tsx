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
  const loading = !now || !before
  const average = (sum?: { charging_revenue: number; charging_sessions: number }) =>
    sum && sum.charging_sessions > 0 ? Math.round(sum.charging_revenue / sum.charging_sessions) : null
  const sessions: HistorySearch | undefined = opens
    ? { from, to: today, locations, status: ['completed'] }
    : undefined
  const earlier = period === 'day' ? t('dashboard.figures.dayBefore') : t('dashboard.figures.weekBefore')
  return (
    <KeyFigures label={t('dashboard.figures.label')}>
      <KeyFigure
        label={
          now?.cash_amount
            ? `${t('dashboard.figures.revenue')}, ${t('dashboard.figures.withoutCash')}`
            : t('dashboard.figures.revenue')
        }
        loading={loading}
        value={
          <HistoryLink search={sessions}>
            <Money minor={now?.charging_revenue} unit />
          </HistoryLink>
        }
        aside={<Change now={now?.charging_revenue} before={before?.charging_revenue} />}
        note={[
          `${earlier} ${format.money(before?.charging_revenue ?? 0)}`,
          now?.cash_amount ? t('dashboard.figures.cash', { amount: format.money(now.cash_amount) }) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      />
      <KeyFigure
        label={t('dashboard.figures.sessions')}
        loading={loading}
        value={
          <HistoryLink search={sessions}>
            <Quantity value={now?.charging_sessions} />
          </HistoryLink>
        }
        aside={<Change now={now?.charging_sessions} before={before?.charging_sessions} />}
        note={`${earlier} ${format.number(before?.charging_sessions ?? 0)}`}
      />
      <KeyFigure
        label={t('dashboard.figures.energy')}
        loading={loading}
        value={
          <HistoryLink search={sessions}>
            <Energy wh={now?.energy_usage} unit light />
          </HistoryLink>
        }
        aside={<Change now={now?.energy_usage} before={before?.energy_usage} />}
        note={`${earlier} ${format.number((before?.energy_usage ?? 0) / 1000, 3)}`}
      />
      <KeyFigure
        label={t('dashboard.figures.average')}
        loading={loading}
        value={
          <HistoryLink search={sessions}>
            <Money minor={average(now)} unit />
          </HistoryLink>
        }
        aside={<Change now={average(now) ?? undefined} before={average(before) ?? undefined} />}
        note={`${earlier} ${format.money(average(before) ?? 0)}`}
      />
    </KeyFigures>
  )
}
