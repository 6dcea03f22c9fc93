import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconAlertTriangle, IconCheck } from '../pictures/icons.ts'
import classes from './command-answer.module.css'

interface CommandAnswerProps {
  good: boolean
  onClose: () => void
  children: ReactNode
}

/** What came of a command to a station; stays until it is closed. */
export function CommandAnswer({ good, onClose, children }: CommandAnswerProps) {
  const { t } = useTranslation()
  const Icon = good ? IconCheck : IconAlertTriangle
  return (
    <div className={classes.answer} data-good={good || undefined} role={good ? 'status' : 'alert'}>
      <Icon size={18} stroke={1.75} className={classes.icon} aria-hidden="true" />
      <div className={classes.words}>{children}</div>
      <CloseButton size="sm" onClick={onClose} aria-label={t('common.close')} />
    </div>
  )
}
