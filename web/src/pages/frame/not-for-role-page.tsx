import { Button, Group } from '@mantine/core'
import type { Role } from '@stationmaster/contract'
import { Link, useMatches, useRouter, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../api/session.ts'
import { firstScreenOf, nameOfScreen } from '../../layout/navigation.ts'
import { passing, NotForRole as Refused } from '../../layout/not-for-role.ts'
import { useTitle } from '../../ui/frame/use-title.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { BesideMenu } from './beside-menu.tsx'
import classes from './whole-page.module.css'

/** Shown for a page that somebody's role may not open: what it is, who may open it, and a way back. */
export function NotForRolePage({ roles }: { roles: readonly Role[] }) {
  return <BesideMenu>{() => <NotForRole first={roles} />}</BesideMenu>
}

/** `first`: who may pass the first of its guards. */
function NotForRole({ first }: { first: readonly Role[] }) {
  const { t, i18n } = useTranslation()
  const router = useRouter()
  // a link that was opened in a window of its own has nothing behind it
  const canGoBack = window.history.length > 1
  const role = useManager()?.role
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const guards = useMatches({
    select: (matches) =>
      matches.map(({ routeId }) => router.routesById[routeId].options.beforeLoad as unknown),
  })
  // a location's and a station's pages stand in a frame with a heading of its own
  const isFramed = useMatches({
    select: (matches) => {
      const at = matches.findIndex(({ error }) => error instanceof Refused)
      const parent = at > 0 ? matches[at - 1] : undefined
      return parent !== undefined && !['__root__', '/app'].includes(parent.routeId)
    },
  })
  useTitle(t('common.notForRole.title'))
  if (!role) return null
  const page = nameOfScreen(router.routeTree, path)
  const named = page ? t(page) : path
  const who = new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(
    passing(first, guards).map((one) => t(`enums.role.${one}`)),
  )
  return (
    <div className={classes.page}>
      <EmptyState
        drawing="road"
        wholePage={!isFramed}
        title={t('common.notForRole.title')}
        text={[
          t('common.notForRole.what', { page: named, role: t(`enums.role.${role}`) }),
          t('common.notForRole.who', { roles: who }),
          t('common.notForRole.ask'),
        ].join(' ')}
        action={
          <Group gap="xs" justify="center" mt="sm">
            {canGoBack && (
              <Button variant="default" onClick={() => router.history.back()}>
                {t('common.back')}
              </Button>
            )}
            <Button component={Link} to={firstScreenOf(router.routeTree, role)}>
              {t('common.notFound.action')}
            </Button>
          </Group>
        }
      />
    </div>
  )
}
