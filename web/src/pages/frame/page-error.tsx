import { Button } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { doubtContact, useLostSince } from '../../api/live/contact.ts'
import { NotForRole } from '../../layout/not-for-role.ts'
import { useTitle } from '../../ui/frame/use-title.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { NotForRolePage } from './not-for-role-page.tsx'
import classes from './whole-page.module.css'

/** Shown in place of a page that is not for somebody's role, or that broke. */
export function PageError({ error }: ErrorComponentProps) {
  return error instanceof NotForRole ? <NotForRolePage roles={error.roles} /> : <BrokenPage />
}

/** Shown when a page failed (domain.md#screens); where the server was away, the page is reloaded when it is back. */
function BrokenPage() {
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
