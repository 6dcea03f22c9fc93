import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './pro-lock.module.css'

/** Stands where something comes with the Pro plan only, and leads to what the plans are. */
export function ProLock({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <p className={classes.lock}>
      <IconLock size={16} stroke={1.75} aria-hidden="true" />
      <span>
        {children} {t('common.pro.text')}{' '}
        <Link to="/" hash="plans" className={classes.link!}>
          {t('common.pro.link')}
        </Link>
      </span>
    </p>
  )
}
