import { Checkbox, MultiSelect, Select } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '../../../../ui/tables/search-field.tsx'
import { TimeFilter } from '../time/time-filter.tsx'
import type { ConsoleFilters } from './filters.ts'
import classes from './history-filters.module.css'

interface HistoryFiltersProps {
  filters: ConsoleFilters
  onFilter: (filters: ConsoleFilters) => void
  /** names of messages, to choose from */
  known: readonly string[]
}

/** Text, action, direction, errors and time; `/` leads to the text. */
export function HistoryFilters({ filters, onFilter, known }: HistoryFiltersProps) {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  useSearchKey(place)
  const actions = useMemo(
    () => [...new Set([...known, ...(filters.action ?? [])])].sort(),
    [known, filters.action],
  )
  const { from, action, errors, q } = filters
  const set = (change: { [K in keyof ConsoleFilters]: ConsoleFilters[K] | undefined }) => {
    const next = { ...filters, ...change }
    const given = Object.entries(next).filter(([, value]) => value !== undefined)
    onFilter(Object.fromEntries(given) as ConsoleFilters)
  }
  return (
    <div className={classes.filters} ref={place}>
      <SearchField
        value={q ?? ''}
        onSearch={(text) => set({ q: text || undefined })}
        placeholder={t('console.filter.search')}
        className={classes.search}
      />
      <MultiSelect
        className={classes.actions}
        aria-label={t('console.filter.action')}
        placeholder={action ? '' : t('console.filter.action')}
        data={actions}
        value={action ?? []}
        onChange={(chosen) => set({ action: chosen.length > 0 ? chosen : undefined })}
        searchable
        clearable
        hidePickedOptions
        nothingFoundMessage={t('console.filter.noAction')}
      />
      <Select
        className={classes.direction}
        aria-label={t('console.filter.direction')}
        data={[
          { value: 'all', label: t('console.filter.both') },
          { value: 'station', label: t('console.row.fromStation') },
          { value: 'server', label: t('console.row.toStation') },
        ]}
        value={from ?? 'all'}
        onChange={(value) => set({ from: value === 'station' || value === 'server' ? value : undefined })}
        allowDeselect={false}
      />
      <TimeFilter key={`${filters.since} ${filters.until} ${filters.at}`} times={filters} onChange={set} />
      <Checkbox
        className={classes.errors}
        label={t('console.filter.errors')}
        checked={errors === 'yes'}
        onChange={(event) => set({ errors: event.currentTarget.checked ? 'yes' : undefined })}
      />
    </div>
  )
}

/** `/` moves the cursor to the search, unless people are writing in another field. */
function useSearchKey(place: { current: HTMLElement | null }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.key !== '/' || target.closest('input, textarea, select, [contenteditable="true"]')) return
      event.preventDefault()
      place.current?.querySelector<HTMLInputElement>('input[type="search"]')?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [place])
}
