import { MultiSelect, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { contract } from '@stationmaster/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { personQuery } from './people-query.ts'
import classes from './person/person-drawer.module.css'

interface Assigned {
  id: number
  name: string
  city: string
  street: string
}

const optionOf = ({ id, name, city }: Assigned) => ({
  value: String(id),
  label: city ? `${name} · ${city}` : name,
})

/** The locations that are assigned to a manager beside those they own. */
export function AssignedLocations({ personId }: { personId: number }) {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: ['managers', 'locations', personId],
    queryFn: ({ signal }) => request(contract.managers.locations, { params: { id: personId } }, signal),
  })
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return (
    <section className={classes.section} aria-label={t('managers.assigned')}>
      {query.data ? (
        <Assignment key={query.data.map(({ id }) => id).join()} personId={personId} assigned={query.data} />
      ) : (
        <Skeleton height={60} />
      )}
    </section>
  )
}

function Assignment({ personId, assigned }: { personId: number; assigned: Assigned[] }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [chosen, setChosen] = useState(() => assigned.map(optionOf))
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 300)
  const found = useQuery({
    queryKey: ['managers', 'assignable', search],
    queryFn: ({ signal }) =>
      request(contract.locations.list, { query: { limit: 50, search: search || undefined } }, signal),
    placeholderData: keepPreviousData,
  })
  const save = useChange({
    mutationFn: () =>
      request(contract.managers.assignLocations, {
        params: { id: personId },
        body: chosen.map(({ value }) => Number(value)),
      }),
    onSuccess: (answer) => {
      client.setQueryData(['managers', 'locations', personId], answer)
      void client.invalidateQueries({ queryKey: personQuery(personId).queryKey })
    },
  })
  const options = (found.data ?? []).map(optionOf)
  const all = [...chosen.filter((one) => !options.some(({ value }) => value === one.value)), ...options]
  const before = assigned.map(({ id }) => String(id))
  const changed = before.length !== chosen.length || chosen.some(({ value }) => !before.includes(value))
  return (
    <>
      <MultiSelect
        label={t('managers.assigned')}
        description={t('managers.assignedHint')}
        placeholder={chosen.length === 0 ? t('managers.assignedSearch') : ''}
        data={all}
        value={chosen.map(({ value }) => value)}
        onChange={(values) => setChosen(all.filter(({ value }) => values.includes(value)))}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        filter={({ options: given }) => given}
        nothingFoundMessage={found.isFetching ? t('managers.searching') : t('managers.noLocationFound')}
        hidePickedOptions
      />
      {save.isError && <FormError error={save.error} />}
      <ChangeButton
        variant="default"
        className={classes.alone!}
        disabled={!changed}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {t('managers.assignedSave')}
      </ChangeButton>
    </>
  )
}
