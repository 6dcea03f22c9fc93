import { createRoute } from '@tanstack/react-router'
import { readSettlementFilters } from '../pages/partners/settlement/filters.ts'
import { IconAffiliate } from '../ui/pictures/icons.ts'
import { daysParam, textParam } from '../ui/tables/search-params.ts'
import { app, onlyFor } from './frames.ts'
import { lazyPage } from './lazy-page.ts'

const partners = createRoute({
  getParentRoute: () => app,
  path: '/roaming',
  beforeLoad: onlyFor('administrator', 'accounter'),
  staticData: {
    menu: {
      group: 'system',
      place: 30,
      name: 'roaming.title',
      icon: IconAffiliate,
      roles: ['administrator'],
    },
  },
  validateSearch: (search: Record<string, unknown>): { from?: string | undefined; to?: string | undefined } =>
    daysParam(search),
  component: lazyPage(() => import('../pages/roaming/partners-page.tsx'), 'PartnersPage'),
})

const partner = createRoute({
  getParentRoute: () => app,
  path: '/roaming/$partnerId',
  beforeLoad: onlyFor('administrator', 'accounter'),
  component: lazyPage(() => import('../pages/roaming/partner-page.tsx'), 'PartnerPage'),
})

const messages = createRoute({
  getParentRoute: () => app,
  path: '/roaming/$partnerId/messages',
  beforeLoad: onlyFor('administrator'),
  validateSearch: (search: Record<string, unknown>): { module?: string | undefined } => ({
    module: textParam(search, 'module'),
  }),
  component: lazyPage(() => import('../pages/roaming/messages-page.tsx'), 'PartnerMessagesPage'),
})

const settlements = createRoute({
  getParentRoute: () => app,
  path: '/roaming/$partnerId/settlements',
  beforeLoad: onlyFor('administrator', 'accounter'),
  validateSearch: readSettlementFilters,
  component: lazyPage(() => import('../pages/roaming/settlement-pages.tsx'), 'PartnerMonthsPage'),
})

const settlement = createRoute({
  getParentRoute: () => app,
  path: '/roaming/$partnerId/settlements/$month',
  beforeLoad: onlyFor('administrator', 'accounter'),
  component: lazyPage(() => import('../pages/roaming/settlement-pages.tsx'), 'PartnerMonthPage'),
})

const locations = createRoute({
  getParentRoute: () => app,
  path: '/roaming/locations',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/roaming/published-pages.tsx'), 'PublishedLocationsPage'),
})

const preview = createRoute({
  getParentRoute: () => app,
  path: '/roaming/locations/$locationId',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/roaming/preview-page.tsx'), 'PreviewPage'),
})

const tariffs = createRoute({
  getParentRoute: () => app,
  path: '/roaming/tariffs',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/roaming/published-pages.tsx'), 'PublishedTariffsPage'),
})

/** Partners in roaming, and what they are shown. */
export const roamingRoutes = [
  partners,
  partner,
  messages,
  settlements,
  settlement,
  locations,
  preview,
  tariffs,
] as const
