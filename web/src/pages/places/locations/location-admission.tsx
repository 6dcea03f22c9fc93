import type { Location } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { OwnAdmission } from '../../../slices/partners/owners/own-admission.tsx'
import { EmailState } from '../../../slices/people/managers/email-state.tsx'
import { ownerLabel } from '../../../slices/places/locations/owners.ts'
import { LockNote } from '../../../ui/locks/lock-note.tsx'
import lock from '../../../ui/locks/pro-lock.module.css'

/** Why nothing is sold at a location yet: tells the owner what is missing, and others that it waits for the owner. */
export function LocationAdmission({ location }: { location: Location }) {
  const { t } = useTranslation()
  const manager = useManager()
  const ownerId = location.owner_id
  if (!manager || !location.needs_admission || ownerId === null) return null
  if (manager.id === ownerId)
    return <OwnAdmission ownerId={ownerId} email={<EmailState manager={manager} />} />
  return (
    <LockNote>
      {t('owners.locked')}{' '}
      {manager.role === 'administrator' && (
        <Link to="/managers" search={{ person: ownerId }} className={lock.link!}>
          {t('owners.seeOwner', { name: ownerLabel(location) })}
        </Link>
      )}
    </LockNote>
  )
}
