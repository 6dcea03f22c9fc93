import type { Role } from '@stationmaster/contract'
import {
  IconCalendarStats,
  IconChargingPile,
  IconLayoutDashboard,
  IconMapPin,
  IconShieldBolt,
} from '@tabler/icons-react'

/** A screen in the sidebar and the command palette, with the roles that see it (spec document 1, section 2). */
export interface Screen {
  to: '/dashboard' | '/charge-points' | '/locations' | '/statistics-by-day' | '/anti-sanction-protection'
  label: 'dashboard' | 'stations' | 'locations' | 'statisticsByDay' | 'versions'
  icon: typeof IconLayoutDashboard
  roles: readonly Role[]
}

const screens: readonly Screen[] = [
  {
    to: '/dashboard',
    label: 'dashboard',
    icon: IconLayoutDashboard,
    roles: ['administrator', 'manager', 'operator', 'app-developer'],
  },
  {
    to: '/charge-points',
    label: 'stations',
    icon: IconChargingPile,
    roles: ['administrator', 'manager', 'operator'],
  },
  { to: '/locations', label: 'locations', icon: IconMapPin, roles: ['administrator'] },
  {
    to: '/statistics-by-day',
    label: 'statisticsByDay',
    icon: IconCalendarStats,
    roles: ['administrator', 'accounter'],
  },
  {
    to: '/anti-sanction-protection',
    label: 'versions',
    icon: IconShieldBolt,
    roles: ['administrator', 'app-developer'],
  },
]

/** The screens that a role sees. */
export const screensOf = (role: Role) => screens.filter((screen) => screen.roles.includes(role))
