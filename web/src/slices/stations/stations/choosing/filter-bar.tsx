import { Button, Select } from '@mantine/core'
import { stationStatuses } from '@stationmaster/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconFilter } from '../../../../ui/pictures/icons.ts'
import classes from './filter-bar.module.css'
import type { StationFilters } from './filters.ts'
import { choicesOf, kindFilters, useStationKinds } from './station-kinds.ts'

interface FilterBarProps {
  filters: StationFilters
  onChange: (changed: Partial<StationFilters>) => void
  /** The field that chooses a location; it belongs to another slice. */
  location: ReactNode
  /** What changes how the list is shown. */
  children: ReactNode
}

const common = {
  clearable: true,
  size: 'sm' as const,
  className: classes.select!,
  comboboxProps: { width: 220 },
}

/** The filters of the station list, in one line. */
export function FilterBar({ filters, onChange, location, children }: FilterBarProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const flags = (yes: string, no: string) => [
    { value: 'true' as const, label: yes },
    { value: 'false' as const, label: no },
  ]
  const { q: _searched, ...narrowing } = filters
  const chosen = Object.values(narrowing).filter((value) => value !== undefined).length
  return (
    <div className={classes.bar} data-open={open || undefined}>
      <Button
        className={classes.fold!}
        variant="default"
        leftSection={<IconFilter size={16} stroke={1.75} />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {chosen === 0 ? t('stations.filter.fold') : t('stations.filter.folded', { count: chosen })}
      </Button>
      <StatusFilter filters={filters} onChange={onChange} />
      <div className={classes.place}>{location}</div>
      <Select
        {...common}
        aria-label={t('stations.filter.monetized')}
        placeholder={t('stations.filter.monetized')}
        data={flags(t('stations.filter.paid'), t('stations.filter.free'))}
        value={filters.monetized ?? null}
        onChange={(value) => onChange({ monetized: flagOf(value) })}
      />
      <Select
        {...common}
        aria-label={t('stations.filter.connection')}
        placeholder={t('stations.filter.connection')}
        data={flags(t('station.card.online'), t('station.card.offline'))}
        value={filters.online ?? null}
        onChange={(value) => onChange({ online: flagOf(value) })}
      />
      <KindFilters filters={filters} onChange={onChange} />
      <div className={classes.shown}>{children}</div>
    </div>
  )
}

/** The status of stations, or that they are down. */
function StatusFilter({ filters, onChange }: Pick<FilterBarProps, 'filters' | 'onChange'>) {
  const { t } = useTranslation()
  const statuses = [
    { value: 'down', label: t('stations.filter.down') },
    ...stationStatuses.map((status) => ({ value: status, label: t(`enums.stationStatus.${status}`) })),
  ]
  const byStatus = (value: string | null) => ({
    status: stationStatuses.find((one) => one === value),
    down: value === 'down' ? ('true' as const) : undefined,
  })
  return (
    <Select
      {...common}
      aria-label={t('stations.filter.status')}
      placeholder={t('stations.filter.status')}
      data={statuses}
      value={filters.down ? 'down' : (filters.status ?? null)}
      onChange={(value) => onChange(byStatus(value))}
    />
  )
}

/** Vendor, model and the like, where the network has several. */
function KindFilters({ filters, onChange }: Pick<FilterBarProps, 'filters' | 'onChange'>) {
  const { t } = useTranslation()
  const kinds = useStationKinds().data ?? []
  return kindFilters.map((filter) => {
    const choices = choicesOf(filter, kinds, filters)
    if (choices.length < 2 && filters[filter] === undefined) return null
    return (
      <Select
        {...common}
        key={filter}
        searchable
        aria-label={t(`stations.filter.${filter}`)}
        placeholder={t(`stations.filter.${filter}`)}
        data={choices}
        value={filters[filter] ?? null}
        onChange={(value) => onChange({ [filter]: value ?? undefined })}
      />
    )
  })
}

const flagOf = (value: string | null) => (value === 'true' || value === 'false' ? value : undefined)
