import { contract } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { FoundSelect } from '../../../ui/fields/found-select.tsx'
import { ownerLabel } from './owners.ts'

export interface Owner {
  id: number
  label: string
}

interface OwnerPickerProps {
  owner: Owner | null
  onChange: (owner: Owner | null) => void
  label: string
  /** Without a label above, for a line of filters. */
  quiet?: boolean
}

const shownMost = 50

/** Chooses the owner of a location, by full name or else e-mail; searched on the server. */
export function OwnerPicker({ owner, onChange, label, quiet = false }: OwnerPickerProps) {
  const { t } = useTranslation()
  return (
    <FoundSelect
      {...(quiet ? { 'aria-label': label } : { label })}
      name="owners"
      placeholder={quiet ? t('locations.owner.any') : t('locations.owner.none')}
      none={t('locations.owner.nobody')}
      chosen={owner}
      labelOf={(one) => one.label}
      find={findOwners}
      onChange={onChange}
    />
  )
}

async function findOwners(search: string | undefined, signal: AbortSignal): Promise<Owner[]> {
  const query = { can_own: 'true' as const, limit: shownMost, search }
  const found = await request(contract.managers.list, { query }, signal)
  return found.map(({ id, first_name, last_name, email }) => ({
    id,
    label: ownerLabel({
      owner_id: id,
      owner_first_name: first_name,
      owner_last_name: last_name,
      owner_email: email,
    }),
  }))
}
