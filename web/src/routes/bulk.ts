import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readRunFilters } from '../slices/bulk/filters.ts'
import { app, onlyFor } from './frames.ts'

const runs = createRoute({
  getParentRoute: () => app,
  path: '/bulk-commands',
  beforeLoad: onlyFor('administrator'),
  component: lazyRouteComponent(() => import('../pages/bulk/bulk-list-page.tsx'), 'BulkListPage'),
})

const run = createRoute({
  getParentRoute: () => app,
  path: '/bulk-commands/$runId',
  beforeLoad: onlyFor('administrator'),
  validateSearch: readRunFilters,
  component: lazyRouteComponent(() => import('../pages/bulk/bulk-run-page.tsx'), 'BulkRunPage'),
})

/** Commands that were sent to many stations, and what came of each. */
export const bulkRoutes = [runs, run] as const
