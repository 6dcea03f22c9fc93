import { type Role, roles } from '@stationmaster/contract'
import type { AnyRoute } from '@tanstack/react-router'
import type { ParseKeys } from 'i18next'
import type { Icon as TablerIcon } from '../ui/pictures/icons.ts'
import { passing } from './not-for-role.ts'

/** Groups of the sidebar, top down; the first has no heading. */
export const groups = ['network', 'money', 'system'] as const

/** How the sidebar and the command palette have a screen; its route says so (`staticData`). */
interface MenuEntry {
  group: (typeof groups)[number]
  /** from the top of the group, in tens, so that another one finds room between two */
  place: number
  /** the key of the text that names it: that of the page's own title where both are the same */
  name: ParseKeys
  icon: TablerIcon
  /** who finds it there, where more may open it (domain.md#roles-and-scope) */
  roles?: readonly Role[]
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    menu?: MenuEntry
  }
}

export type Screen = MenuEntry & { to: string }

/** The screens of the sidebar and the command palette that a role sees, top down; `root` is the application's first route. */
export function screensOf(root: AnyRoute, role: Role): Screen[] {
  const screens: Screen[] = []
  const visit = (route: AnyRoute) => {
    const { menu } = (route.options.staticData ?? {}) as { menu?: MenuEntry }
    const theirs = menu?.roles ?? passing(roles, [route.options.beforeLoad])
    if (menu && theirs.includes(role)) screens.push({ ...menu, to: route.fullPath })
    for (const child of Object.values((route.children ?? []) as AnyRoute[])) visit(child)
  }
  visit(root)
  return screens.toSorted((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group) || a.place - b.place)
}

/** Where a role starts: the first screen of its own work in its sidebar; the map is everybody's. */
export const firstScreenOf = (root: AnyRoute, role: Role): string =>
  // every role has a screen of its own
  screensOf(root, role).find(({ to }) => to !== '/map')!.to

/** Pages that are in no menu, by how their addresses begin. */
const unlisted: readonly Pick<Screen, 'to' | 'name'>[] = [
  { to: '/orders', name: 'order.session.title' },
  { to: '/refund-runs', name: 'layout.refundRun' },
  { to: '/takeover', name: 'takeover.title' },
  { to: '/wall', name: 'layout.wall' },
]

/** The key of the name of the screen that an address is in; undefined: there is none. */
export const nameOfScreen = (root: AnyRoute, path: string): ParseKeys | undefined =>
  [...roles.flatMap((role) => screensOf(root, role)), ...unlisted]
    .filter(({ to }) => path === to || path.startsWith(`${to}/`))
    .toSorted((a, b) => b.to.length - a.to.length)[0]?.name
