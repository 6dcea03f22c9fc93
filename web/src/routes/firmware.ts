import { createRoute } from '@tanstack/react-router'
import { readRolloutFilters } from '../slices/control/firmware/filters.ts'
import { IconCpu } from '../ui/pictures/icons.ts'
import { app, onlyFor } from './frames.ts'
import { lazyPage } from './lazy-page.ts'

const overview = createRoute({
  getParentRoute: () => app,
  path: '/firmware',
  beforeLoad: onlyFor('administrator'),
  staticData: { menu: { group: 'network', place: 110, name: 'firmware.title', icon: IconCpu } },
  component: lazyPage(() => import('../pages/control/firmware/firmware-page.tsx'), 'FirmwarePage'),
})

const rollout = createRoute({
  getParentRoute: () => app,
  path: '/firmware/$rolloutId',
  beforeLoad: onlyFor('administrator'),
  validateSearch: readRolloutFilters,
  component: lazyPage(() => import('../pages/control/firmware/rollout-page.tsx'), 'RolloutPage'),
})

/** Firmware: the versions in the fleet, files, and roll-outs. */
export const firmwareRoutes = [overview, rollout] as const
