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
  /** its name in the texts of the layout */
  label: string
  icon: TablerIcon
  group: (typeof groups)[number]
  roles: readonly Role[]
}

/** The screens of the sidebar and the command palette, with the roles that see them (domain.md#roles-and-scope). */
const screens = [
  {
    to: '/dashboard',
    label: 'dashboard',
    icon: IconLayoutDashboard,
    group: 'network',
    roles: ['administrator', 'manager', 'operator', 'app-developer'],
  },
  {
    to: '/charge-points',
    label: 'stations',
    icon: IconChargingPile,
    group: 'network',
    roles: ['administrator', 'manager', 'operator'],
  },
  { to: '/map', label: 'map', icon: IconMap2, group: 'network', roles },
  { to: '/locations', label: 'locations', icon: IconMapPin, group: 'network', roles: ['administrator'] },
  {
    to: '/inbox',
    label: 'inbox',
    icon: IconInbox,
    group: 'network',
    roles: ['administrator', 'operator'],
  },
  {
    to: '/alerts',
    label: 'alerts',
    icon: IconBell,
    group: 'network',
    roles: ['administrator', 'manager'],
  },
  {
    to: '/incidents',
    label: 'incidents',
    icon: IconAlertTriangle,
    group: 'network',
    roles: ['administrator', 'manager', 'operator'],
  },
  {
    to: '/drivers',
    label: 'drivers',
    icon: IconSteeringWheel,
    group: 'network',
    roles: ['administrator', 'operator'],
  },
  {
    to: '/locations/tariffs',
    label: 'tariffs',
    icon: IconTag,
    group: 'network',
    roles: ['administrator', 'manager'],
  },
  {
    to: '/bulk-commands',
    label: 'bulkCommands',
    icon: IconStack2,
    group: 'network',
    roles: ['administrator'],
  },
  { to: '/firmware', label: 'firmware', icon: IconCpu, group: 'network', roles: ['administrator'] },
  {
    to: '/plug-and-charge',
    label: 'plugAndCharge',
    icon: IconShieldLock,
    group: 'network',
    roles: ['administrator'],
  },
  {
    to: '/statistics-by-day',
    label: 'statisticsByDay',
    icon: IconCalendarStats,
    group: 'money',
    roles: ['administrator', 'accounter'],
  },
  {
    to: '/statistics-reports',
    label: 'statisticsReports',
    icon: IconReportMoney,
    group: 'money',
    roles: ['administrator', 'accounter'],
  },
  {
    to: '/settlements',
    label: 'settlements',
    icon: IconFileInvoice,
    group: 'money',
    roles: ['administrator', 'manager'],
  },
  {
    to: '/monthly-reports',
    label: 'monthlyReports',
    icon: IconFileText,
    group: 'money',
    roles: ['administrator', 'manager'],
  },
  {
    to: '/reconciliation',
    label: 'reconciliation',
    icon: IconScale,
    group: 'money',
    roles: ['administrator'],
  },
  {
    to: '/contracts',
    label: 'contracts',
    icon: IconFileDollar,
    group: 'money',
    roles: ['administrator'],
  },
  {
    to: '/subscribers',
    label: 'subscribers',
    icon: IconRepeat,
    group: 'money',
    roles: ['administrator'],
  },
  {
    to: '/service-types',
    label: 'serviceTypes',
    icon: IconBasket,
    group: 'system',
    roles: ['administrator'],
  },
  {
    to: '/anti-sanction-protection',
    label: 'versions',
    icon: IconShieldBolt,
    group: 'system',
    roles: ['administrator', 'app-developer'],
  },
  {
    to: '/roaming',
    label: 'roaming',
    icon: IconAffiliate,
    group: 'system',
    roles: ['administrator'],
  },
  { to: '/servers', label: 'servers', icon: IconServer, group: 'system', roles: ['administrator'] },
  {
    to: '/single-sign-on',
    label: 'singleSignOn',
    icon: IconShieldLock,
    group: 'system',
    roles: ['administrator'],
  },
  { to: '/managers', label: 'managers', icon: IconUsers, group: 'system', roles: ['administrator'] },
  {
    to: '/api-keys',
    label: 'apiKeys',
    icon: IconKey,
    group: 'system',
    roles: ['administrator', 'manager', 'app-developer'],
  },
  {
    to: '/webhooks',
    label: 'webhooks',
    icon: IconSend,
    group: 'system',
    roles: ['administrator', 'manager'],
  },
  { to: '/settings/profile', label: 'settings', icon: IconSettings, group: 'system', roles },
] as const satisfies readonly Described[]

export type Screen = (typeof screens)[number]

/** The screens that a role sees. */
export const screensOf = (role: Role): Screen[] =>
  screens.filter((screen) => (screen.roles as readonly Role[]).includes(role))

/** Where a role starts: the first screen of its own work in its sidebar; the map is everybody's. */
export const firstScreenOf = (role: Role): Screen['to'] => screensOf(role).find(({ to }) => to !== '/map')!.to

/** Pages that are in no menu, by how their addresses begin. */
const unlisted = [
  { to: '/orders', label: 'order' },
  { to: '/refund-runs', label: 'refundRun' },
  { to: '/takeover', label: 'takeover' },
  { to: '/wall', label: 'wall' },
] as const

/** The name in the texts of the layout of the screen that an address is in; undefined: there is none. */
export const nameOfScreen = (path: string) =>
  [...screens, ...unlisted]
    .filter(({ to }) => path === to || path.startsWith(`${to}/`))
    .toSorted((a, b) => b.to.length - a.to.length)[0]?.label
