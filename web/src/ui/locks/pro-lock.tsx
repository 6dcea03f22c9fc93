import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LockNote } from './lock-note.tsx'
import classes from './pro-lock.module.css'

/** Stands where something comes with the Pro plan only, and leads to what the plans are. */
export function ProLock({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <LockNote>
      {children} {t('common.pro.text')}{' '}
      <Link to="/" hash="plans" className={classes.link!}>
        {t('common.pro.link')}
      </Link>
    </LockNote>
  )
}
