import type { Role } from '@stationmaster/contract'
import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { loadNetwork } from '../api/network.ts'
import { session } from '../api/session.ts'
import { loadAllTexts } from '../i18n/index.ts'
import { firstScreenOf } from '../layout/navigation.ts'
import { type Guard, NotForRole } from '../layout/not-for-role.ts'
import { readKey } from '../slices/operations/wall/wall-key.ts'
import { rememberRequestedPage } from '../slices/people/auth/requested-page.ts'
import { loadManager } from '../slices/people/auth/session-actions.ts'
import { lazyPage } from './lazy-page.ts'
import { Root } from './root.tsx'

/** Pages that do with the texts of the first paint. */
const firstPages = ['/', '/login', '/signup']
const hasOwnTexts = (path: string) =>
  firstPages.includes(path) || path.startsWith('/pay/') || path === '/driver' || isNetwork(path)

/** The one part of the application that other sites may show in a frame. */
const isNetwork = (path: string) => path === '/network' || path.startsWith('/network/')
const isFramed = typeof window !== 'undefined' && window.self !== window.top

export const root = createRootRoute({
  beforeLoad: ({ location }) => {
    // the whole page is loaded from the server, which lets no other site frame it: a framed page never becomes a log-in
    if (isFramed && !isNetwork(location.pathname))
      throw redirect({ href: location.href, reloadDocument: true })
    return hasOwnTexts(location.pathname) ? undefined : loadAllTexts()
  },
  component: Root,
})

/** Sends people who are signed in to their first screen. */
export const forVisitors = () => {
  const role = session.get()?.manager?.role
  if (role) throw redirect({ to: firstScreenOf(root, role) })
}

/** By a setting an administrator sets up a second factor before anything else; the server opens nothing until then. */
const needsSecondFactor = () => session.get()?.manager?.second_factor === 'needed'

/** Sends everybody else to where they belong. */
export const forWhoNeedsSecondFactor = () => {
  if (!session.get()) throw redirect({ to: '/login' })
  if (!needsSecondFactor()) throw redirect({ to: '/dashboard' })
}

/** Sends people away who have neither a key nor a log-in that sees the whole network. */
export const forWall = async (location: { hash: string; href: string }) => {
  await loadNetwork()
  if (readKey(location.hash)) return
  if (!session.get()) {
    rememberRequestedPage(location.href)
    throw redirect({ to: '/login' })
  }
  if (!session.get()?.manager) await loadManager()
  onlyFor('administrator', 'operator')()
}

/** Header and footer of the pages that everybody sees. */
export const open = createRoute({
  getParentRoute: () => root,
  id: 'open',
  component: lazyPage(() => import('../layout/public/public-layout.tsx'), 'PublicLayout'),
})

/** Sidebar and head of the screens that need a log-in. */
export const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  beforeLoad: async ({ location }) => {
    if (!session.get()) {
      rememberRequestedPage(location.href)
      throw redirect({ to: '/' })
    }
    await Promise.all([loadNetwork(), session.get()?.manager ? undefined : loadManager()])
    if (needsSecondFactor()) {
      rememberRequestedPage(location.href)
      throw redirect({ to: '/auth/second-factor' })
    }
  },
  component: lazyPage(() => import('../layout/app-layout.tsx'), 'AppLayout'),
})

/** Opens a page to some roles; people with another role see a notice in its place (domain.md#roles-and-scope). */
export const onlyFor = (...roles: Role[]): Guard => {
  const guard = () => {
    const role = session.get()?.manager?.role
    if (role && !roles.includes(role)) throw new NotForRole(roles)
  }
  return Object.assign(guard, { roles })
}

/** Opens the dashboard to those who have one; it is home, so everybody else is led to their own first screen. */
export const forHome = () => {
  const role = session.get()?.manager?.role
  if (role && firstScreenOf(root, role) !== '/dashboard') throw redirect({ to: firstScreenOf(root, role) })
}
