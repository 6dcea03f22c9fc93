import { NativeSelect } from '@mantine/core'
import { feedbackSorts } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import classes from '../../../slices/charging/feedback/feedback.module.css'
import { FeedbackItem } from '../../../slices/charging/feedback/feedback-item.tsx'
import { type FeedbackFilters, useFeedback } from '../../../slices/charging/feedback/feedback-query.ts'
import { RatingPanel } from '../../../slices/charging/feedback/rating-panel.tsx'
import { locationQuery } from '../../../slices/places/locations/location-query.ts'
import { LoadMore } from '../../../ui/buttons/load-more.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { OrderLink } from '../../charging/order-link.tsx'
import page from './location-feedback-page.module.css'

const route = getRouteApi('/app/locations/$locationId/feedback')

/** Feedback of drivers about a location. */
export function LocationFeedbackPage() {
  const { t } = useTranslation()
  const id = Number(route.useParams().locationId)
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const role = useManager()?.role
  const timeZone = useQuery(locationQuery(id)).data?.time_zone
  const query = useFeedback(id, filters)
  const { items, total } = query
  const set = (changed: FeedbackFilters) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true })
  const isFiltered = filters.stars !== undefined || filters.hidden !== undefined
  const may = { answer: role === 'administrator' || role === 'manager', hide: role === 'administrator' }
  return (
    <div className={page.columns}>
      <Panel
        title={t('feedback.title')}
        count={items && total}
        flush
        actions={<Filters filters={filters} onChange={set} />}
      >
        {query.isError && !items && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {items?.length === 0 && (
          <EmptyState
            drawing="calm"
            title={t(isFiltered ? 'feedback.emptyFiltered' : 'feedback.empty')}
            {...(isFiltered ? {} : { text: t('feedback.emptyText') })}
          />
        )}
        {items && items.length > 0 && (
          <>
            <ul className={classes.list}>
              {items.map((item) => (
                <FeedbackItem
                  key={item.id}
                  item={item}
                  locationId={id}
                  timeZone={timeZone}
                  may={may}
                  orderLink={<OrderLink id={item.order_id} />}
                />
              ))}
            </ul>
            <LoadMore shown={items.length} query={query} />
          </>
        )}
      </Panel>
      <RatingPanel locationId={id} />
    </div>
  )
}

interface FiltersProps {
  filters: FeedbackFilters
  onChange: (changed: FeedbackFilters) => void
}

/** In which order, and which of it. */
function Filters({ filters, onChange }: FiltersProps) {
  const { t } = useTranslation()
  return (
    <div className={page.filters}>
      <NativeSelect
        aria-label={t('feedback.sort.label')}
        value={filters.sort ?? 'newest'}
        data={feedbackSorts.map((value) => ({ value, label: t(`feedback.sort.${value}`) }))}
        onChange={(event) => {
          const sort = feedbackSorts.find((one) => one === event.currentTarget.value)
          onChange({ sort: sort === 'newest' ? undefined : sort })
        }}
      />
      <NativeSelect
        aria-label={t('feedback.filter.label')}
        value={filters.hidden ? 'hidden' : String(filters.stars ?? '')}
        data={[
          { value: '', label: t('feedback.filter.all') },
          ...[5, 4, 3, 2, 1].map((n) => ({ value: String(n), label: t('common.stars', { n }) })),
          { value: 'hidden', label: t('feedback.filter.hidden') },
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget
          onChange({
            hidden: value === 'hidden' ? 'true' : undefined,
            stars: Number(value) || undefined,
          })
        }}
      />
    </div>
  )
}
