import { Alert, Loader, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { contract } from '@stationmaster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { requestCounted } from '../../api/request.ts'
import { useFormat } from '../../i18n/use-format.ts'

const shownMost = 20

/** Chooses a driver by name, phone, e-mail or card, searched on the server; says who is blocked or owes something. */
export function DriverPicker({ onChange }: { onChange: (id: number | null) => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const [chosen, setChosen] = useState<Found | null>(null)
  const [search] = useDebouncedValue(chosen && typed === labelOf(chosen) ? '' : typed.trim(), 300)
  const found = useQuery({
    queryKey: ['drivers', 'picker', search],
    queryFn: ({ signal }) =>
      requestCounted(
        contract.drivers.list,
        { query: { limit: shownMost, search: search || undefined } },
        signal,
      ),
    enabled: opened,
    placeholderData: keepPreviousData,
  })
  const items = found.data?.items ?? []
  const shown = chosen && !items.some(({ id }) => id === chosen.id) ? [chosen, ...items] : items
  return (
    <>
      <Select
        label={t('drivers.pick.label')}
        description={t('drivers.pick.hint')}
        placeholder={t('drivers.pick.nobody')}
        data={shown.map((driver) => ({ value: String(driver.id), label: labelOf(driver) }))}
        value={chosen ? String(chosen.id) : null}
        onChange={(value) => {
          const driver = shown.find(({ id }) => String(id) === value) ?? null
          setChosen(driver)
          onChange(driver?.id ?? null)
        }}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('common.clear') }}
        // the server has searched
        filter={({ options }) => options}
        onSearchChange={setTyped}
        onDropdownOpen={() => setOpened(true)}
        nothingFoundMessage={found.isFetching ? t('search.searching') : t('drivers.pick.none')}
        {...(found.isFetching ? { rightSection: <Loader size={14} /> } : {})}
      />
      {chosen?.blocked_at && (
        <Alert color="red">{[t('drivers.blocked'), chosen.block_reason].filter(Boolean).join(': ')}</Alert>
      )}
      {chosen && chosen.debt > 0 && (
        <Alert color="orange">{t('drivers.owes', { amount: format.money(chosen.debt) })}</Alert>
      )}
    </>
  )
}

interface Found {
  id: number
  first_name: string
  last_name: string
  phone: string | null
  blocked_at: string | null
  block_reason: string | null
  debt: number
}

const labelOf = ({ id, first_name, last_name, phone }: Found): string =>
  [`${first_name} ${last_name}`.trim() || `#${id}`, phone].filter(Boolean).join(', ')
