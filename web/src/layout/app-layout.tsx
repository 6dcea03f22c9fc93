import { ActionIcon, Drawer } from '@mantine/core'
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import type { Manager } from '@stationmaster/contract'
import { Link, Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/calls/api-error.ts'
import { queryClient } from '../api/calls/query-client.ts'
import { keepApplication } from '../api/live/keep-application.ts'
import { followLive, useLiveConnected } from '../api/live/live.ts'
import { useManager } from '../api/session.ts'
import { onForcedLogOut } from '../api/tokens.ts'
import { CommandPalette } from '../slices/operations/search/command-palette.tsx'
import { openSearch } from '../slices/operations/search/search-button.tsx'
import { rememberRequestedPage } from '../slices/people/auth/requested-page.ts'
import { loadManager, readRememberedManager } from '../slices/people/auth/session-actions.ts'
import { Logo } from '../ui/frame/logo.tsx'
import { IconMenu2, IconSearch } from '../ui/pictures/icons.ts'
import { Later } from '../ui/states/later.tsx'
import classes from './app-layout.module.css'
import { screensOf } from './navigation.ts'
import { Sidebar } from './sidebar.tsx'
import { SkipLink } from './skip-link.tsx'

/** How long "your session has ended" stands before the start page comes (domain.md#signing-in). */
const forcedLogOutDelayMs = 1000

/** How long the live stream may take to begin before it is not waited for. */
const streamWaitMs = 2000

/** Sidebar, phone header, command palette and live stream around every screen that needs a log-in, or around what is given. */
export function AppLayout({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  const manager = useManager()
  const ended = useEndOfSession()
  const [folded, setFolded] = useLocalStorage({ key: 'stationmaster.sidebar-folded', defaultValue: false })
  const narrow = useMediaQuery('(max-width: 992px)', undefined, { getInitialValueInEffect: false })
  const iconsOnly = folded || narrow
  const [menuOpen, menu] = useDisclosure(false)
  const path = useRouterState({ select: (state) => state.location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the slide-in closes whenever another page is shown
  useEffect(menu.close, [path])
  useEffect(followLive, [])
  useEffect(() => {
    keepApplication().catch(() => undefined)
  }, [])
  useRights()
  if (!manager) return ended ? <p className={classes.ended}>{t('common.sessionEnded')}</p> : null
  return (
    <div className={classes.frame} data-folded={iconsOnly || undefined}>
      <SkipLink />
      <aside className={classes.side}>
        <Sidebar
          manager={manager}
          folded={iconsOnly}
          onFold={narrow ? undefined : () => setFolded(!folded)}
        />
      </aside>
      <PhoneHeader onMenu={menu.open} />
      <Drawer
        opened={menuOpen}
        onClose={menu.close}
        size={280}
        withCloseButton={false}
        padding={0}
        attributes={{ content: { 'aria-label': t('layout.mainMenu') } }}
        classNames={{ body: classes.drawer! }}
      >
        <Sidebar manager={manager} folded={false} />
      </Drawer>
      <main className={classes.main} id="content" tabIndex={-1}>
        <Later>{children ?? <Outlet />}</Later>
      </main>
      <Search role={manager.role} />
    </div>
  )
}

/** The top of the page on a phone: the menu, the way home, and the search. */
function PhoneHeader({ onMenu }: { onMenu: () => void }) {
  const { t } = useTranslation()
  return (
    <header className={classes.top}>
      <ActionIcon variant="subtle" color="gray" size={40} onClick={onMenu} aria-label={t('layout.openMenu')}>
        <IconMenu2 size={20} stroke={1.75} />
      </ActionIcon>
      <Link to="/">
        <Logo />
      </Link>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={40}
        onClick={openSearch}
        aria-label={t('common.search')}
      >
        <IconSearch size={20} stroke={1.75} />
      </ActionIcon>
    </header>
  )
}

/** The command palette, with the screens of the role. */
function Search({ role }: Pick<Manager, 'role'>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { routeTree } = useRouter()
  return (
    <CommandPalette
      role={role}
      screens={screensOf(routeTree, role).map(({ to, name, icon }) => ({
        label: t(name),
        icon,
        open: () => void navigate({ to }),
      }))}
    />
  )
}

/**
 * Reloads the signed-in person at the start, whenever the live stream opens, as the server ends the stream when a role or an owner
 * has changed, and when something is refused to their role. A screen that the person may not see any more says so.
 */
function useRights() {
  const router = useRouter()
  const connected = useLiveConnected()
  const wasConnected = useRef(false)
  const manager = useManager()
  const role = manager?.role
  const rights = manager && `${role} ${manager.second_factor === 'needed'}`
  useEffect(() => {
    const read = connected && wasConnected.current ? loadManager : readRememberedManager
    wasConnected.current ||= connected
    // no signal would report a change between the reading and the beginning of the stream, so the stream is opened first
    const timer = setTimeout(() => void read().catch(() => undefined), connected ? 0 : streamWaitMs)
    return () => clearTimeout(timer)
  }, [connected])
  // a change from before the stream was opened shows in what is refused
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return
        const { error } = event.action
        if (error instanceof ApiError && error.code === 'auth.forbidden')
          void loadManager().catch(() => undefined)
      }),
    [],
  )
  const known = useRef(rights)
  useEffect(() => {
    // null: the session has ended, and the person is shown that before the page is left
    if (!rights || rights === known.current) return
    known.current = rights
    void router.invalidate().then(() => queryClient.resetQueries())
  }, [rights, router])
}

/** Leaves for the start page when the session has ended here or in another tab; true when the server ended it. */
function useEndOfSession(): boolean {
  const manager = useManager()
  const router = useRouter()
  const [ended, setEnded] = useState(false)
  useEffect(
    () =>
      onForcedLogOut(() => {
        rememberRequestedPage(router.state.location.href)
        setEnded(true)
      }),
    [router],
  )
  useEffect(() => {
    if (manager) return
    const leave = () => void router.navigate({ to: '/' })
    const timer = setTimeout(leave, ended ? forcedLogOutDelayMs : 0)
    return () => clearTimeout(timer)
  }, [manager, ended, router])
  return ended
}
