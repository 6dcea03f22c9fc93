import { ActionIcon, MultiSelect, NativeSelect, Skeleton } from '@mantine/core'
import { type ConnectorType, connectorTypes, type MapMarker, mapStatuses } from '@stationmaster/contract'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { hasWebGl } from '../../../slices/places/maps/drawing/web-gl.ts'
import {
  type Amenity,
  amenities,
  distanceKm,
  found,
  type MapFilters,
} from '../../../slices/places/maps/marker-filter.ts'
import type { Point } from '../../../slices/places/maps/points/point.ts'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { IconCurrentLocation } from '../../../ui/pictures/icons.ts'
import { EmptyState, NoneFits } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { SearchField } from '../../../ui/tables/search-field.tsx'
import { NextStep } from '../../frame/next-step.tsx'
import classes from './map-page.module.css'
import { MarkerList } from './marker-list.tsx'

const NetworkMap = lazy(() =>
  import('../../../slices/places/maps/network-map.tsx').then((module) => ({ default: module.NetworkMap })),
)

const powers = [22, 50, 100, 150] as const
const heights = [200, 250, 300, 400] as const
const noFilters = {
  q: undefined,
  type: undefined,
  power: undefined,
  status: undefined,
  with: undefined,
  height: undefined,
} satisfies MapFilters

interface MarkerMapProps {
  title: string
  /** undefined while loading */
  markers: readonly MapMarker[] | undefined
  error: Error | null
  onRetry: () => void
  filters: MapFilters
  onFilter: (changed: MapFilters) => void
  onChoose: (id: number) => void
  /** shown instead of the list when there are no locations at all */
  none?: ReactNode
  /** statuses to filter by; left out: those of markers */
  states?: readonly NonNullable<MapFilters['status']>[]
  /** the panel beside the map for the chosen marker */
  panel?: (chosen: MapMarker) => ReactNode
}

/** Locations on a map and in a list beside it, with filters. */
export function MarkerMap({
  title,
  markers,
  error,
  onRetry,
  filters,
  onFilter: set,
  states = mapStatuses,
  onChoose: choose,
  none,
  panel,
}: MarkerMapProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [drawable] = useState(hasWebGl)
  const [view, setView] = useState<MapView>(drawable ? 'map' : 'list')
  const near = useHere()
  const { q, type, power, status, with: required, height } = filters
  const shown = useMemo(
    () => sorted(found(markers ?? [], { q, type, power, status, with: required, height }), near.here),
    [markers, q, type, power, status, required, height, near.here],
  )
  const chosen = markers?.find(({ id }) => id === filters.location)
  if (error && !markers) return <ErrorState error={error} onRetry={onRetry} />
  return (
    <div className={classes.page} data-view={view}>
      <PageHeader
        title={title}
        facts={markers && t('locations.found', { count: shown.length, n: format.number(shown.length) })}
      />
      <Tools filters={filters} states={states} onFilter={set} near={near}>
        {drawable && <ViewSwitch view={view} onChange={setView} />}
      </Tools>
      {near.failed && (
        <p className={classes.note} role="alert">
          {t('map.nowhere')}
        </p>
      )}
      {!drawable && <p className={classes.note}>{t('map.noWebGl')}</p>}
      <div className={classes.body} data-drawable={drawable || undefined}>
        <div className={classes.list}>
          <ListOrHint
            markers={markers}
            shown={shown}
            none={none}
            onClear={() => set(noFilters)}
            list={<MarkerList markers={shown} chosen={filters.location} here={near.here} onChoose={choose} />}
          />
        </div>
        {drawable && (
          <Drawing markers={markers && shown} chosen={chosen} here={near.here} onChoose={choose} />
        )}
        {chosen && panel?.(chosen)}
      </div>
    </div>
  )
}

interface ToolsProps {
  filters: MapFilters
  states: NonNullable<MarkerMapProps['states']>
  onFilter: MarkerMapProps['onFilter']
  near: ReturnType<typeof useHere>
  children: ReactNode
}

/** What is looked for, and where from. */
function Tools({ filters, states, onFilter, near, children }: ToolsProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.filters}>
      <SearchField
        className={classes.search}
        value={filters.q ?? ''}
        placeholder={t('map.search')}
        onSearch={(text) => onFilter({ q: text || undefined })}
      />
      <Filters filters={filters} states={states} onChange={onFilter} />
      <NearMe near={near} />
      {children}
    </div>
  )
}

function NearMe({ near }: { near: ReturnType<typeof useHere> }) {
  const { t } = useTranslation()
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={t('map.nearMe')}
      title={t('map.nearMe')}
      loading={near.asking}
      onClick={near.ask}
    >
      <IconCurrentLocation size={18} stroke={1.75} />
    </ActionIcon>
  )
}

interface DrawingProps {
  /** undefined while loading */
  markers: readonly MapMarker[] | undefined
  chosen: MapMarker | undefined
  here: Point | null
  onChoose: (id: number) => void
}

