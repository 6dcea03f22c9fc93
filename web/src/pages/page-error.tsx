import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { doubtContact, useLostSince } from '../api/contact.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { useTitle } from '../ui/use-title.ts'
import classes from './whole-page.module.css'

/** Shown when a page broke (domain.md#screens); one that broke for want of the server loads anew when that is back. */
export function PageError() {
  const { t } = useTranslation()
  const lost = useLostSince() !== null
  const wasLost = useRef(false)
  useEffect(() => void doubtContact(), [])
  useEffect(() => {
    if (!lost && wasLost.current) location.reload()
    wasLost.current = lost
  }, [lost])
  const title = lost ? t('common.contact.page') : t('common.failed.title')
  useTitle(title)
  return (
    <div className={classes.page} role="alert">
      <EmptyState
        drawing="plug"
        wholePage
        title={title}
        {...(lost
          ? { text: t('common.contact.comes') }
          : { action: <Button onClick={() => location.reload()}>{t('common.failed.action')}</Button> })}
      />
    </div>
  )
}
