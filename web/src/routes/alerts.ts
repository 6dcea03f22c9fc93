import { createRoute } from '@tanstack/react-router'
import { IconBell } from '../ui/pictures/icons.ts'
import { app, onlyFor } from './frames.ts'
import { lazyPage } from './lazy-page.ts'

const alerts = createRoute({
  getParentRoute: () => app,
  path: '/alerts',
  beforeLoad: onlyFor('administrator', 'manager'),
  staticData: { menu: { group: 'network', place: 60, name: 'alerts.tabs.alerts', icon: IconBell } },
  component: lazyPage(() => import('../pages/operations/alerts/alerts-page.tsx'), 'AlertsPage'),
})

const repairs = createRoute({
  getParentRoute: () => app,
  path: '/alerts/repairs',
  beforeLoad: onlyFor('administrator', 'manager'),
  component: lazyPage(() => import('../pages/operations/alerts/repairs-page.tsx'), 'RepairsPage'),
})

/** Who hears of incidents, and what mends itself. */
export const alertRoutes = [alerts, repairs] as const
