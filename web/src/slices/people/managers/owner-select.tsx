import { contract } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { FoundSelect } from '../../../ui/fields/found-select.tsx'
import { nameOf } from '../../../ui/pictures/avatar.tsx'

interface OwnerSelectProps {
  /** null: the whole network */
  value: number | null
  /** how the chosen one is called, before the list is loaded */
  name: string | null
  onChange: (id: number | null) => void
}

const shownMost = 50

/** Chooses the owner whose locations somebody sees; searched on the server. */
export function OwnerSelect({ value, name, onChange }: OwnerSelectProps) {
  const { t } = useTranslation()
  const [chosenName, setChosenName] = useState(name)
  return (
    <FoundSelect
      name="managers"
      label={t('managers.owner')}
      description={t('managers.ownerHint')}
      placeholder={t('managers.wholeNetwork')}
      none={t('managers.nobodyFound')}
      chosen={value === null ? null : { id: value, label: chosenName ?? String(value) }}
      labelOf={(one) => one.label}
      find={findOwners}
      onChange={(one) => {
        setChosenName(one?.label ?? null)
        onChange(one?.id ?? null)
      }}
    />
  )
}

/** People that may own locations and have staff. */
async function findOwners(search: string | undefined, signal: AbortSignal) {
  const query = { can_own: 'true' as const, limit: shownMost, search }
  const found = await request(contract.managers.list, { query }, signal)
  return found.map((person) => ({ id: person.id, label: nameOf(person) }))
}
