import { useTranslation } from 'react-i18next'
import { today } from '../../../../api/days.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { KeyFigure, KeyFigures } from '../../../../ui/figures/key-figure.tsx'
import { Energy, Money } from '../../../../ui/figures/quantity.tsx'
import { Change } from '../days/change.tsx'
import { HistoryLink, type HistorySearch } from '../history-link.tsx'
import { type InsightScope, listOf, useTakings } from './insight-queries.ts'

/** Revenue and energy of the days, beside as many before. */
export function TakingsPanel({ scope }: { scope: InsightScope }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useTakings(scope)
  const now = data?.current_period
  const before = data?.previous_period
  const loading = !now || !before
  // a day that still runs is compared with one until the same time
  const earlier = scope.to === today() ? 'insight.beforeByNow' : 'insight.before'
  const sessions: HistorySearch = { ...listOf(scope), status: ['completed'] }
  return (
    <KeyFigures label={t('insight.takings')}>
      <KeyFigure
        label={t('dashboard.figures.revenue')}
        loading={loading}
        value={
          <HistoryLink search={sessions}>
            <Money minor={now?.charging_revenue} unit />
          </HistoryLink>
        }
        aside={<Change now={now?.charging_revenue} before={before?.charging_revenue} />}
        note={t(earlier, { n: format.money(before?.charging_revenue ?? 0) })}
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
        note={t(earlier, { n: format.number((before?.energy_usage ?? 0) / 1000, 3) })}
      />
    </KeyFigures>
  )
}
