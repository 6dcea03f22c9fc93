import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { contract } from '@stationmaster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../api/calls/request.ts'

interface Option {
  value: string
  label: string
}

interface LocationChoiceProps {
  label: string
  description: string
  value: readonly number[]
  onChange: (ids: number[]) => void
}

/** The most ids that one call names. */
const namedMost = 200

/** Locations that something is narrowed to, found by name; none: it is about all of them. */
export function LocationChoice({ label, description, value, onChange }: LocationChoiceProps) {
  const { t } = useTranslation()
  const [seen, setSeen] = useState<Option[]>([])
  const [before] = useState(value)
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 300)
  const found = useQuery({
    queryKey: ['location-choice', search],
    queryFn: ({ signal }) =>
      request(contract.locations.list, { query: { limit: 50, search: search || undefined } }, signal),
    placeholderData: keepPreviousData,
  })
  const known = useQuery({
    queryKey: ['location-choice', 'ids', before],
    queryFn: ({ signal }) =>
      request(contract.locations.markers, { query: { ids: before.slice(0, namedMost).join(',') } }, signal),
    enabled: before.length > 0,
  })
  const options = (found.data ?? []).map(optionOf)
  const named = [...options, ...seen, ...(known.data ?? []).map(optionOf)]
  const chosen = value.map((id) => named.find((one) => one.value === String(id)) ?? unnamed(id))
  const all = [...chosen.filter((one) => !options.some((option) => option.value === one.value)), ...options]
  return (
    <MultiSelect
      label={label}
      description={description}
      placeholder={value.length === 0 ? t('common.allLocations') : ''}
      data={all}
      value={value.map(String)}
      onChange={(values) => {
        setSeen(all.filter((one) => values.includes(one.value)))
        onChange(values.map(Number))
      }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options: given }) => given}
      nothingFoundMessage={t('common.noLocation')}
      hidePickedOptions
    />
  )
}

const optionOf = ({ id, name, city }: { id: number; name: string; city?: string | null }): Option => ({
  value: String(id),
  label: city ? `${name} · ${city}` : name,
})

const unnamed = (id: number): Option => ({ value: String(id), label: `№ ${id}` })
