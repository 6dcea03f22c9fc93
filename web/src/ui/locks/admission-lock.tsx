import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LockNote } from './lock-note.tsx'
import classes from './pro-lock.module.css'

/** Stands where nothing is sold before a location's owner is let in, and leads to what is missing. */
export function AdmissionLock({ locationId }: { locationId: number }) {
  const { t } = useTranslation()
  return (
    <LockNote>
      {t('owners.locked')}{' '}
      <Link
        to="/locations/$locationId/stations"
        params={{ locationId: String(locationId) }}
        className={classes.link!}
      >
        {t('owners.seeSteps')}
      </Link>
    </LockNote>
  )
}
