import { Loader, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface Choice {
  id: number
}

interface FoundSelectProps<T extends Choice>
  extends Pick<
    ComponentProps<typeof Select>,
    'label' | 'description' | 'placeholder' | 'aria-label' | 'disabled'
  > {
  /** what the answers are remembered by */
  name: string
  chosen: T | null
  labelOf: (one: T) => string
  find: (search: string | undefined, signal: AbortSignal) => Promise<T[]>
  onChange: (one: T | null) => void
  /** what is said where nothing fits */
  none: string
}

/** Chooses one of many that the server searches, as somebody types. */
export function FoundSelect<T extends Choice>(props: FoundSelectProps<T>) {
  const { name, chosen, labelOf, find, onChange, none, ...words } = props
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const [search] = useDebouncedValue(chosen && typed === labelOf(chosen) ? '' : typed.trim(), 300)
  const found = useQuery({
    queryKey: [name, 'found', search],
    queryFn: ({ signal }) => find(search || undefined, signal),
    enabled: opened,
    placeholderData: keepPreviousData,
  })
  const items = found.data ?? []
  const shown = chosen && !items.some(({ id }) => id === chosen.id) ? [chosen, ...items] : items
  return (
    <Select
      {...words}
      data={shown.map((one) => ({ value: String(one.id), label: labelOf(one) }))}
      value={chosen ? String(chosen.id) : null}
      onChange={(value) => onChange(shown.find(({ id }) => String(id) === value) ?? null)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      // the server has searched
      filter={({ options }) => options}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      nothingFoundMessage={found.isFetching ? t('search.searching') : none}
      {...(found.isFetching ? { rightSection: <Loader size={14} /> } : {})}
    />
  )
}
