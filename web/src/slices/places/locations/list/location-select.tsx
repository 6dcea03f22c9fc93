import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { locationQuery } from '../location-query.ts'
import { useLocations } from './location-list.ts'

const debounceMs = 300

interface LocationSelectProps {
  chosen: number | undefined
  onChange: (location: number | undefined) => void
  className?: string
  /** for forms: a label above it, and whether there must be one; else its name stands in it */
  label?: { required: boolean }
}

/** Chooses one location, searched on the server while it is typed. */
export function LocationSelect({ chosen, onChange, className, label }: LocationSelectProps) {
  const { t } = useTranslation()
  const title = t('stations.columns.location')
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const current = useQuery({ ...locationQuery(chosen ?? 0), enabled: chosen !== undefined })
  const name = current.data?.name
  const [search] = useDebouncedValue(typed === name ? '' : typed, debounceMs)
  const found = useLocations(search, opened)
  const items = found.data?.items ?? []
  const options = items.map((location) => ({ value: String(location.id), label: location.name }))
  if (chosen !== undefined && name && !items.some(({ id }) => id === chosen))
    options.unshift({ value: String(chosen), label: name })
  return (
    <Select
      className={className ?? ''}
      size="sm"
      {...(label ? { ...label, label: title } : { 'aria-label': title, placeholder: title })}
      nothingFoundMessage={found.isPending ? '…' : t('dashboard.locations.empty')}
      searchable
      clearable
      data={options}
      filter={({ options: all }) => all}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      limit={100}
      comboboxProps={{ width: 280 }}
      value={chosen === undefined ? null : String(chosen)}
      onChange={(value) => onChange(value === null ? undefined : Number(value))}
    />
  )
}
