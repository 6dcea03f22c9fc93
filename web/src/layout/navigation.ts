import { type Role, roles } from '@stationmaster/contract'
import {
  IconAffiliate,
  IconAlertTriangle,
  IconBasket,
  IconBell,
  IconCalendarStats,
  IconChargingPile,
  IconCpu,
  IconFileDollar,
  IconFileInvoice,
  IconFileText,
  IconInbox,
  IconKey,
  IconLayoutDashboard,
  IconMap2,
  IconMapPin,
  IconRepeat,
  IconReportMoney,
  IconScale,
  IconSend,
  IconServer,
  IconSettings,
  IconShieldBolt,
  IconShieldLock,
  IconStack2,
  IconSteeringWheel,
  IconTag,
  IconUsers,
  type Icon as TablerIcon,
} from '../ui/pictures/icons.ts'

/** Groups of the sidebar, top down; the first has no heading. */
export const groups = ['network', 'money', 'system'] as const

interface Described {
  to: string
  /** the key of the text that names it: that of the page's own title where both are the same */
  name: string
  icon: TablerIcon
  group: (typeof groups)[number]
  roles: readonly Role[]
}

/** The screens of the sidebar and the command palette, with the roles that see them (domain.md#roles-and-scope). */
const screens = [
  {
    to: '/dashboard',
    name: 'layout.dashboard',
    icon: IconLayoutDashboard,
    group: 'network',
    roles: ['administrator', 'manager', 'operator', 'app-developer'],
  },
  {
    to: '/charge-points',
    name: 'layout.stations',
    icon: IconChargingPile,
    group: 'network',
    roles: ['administrator', 'manager', 'operator'],
  },
  { to: '/map', name: 'map.title', icon: IconMap2, group: 'network', roles },
  { to: '/locations', name: 'locations.title', icon: IconMapPin, group: 'network', roles: ['administrator'] },
  {
    to: '/inbox',
    name: 'inbox.title',
    icon: IconInbox,
    group: 'network',
    roles: ['administrator', 'operator'],
  },
  {
    to: '/alerts',
    name: 'alerts.tabs.alerts',
    icon: IconBell,
    group: 'network',
    roles: ['administrator', 'manager'],
  },
  {
    to: '/incidents',
    name: 'incidents.title',
    icon: IconAlertTriangle,
    group: 'network',
    roles: ['administrator', 'manager', 'operator'],
  },
  {
    to: '/drivers',
    name: 'drivers.title',
    icon: IconSteeringWheel,
    group: 'network',
    roles: ['administrator', 'operator'],
  },
  {
    to: '/locations/tariffs',
    name: 'layout.tariffs',
    icon: IconTag,
    group: 'network',
    roles: ['administrator', 'manager'],
  },
  {
    to: '/bulk-commands',
    name: 'bulk.title',
    icon: IconStack2,
    group: 'network',
    roles: ['administrator'],
  },
  { to: '/firmware', name: 'firmware.title', icon: IconCpu, group: 'network', roles: ['administrator'] },
  {
    to: '/plug-and-charge',
    name: 'pnc.title',
    icon: IconShieldLock,
    group: 'network',
    roles: ['administrator'],
  },
  {
    to: '/statistics-by-day',
    name: 'layout.statisticsByDay',
    icon: IconCalendarStats,
    group: 'money',
    roles: ['administrator', 'accounter'],
  },
  {
    to: '/statistics-reports',
    name: 'reports.title',
    icon: IconReportMoney,
    group: 'money',
    roles: ['administrator', 'accounter'],
  },
  {
    to: '/settlements',
    name: 'settlement.title',
    icon: IconFileInvoice,
    group: 'money',
    roles: ['administrator', 'manager'],
  },
  {
    to: '/monthly-reports',
    name: 'reports.monthly.title',
    icon: IconFileText,
    group: 'money',
    roles: ['administrator', 'manager'],
  },
  {
    to: '/reconciliation',
    name: 'reconciliation.page',
    icon: IconScale,
    group: 'money',
    roles: ['administrator'],
  },
  {
    to: '/contracts',
    name: 'contracts.title',
    icon: IconFileDollar,
    group: 'money',
    roles: ['administrator'],
  },
  {
    to: '/subscribers',
    name: 'plan.subscribers.title',
    icon: IconRepeat,
    group: 'money',
    roles: ['administrator'],
  },
  {
    to: '/service-types',
    name: 'services.types.title',
    icon: IconBasket,
    group: 'system',
    roles: ['administrator'],
  },
  {
    to: '/anti-sanction-protection',
    name: 'versions.title',
    icon: IconShieldBolt,
    group: 'system',
    roles: ['administrator', 'app-developer'],
  },
  {
    to: '/roaming',
    name: 'roaming.title',
    icon: IconAffiliate,
    group: 'system',
    roles: ['administrator'],
  },
  { to: '/servers', name: 'servers.title', icon: IconServer, group: 'system', roles: ['administrator'] },
  {
    to: '/single-sign-on',
    name: 'sso.title',
    icon: IconShieldLock,
    group: 'system',
    roles: ['administrator'],
  },
  { to: '/managers', name: 'managers.title', icon: IconUsers, group: 'system', roles: ['administrator'] },
  {
    to: '/api-keys',
    name: 'keys.title',
    icon: IconKey,
    group: 'system',
    roles: ['administrator', 'manager', 'app-developer'],
  },
  {
    to: '/webhooks',
    name: 'webhooks.title',
    icon: IconSend,
    group: 'system',
    roles: ['administrator', 'manager'],
  },
  { to: '/settings/profile', name: 'layout.settings', icon: IconSettings, group: 'system', roles },
] as const satisfies readonly Described[]

export type Screen = (typeof screens)[number]

/** The screens that a role sees. */
export const screensOf = (role: Role): Screen[] =>
  screens.filter((screen) => (screen.roles as readonly Role[]).includes(role))

/** Where a role starts: the first screen of its own work in its sidebar; the map is everybody's. */
export const firstScreenOf = (role: Role): Screen['to'] => screensOf(role).find(({ to }) => to !== '/map')!.to

/** Pages that are in no menu, by how their addresses begin. */
const unlisted = [
  { to: '/orders', name: 'order.session.title' },
  { to: '/refund-runs', name: 'layout.refundRun' },
  { to: '/takeover', name: 'takeover.title' },
  { to: '/wall', name: 'layout.wall' },
] as const

/** The key of the name of the screen that an address is in; undefined: there is none. */
export const nameOfScreen = (path: string) =>
  [...screens, ...unlisted]
    .filter(({ to }) => path === to || path.startsWith(`${to}/`))
    .toSorted((a, b) => b.to.length - a.to.length)[0]?.name
