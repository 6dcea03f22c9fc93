import { createRoute } from '@tanstack/react-router'
import { readRunFilters } from '../slices/control/bulk/filters.ts'
import { IconStack2 } from '../ui/pictures/icons.ts'
import { app, onlyFor } from './frames.ts'
import { lazyPage } from './lazy-page.ts'

const runs = createRoute({
  getParentRoute: () => app,
  path: '/bulk-commands',
  beforeLoad: onlyFor('administrator'),
  staticData: { menu: { group: 'network', place: 100, name: 'bulk.title', icon: IconStack2 } },
  component: lazyPage(() => import('../pages/control/bulk/bulk-list-page.tsx'), 'BulkListPage'),
})

const run = createRoute({
  getParentRoute: () => app,
  path: '/bulk-commands/$runId',
  beforeLoad: onlyFor('administrator'),
  validateSearch: readRunFilters,
  component: lazyPage(() => import('../pages/control/bulk/bulk-run-page.tsx'), 'BulkRunPage'),
})

/** Commands that were sent to many stations, and what came of each. */
export const bulkRoutes = [runs, run] as const
