import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { contract } from '@stationmaster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'

interface Option {
  value: string
  label: string
}

/** The locations that a key is narrowed to, found by name. */
export function LocationChoice({ onChange }: { onChange: (ids: number[]) => void }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<Option[]>([])
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 300)
  const found = useQuery({
    queryKey: ['api-keys', 'locations', search],
    queryFn: ({ signal }) =>
      request(contract.locations.list, { query: { limit: 50, search: search || undefined } }, signal),
    placeholderData: keepPreviousData,
  })
  const options = (found.data ?? []).map(({ id, name, city }) => ({
    value: String(id),
    label: city ? `${name} · ${city}` : name,
  }))
  const all = [...chosen.filter((one) => !options.some(({ value }) => value === one.value)), ...options]
  return (
    <MultiSelect
      label={t('keys.locations')}
      description={t('keys.locationsHint')}
      placeholder={chosen.length === 0 ? t('keys.allLocations') : ''}
      data={all}
      value={chosen.map(({ value }) => value)}
      onChange={(values) => {
        setChosen(all.filter(({ value }) => values.includes(value)))
        onChange(values.map(Number))
      }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options: given }) => given}
      nothingFoundMessage={t('keys.noLocation')}
      hidePickedOptions
    />
  )
}
