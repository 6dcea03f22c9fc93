import { Select } from '@mantine/core'
import { contract, incidentKinds, incidentSeverities, incidentStates } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { request, requestCounted } from '../../../api/calls/request.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { stateTones } from '../../../slices/operations/incidents/incident-marks.tsx'
import {
  type IncidentFilters,
  useIncidents,
  useStateCounts,
} from '../../../slices/operations/incidents/incident-queries.ts'
import { IncidentTable } from '../../../slices/operations/incidents/incident-table.tsx'
import { TimesPanel } from '../../../slices/operations/incidents/times-panel.tsx'
import { FoundSelect } from '../../../ui/fields/found-select.tsx'
import { CountFilter } from '../../../ui/figures/counts.tsx'
import { EmptyState, NoneFits } from '../../../ui/states/empty-state.tsx'
import { ListPage } from '../../frame/list-page.tsx'
import classes from './incident-page.module.css'

const route = getRouteApi('/app/incidents')

/** What goes wrong in the network, and what went wrong. */
export function IncidentsPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const filters = route.useSearch()
  const setSearch = route.useNavigate()
  const navigate = useNavigate()
  const query = useIncidents(filters)
  const set = (change: IncidentFilters) =>
    void setSearch({ search: { ...filters, ...change }, replace: true, resetScroll: false })
  return (
    <ListPage
      title={t('incidents.title')}
      found={query.items && t('incidents.found', { count: query.total, n: format.number(query.total) })}
      search={{
        text: filters.q,
        onSearch: (text) => set({ q: text || undefined }),
        placeholder: t('incidents.search'),
      }}
      actions={<Filters filters={filters} onChange={set} />}
      above={<States filters={filters} onChange={set} />}
      below={<TimesPanel location={filters.location} />}
      list={query}
    >
      <IncidentTable
        incidents={query.items}
        onOpen={({ id }) =>
          void navigate({ to: '/incidents/$incidentId', params: { incidentId: String(id) } })
        }
        empty={<Empty filters={filters} onReset={() => void setSearch({ search: {}, replace: true })} />}
      />
    </ListPage>
  )
}

interface FiltersProps {
  filters: IncidentFilters
  onChange: (change: IncidentFilters) => void
}

function Filters({ filters, onChange }: FiltersProps) {
  const { t } = useTranslation()
  const clear = {
    className: classes.filter!,
    clearable: true,
    clearButtonProps: { 'aria-label': t('common.clear') },
  }
  return (
    <>
      <Select
        {...clear}
        aria-label={t('incidents.columns.severity')}
        placeholder={t('incidents.allSeverities')}
        data={incidentSeverities
          .toReversed()
          .map((value) => ({ value, label: t(`incidents.severity.${value}`) }))}
        value={filters.severity ?? null}
        onChange={(value) => onChange({ severity: incidentSeverities.find((one) => one === value) })}
      />
      <Select
        {...clear}
        aria-label={t('incidents.columns.kind')}
        placeholder={t('incidents.allKinds')}
        data={incidentKinds.map((value) => ({ value, label: t(`incidents.kind.${value}`) }))}
        value={filters.kind ?? null}
        onChange={(value) => onChange({ kind: incidentKinds.find((one) => one === value) })}
      />
      <PlaceFilter filters={filters} onChange={onChange} />
    </>
  )
}

interface Place {
  id: number
  name: string
}

const placesMost = 50

const findPlaces = async (search: string | undefined, signal: AbortSignal): Promise<Place[]> =>
  (
    await requestCounted(
      contract.locations.list,
      { query: { mode: 'full', limit: placesMost, search } },
      signal,
    )
  ).items

function PlaceFilter({ filters: { location }, onChange }: FiltersProps) {
  const { t } = useTranslation()
  const named = useQuery({
    queryKey: ['locations', 'named', location],
    queryFn: ({ signal }) => request(contract.locations.get, { params: { id: location ?? 0 } }, signal),
    enabled: location !== undefined,
    staleTime: 60_000,
  }).data
  return (
    <FoundSelect<Place>
      name="locations of incidents"
      aria-label={t('incidents.location')}
      placeholder={t('dashboard.locations.all')}
      none={t('dashboard.locations.empty')}
      chosen={location === undefined ? null : { id: location, name: named?.name ?? '' }}
      labelOf={({ name }) => name}
      find={findPlaces}
      onChange={(place) => onChange({ location: place?.id })}
    />
  )
}

/** How many are in each state, and which state is shown. */
function States({ filters, onChange }: FiltersProps) {
  const { t } = useTranslation()
  const counts = useStateCounts(filters)
  if (!counts) return null
  const total = counts.open + counts.acknowledged + counts.closed
  if (total === 0 && !filters.state) return null
  return (
    <CountFilter
      legend={t('incidents.columns.state')}
      all={t('incidents.all')}
      total={total}
      choices={incidentStates.map((key) => ({
        key,
        label: t(`incidents.state.${key}`),
        n: counts[key],
        tone: stateTones[key],
        live: key === 'open',
      }))}
      chosen={filters.state}
      onChoose={(state) => onChange({ state })}
    />
  )
}

interface EmptyProps {
  filters: IncidentFilters
  onReset: () => void
}

/** All is well, or nothing fits the filters. */
function Empty({ filters, onReset }: EmptyProps) {
  const { t } = useTranslation()
  const { q, severity, kind, location, state } = filters
  if (q || severity || kind || location || state === 'closed' || state === 'acknowledged')
    return <NoneFits title={t('incidents.noneFits')} clear={t('common.reset')} onClear={onReset} />
  return <EmptyState drawing="calm" title={t('incidents.allWell')} text={t('incidents.allWellText')} />
}
