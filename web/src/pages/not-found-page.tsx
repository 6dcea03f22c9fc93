import { Button } from '@mantine/core'
import { Link, useMatches } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useManager } from '../api/session.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { useTitle } from '../ui/use-title.ts'
import classes from './whole-page.module.css'

const AppLayout = lazy(() =>
  import('../layout/app-layout.tsx').then(({ AppLayout: default_ }) => ({ default: default_ })),
)

/** Shown for an address that leads nowhere, beside the menu for who is signed in. */
export function NotFoundPage() {
  const manager = useManager()
  const framed = useMatches({ select: (matches) => matches.some(({ routeId }) => routeId === '/app') })
  if (framed) return <NotFound />
  if (!manager)
    return (
      <main>
        <NotFound />
      </main>
    )
  return (
    <Suspense>
      <AppLayout>
        <NotFound />
      </AppLayout>
    </Suspense>
  )
}

function NotFound() {
  const { t } = useTranslation()
  useTitle(t('common.notFound.title'))
  return (
    <div className={classes.page}>
      <EmptyState
        drawing="road"
        wholePage
        title={t('common.notFound.title')}
        text={t('common.notFound.text')}
        action={
          <Button component={Link} to="/">
            {t('common.notFound.action')}
          </Button>
        }
      />
    </div>
  )
}