/** The map itself, which is loaded where it can be drawn. */
function Drawing({ markers, ...rest }: DrawingProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.map}>
      <Suspense fallback={<Skeleton height="100%" />}>
        {markers && <NetworkMap markers={markers} {...rest} label={t('map.label')} />}
      </Suspense>
    </div>
  )
}

interface ListOrHintProps {
  markers: readonly MapMarker[] | undefined
  shown: readonly MapMarker[]
  none: ReactNode
  onClear: () => void
  list: ReactNode
}

/** The list of locations, or a hint why it is empty. */
function ListOrHint({ markers, shown, none, onClear, list }: ListOrHintProps) {
  const { t } = useTranslation()
  if (markers?.length === 0)
    return (
      none ?? (
        <EmptyState drawing="plug" title={t('map.none')} text={t('map.noneText')} action={<NextStep />} />
      )
    )
  if (!markers || shown.length > 0) return list
  return <NoneFits title={t('map.noneFound')} clear={t('locations.clearFilters')} onClear={onClear} />
}

type MapView = 'map' | 'list'

/** On narrow screens: switches between the map and the list. */
function ViewSwitch({ view, onChange }: { view: MapView; onChange: (view: MapView) => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.views}>
      <SegmentedControl
        aria-label={t('map.view')}
        value={view}
        onChange={onChange}
        data={[
          { value: 'map', label: t('map.asMap') },
          { value: 'list', label: t('map.asList') },
        ]}
      />
    </div>
  )
}

const sorted = (markers: MapMarker[], here: Point | null): MapMarker[] =>
  here === null
    ? markers
    : markers.toSorted((a, b) => distanceKm(a.coordinates, here) - distanceKm(b.coordinates, here))

/** The position of the user, requested from the browser by a click. */
function useHere() {
  const [here, setHere] = useState<Point | null>(null)
  const [state, setState] = useState<'asking' | 'failed' | null>(null)
  const ask = () => {
    setState('asking')
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude: lat, longitude: lng } }) => {
        setHere({ lat, lng })
        setState(null)
      },
      () => setState('failed'),
      { timeout: 10_000, maximumAge: 60_000 },
    )
  }
  return { here, ask, asking: state === 'asking', failed: state === 'failed' }
}

interface FiltersProps {
  filters: MapFilters
  states: readonly NonNullable<MapFilters['status']>[]
  onChange: (changed: MapFilters) => void
}

function Filters({ filters, states, onChange }: FiltersProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <NativeSelect
        aria-label={t('map.type')}
        value={filters.type ?? ''}
        data={[{ value: '', label: t('map.anyType') }, ...connectorTypes]}
        onChange={(event) =>
          onChange({ type: (event.currentTarget.value || undefined) as ConnectorType | undefined })
        }
      />
      <NativeSelect
        aria-label={t('map.power')}
        value={String(filters.power ?? '')}
        data={[
          { value: '', label: t('map.anyPower') },
          ...powers.map((kw) => ({ value: String(kw), label: t('map.fromPower', { kw }) })),
        ]}
        onChange={(event) => onChange({ power: Number(event.currentTarget.value) || undefined })}
      />
      <NativeSelect
        aria-label={t('map.status')}
        value={filters.status ?? ''}
        data={[
          { value: '', label: t('map.anyStatus') },
          ...states.map((value) => ({ value, label: t(`enums.connectorStatus.${value}`) })),
        ]}
        onChange={(event) => onChange({ status: states.find((one) => one === event.currentTarget.value) })}
      />
      <NativeSelect
        aria-label={t('map.height')}
        value={String(filters.height ?? '')}
        data={[
          { value: '', label: t('map.anyHeight') },
          ...heights.map((cm) => ({
            value: String(cm),
            label: t('map.fits', { m: format.number(cm / 100, 1) }),
          })),
        ]}
        onChange={(event) => onChange({ height: Number(event.currentTarget.value) || undefined })}
      />
      <AmenityFilter chosen={filters.with} onChange={(chosen) => onChange({ with: chosen })} />
    </>
  )
}

interface AmenityFilterProps {
  /** undefined: any place will do */
  chosen: MapFilters['with']
  onChange: (chosen: MapFilters['with']) => void
}

function AmenityFilter({ chosen, onChange }: AmenityFilterProps) {
  const { t } = useTranslation()
  const labelOf = (amenity: Amenity) =>
    amenity === 'free_parking' || amenity === 'cashback' || amenity === 'no_barrier'
      ? t(`map.wish.${amenity}`)
      : t(`enums.placeFeature.${amenity}`)
  return (
    <MultiSelect
      className={classes.amenities}
      aria-label={t('map.with')}
      placeholder={chosen ? '' : t('map.with')}
      data={amenities.map((amenity) => ({ value: amenity, label: labelOf(amenity) }))}
      value={chosen ?? []}
      onChange={(next) =>
        onChange(next.length > 0 ? amenities.filter((amenity) => next.includes(amenity)) : undefined)
      }
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
    />
  )
}
