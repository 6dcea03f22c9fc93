import { Skeleton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ChartFrame } from '../../../../ui/charts/chart-frame.tsx'
import { HeatMap } from '../../../../ui/charts/heat-map.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { Share } from './figure.tsx'
import { type InsightScope, listOf, useUtilisation } from './insight-queries.ts'

const weekdays = [1, 2, 3, 4, 5, 6, 7]
const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))

/** How much of their time stations were used, by weekday and hour. */
export function UtilisationPanel({ scope }: { scope: InsightScope }) {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const query = useUtilisation(scope)
  const { data } = query
  const dayName = (weekday: number) => format.weekday(weekday % 7)
  const percent = (share: number) => format.number(share * 100, 1)
  const largest = Math.max(0.001, ...(data?.cells ?? []).map(({ share }) => share))
  const title = t('insight.utilisation.title')
  return (
    <Panel title={title}>
      {query.isError && !data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !data ? (
        <Skeleton height={260} />
      ) : (
        <>
          <Share
            value={data.share}
            before={data.previous}
            note={t('insight.utilisation.note')}
            search={listOf(scope)}
          />
          <ChartFrame
            title={title}
            table={{
              head: [t('insight.utilisation.day'), t('insight.utilisation.hour'), '%'],
              rows: data.cells.map(({ weekday, hour, share }) => [
                dayName(weekday),
                `${hours[hour]}:00`,
                Math.round(share * 1000) / 10,
              ]),
            }}
          >
            <HeatMap
              title={title}
              rows={weekdays.map((weekday) => dayName(weekday).slice(0, 2))}
              columns={hours}
              onOpen={(row, hour) =>
                void navigate({
                  to: '/dashboard',
                  hash: 'history',
                  search: { ...listOf(scope), hourOfWeek: row * 24 + hour },
                })
              }
              cells={data.cells.map(({ weekday, hour, share }) => ({
                row: weekday - 1,
                column: hour,
                strength: share / largest,
                exact: `${format.hourOfWeek((weekday - 1) * 24 + hour)}: ${percent(share)}\u00a0%`,
              }))}
            />
          </ChartFrame>
        </>
      )}
    </Panel>
  )
}
