import { createRoute } from '@tanstack/react-router'
import { readPeopleFilters } from '../slices/people/managers/filters.ts'
import {
  IconBasket,
  IconKey,
  IconSend,
  IconServer,
  IconShieldBolt,
  IconShieldLock,
  IconUsers,
} from '../ui/pictures/icons.ts'
import { numberParam, readSearchText } from '../ui/tables/search-params.ts'
import { app, onlyFor } from './frames.ts'
import { lazyPage } from './lazy-page.ts'

const serviceTypes = createRoute({
  getParentRoute: () => app,
  path: '/service-types',
  beforeLoad: onlyFor('administrator'),
  staticData: { menu: { group: 'system', place: 10, name: 'services.types.title', icon: IconBasket } },
  component: lazyPage(() => import('../pages/money/service-types-page.tsx'), 'ServiceTypesPage'),
})

const versions = createRoute({
  getParentRoute: () => app,
  path: '/anti-sanction-protection',
  beforeLoad: onlyFor('administrator', 'app-developer'),
  staticData: { menu: { group: 'system', place: 20, name: 'versions.title', icon: IconShieldBolt } },
  validateSearch: readSearchText,
  component: lazyPage(() => import('../pages/operations/versions-page.tsx'), 'VersionsPage'),
})

const servers = createRoute({
  getParentRoute: () => app,
  path: '/servers',
  beforeLoad: onlyFor('administrator'),
  staticData: { menu: { group: 'system', place: 40, name: 'servers.title', icon: IconServer } },
  component: lazyPage(() => import('../pages/operations/servers-page.tsx'), 'ServersPage'),
})

const people = createRoute({
  getParentRoute: () => app,
  path: '/managers',
  beforeLoad: onlyFor('administrator'),
  staticData: { menu: { group: 'system', place: 60, name: 'managers.title', icon: IconUsers } },
  validateSearch: readPeopleFilters,
  component: lazyPage(() => import('../pages/people/managers-page.tsx'), 'ManagersPage'),
})

const apiKeys = createRoute({
  getParentRoute: () => app,
  path: '/api-keys',
  beforeLoad: onlyFor('administrator', 'manager', 'app-developer'),
  staticData: { menu: { group: 'system', place: 70, name: 'keys.title', icon: IconKey } },
  component: lazyPage(() => import('../pages/people/api-keys-page.tsx'), 'ApiKeysPage'),
})

const glossary = createRoute({
  getParentRoute: () => app,
  path: '/glossary',
  component: lazyPage(() => import('../pages/operations/glossary-page.tsx'), 'GlossaryPage'),
})

const singleSignOn = createRoute({
  getParentRoute: () => app,
  path: '/single-sign-on',
  beforeLoad: onlyFor('administrator'),
  staticData: { menu: { group: 'system', place: 50, name: 'sso.title', icon: IconShieldLock } },
  component: lazyPage(
    () => import('../pages/people/single-sign-on/single-sign-on-page.tsx'),
    'SingleSignOnPage',
  ),
})

const webhooks = createRoute({
  getParentRoute: () => app,
  path: '/webhooks',
  beforeLoad: onlyFor('administrator', 'manager'),
  staticData: { menu: { group: 'system', place: 80, name: 'webhooks.title', icon: IconSend } },
  validateSearch: (search: Record<string, unknown>) => ({
    endpoint: numberParam(search, 'endpoint', 1, Number.MAX_SAFE_INTEGER),
  }),
  component: lazyPage(() => import('../pages/operations/webhooks-page.tsx'), 'WebhooksPage'),
})

const takeover = createRoute({
  getParentRoute: () => app,
  path: '/takeover',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/operations/takeover-page.tsx'), 'TakeoverPage'),
})

/** Staff and their log-ins, other programs, and what the whole system has. */
export const systemRoutes = [
  serviceTypes,
  versions,
  servers,
  people,
  apiKeys,
  glossary,
  singleSignOn,
  webhooks,
  takeover,
] as const
