import { Loader, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { contract } from '@stationmaster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { requestCounted } from '../../api/request.ts'
import { ownerLabel } from './owners.ts'

export interface Owner {
  id: number
  label: string
}

interface OwnerPickerProps {
  owner: Owner | null
  onChange: (owner: Owner | null) => void
  label: string
  /** Without the label above it, as in a line of filters. */
  quiet?: boolean
}

const shownMost = 50

/** Whom a location belongs to, by full name or else e-mail; searched on the server. */
export function OwnerPicker({ owner, onChange, label, quiet = false }: OwnerPickerProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const [search] = useDebouncedValue(typed === owner?.label ? '' : typed.trim(), 300)
  const found = useQuery({
    queryKey: ['managers', 'owners', search],
    queryFn: ({ signal }) =>
      requestCounted(
        contract.managers.list,
        { query: { can_own: 'true', limit: shownMost, search: search || undefined } },
        signal,
      ),
    enabled: opened,
    placeholderData: keepPreviousData,
  })
  const owners = (found.data?.items ?? []).map(({ id, first_name, last_name, email }) => ({
    id,
    label: ownerLabel({
      owner_id: id,
      owner_first_name: first_name,
      owner_last_name: last_name,
      owner_email: email,
    }),
  }))
  const shown = owner && !owners.some(({ id }) => id === owner.id) ? [owner, ...owners] : owners
  return (
    <Select
      {...(quiet ? { 'aria-label': label } : { label })}
      placeholder={quiet ? t('locations.owner.any') : t('locations.owner.none')}
      data={shown.map(({ id, label: name }) => ({ value: String(id), label: name }))}
      value={owner ? String(owner.id) : null}
      onChange={(value) => onChange(shown.find(({ id }) => String(id) === value) ?? null)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      // the server has searched
      filter={({ options }) => options}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      nothingFoundMessage={found.isFetching ? t('search.searching') : t('locations.owner.nobody')}
      {...(found.isFetching ? { rightSection: <Loader size={14} /> } : {})}
    />
  )
}
