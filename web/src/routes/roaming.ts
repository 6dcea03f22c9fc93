import { createRoute } from '@tanstack/react-router'
import { app, onlyFor } from './frames.ts'
import { lazyPage } from './lazy-page.ts'

const partners = createRoute({
  getParentRoute: () => app,
  path: '/roaming',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/roaming/partners-page.tsx'), 'PartnersPage'),
})

const partner = createRoute({
  getParentRoute: () => app,
  path: '/roaming/$partnerId',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/roaming/partner-page.tsx'), 'PartnerPage'),
})

const messages = createRoute({
  getParentRoute: () => app,
  path: '/roaming/$partnerId/messages',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/roaming/messages-page.tsx'), 'PartnerMessagesPage'),
})

/** Partners in roaming. */
export const roamingRoutes = [partners, partner, messages] as const
