import { useMatches } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { session, useManager } from '../../api/session.ts'
import { loadManager } from '../../slices/people/auth/session-actions.ts'

const AppLayout = lazy(() =>
  import('../../layout/app-layout.tsx').then(({ AppLayout: default_ }) => ({ default: default_ })),
)

/** Shows what stands in a page's place beside the menu for who is signed in; `isFramed`: the page around it has a heading already. */
export function BesideMenu({ children }: { children: (isFramed: boolean) => ReactNode }) {
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
  if (framed) return children(true)
  if (!known) return null
  if (!manager) return <main>{children(false)}</main>
  return (
    <Suspense>
      <AppLayout>{children(false)}</AppLayout>
    </Suspense>
  )
}
