import { Button } from '@mantine/core'
import { Link, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { session, useManager } from '../api/session.ts'
import { loadManager } from '../slices/auth/session-actions.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { useTitle } from '../ui/use-title.ts'
import classes from './whole-page.module.css'

const AppLayout = lazy(() =>
  import('../layout/app-layout.tsx').then(({ AppLayout: default_ }) => ({ default: default_ })),
)

/** Shown for an address that leads nowhere, beside the menu for who is signed in. */
export function NotFoundPage() {
  const manager = useManager()
  // who is signed in is not known yet where this is the first page
  const [known, setKnown] = useState(manager !== null || session.get() === null)
  useEffect(() => {
    if (known) return
    loadManager()
      .catch(() => undefined)
      .finally(() => setKnown(true))
  }, [known])
  const framed = useMatches({ select: (matches) => matches.some(({ routeId }) => routeId === '/app') })
  if (framed) return <NotFound framed />
  if (!known) return null
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

/** `framed`: the page around it has a heading already. */
function NotFound({ framed = false }: { framed?: boolean }) {
  const { t } = useTranslation()
  useTitle(t('common.notFound.title'))
  return (
    <div className={classes.page}>
      <EmptyState
        drawing="road"
        wholePage={!framed}
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
