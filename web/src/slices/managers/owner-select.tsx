import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameOf } from '../../ui/avatar.tsx'
import { useOwners } from './people-query.ts'

interface OwnerSelectProps {
  /** null: the whole network */
  value: number | null
  /** how the chosen one is called, before the list is loaded */
  name: string | null
  onChange: (id: number | null) => void
}

/** Chooses the owner whose locations somebody sees; searched on the server. */
export function OwnerSelect({ value, name, onChange }: OwnerSelectProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const [chosenName, setChosenName] = useState(name)
  const [search] = useDebouncedValue(typed === chosenName ? '' : typed.trim(), 300)
  const owners = useOwners(search, opened)
  const found = (owners.data ?? []).map((person) => ({ value: String(person.id), label: nameOf(person) }))
  const chosen = value === null ? [] : [{ value: String(value), label: chosenName ?? String(value) }]
  const options = [...chosen.filter((one) => !found.some((other) => other.value === one.value)), ...found]
  return (
    <Select
      label={t('managers.owner')}
      description={t('managers.ownerHint')}
      placeholder={t('managers.wholeNetwork')}
      data={options}
      value={value === null ? null : String(value)}
      onChange={(id, option) => {
        setChosenName(option?.label ?? null)
        onChange(id === null ? null : Number(id))
      }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options: all }) => all}
      onDropdownOpen={() => setOpened(true)}
      nothingFoundMessage={owners.isFetching ? t('managers.searching') : t('managers.nobodyFound')}
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
    />
  )
}
