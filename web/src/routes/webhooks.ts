import { createRoute } from '@tanstack/react-router'
import { numberParam } from '../ui/tables/search-params.ts'
import { app, onlyFor } from './frames.ts'
import { lazyPage } from './lazy-page.ts'

const page = createRoute({
  getParentRoute: () => app,
  path: '/webhooks',
  beforeLoad: onlyFor('administrator', 'manager'),
  validateSearch: (search: Record<string, unknown>) => ({
    endpoint: numberParam(search, 'endpoint', 1, Number.MAX_SAFE_INTEGER),
  }),
  component: lazyPage(() => import('../pages/operations/webhooks-page.tsx'), 'WebhooksPage'),
})

/** What other programs hear, and what they were sent. */
export const webhookRoutes = [page] as const
