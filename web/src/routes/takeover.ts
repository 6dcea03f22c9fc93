import { createRoute } from '@tanstack/react-router'
import { app, onlyFor } from './frames.ts'
import { lazyPage } from './lazy-page.ts'

const page = createRoute({
  getParentRoute: () => app,
  path: '/takeover',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/operations/takeover-page.tsx'), 'TakeoverPage'),
})

/** What a network brings along from another system. */
export const takeoverRoutes = [page] as const
