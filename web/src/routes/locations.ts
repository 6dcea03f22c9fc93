import { createRoute } from '@tanstack/react-router'
import { readLocationFilters } from '../slices/locations/filters.ts'
import { readInsightFilters } from '../slices/statistics/insight/insight-filters.ts'
import { app, onlyFor } from './frames.ts'
import { lazyPage } from './lazy-page.ts'

const locationList = createRoute({
  getParentRoute: () => app,
  path: '/locations',
  beforeLoad: onlyFor('administrator'),
  validateSearch: readLocationFilters,
  component: lazyPage(() => import('../pages/locations/location-list-page.tsx'), 'LocationListPage'),
})

/** Head and tabs of one location; its screens hang in it. */
const location = createRoute({
  getParentRoute: () => app,
  path: '/locations/$locationId',
  beforeLoad: onlyFor('administrator', 'manager', 'operator'),
  component: lazyPage(() => import('../pages/locations/location-frame.tsx'), 'LocationFrame'),
})

const addLocation = createRoute({
  getParentRoute: () => app,
  path: '/locations/add',
  beforeLoad: onlyFor('administrator', 'manager'),
  component: lazyPage(() => import('../pages/locations/add-location-page.tsx'), 'AddLocationPage'),
})

const locationSettings = createRoute({
  getParentRoute: () => location,
  path: '/settings',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/locations/location-settings-page.tsx'), 'LocationSettingsPage'),
})

const locationStations = createRoute({
  getParentRoute: () => location,
  path: '/stations',
  component: lazyPage(() => import('../pages/locations/location-stations-page.tsx'), 'LocationStationsPage'),
})

const locationInsight = createRoute({
  getParentRoute: () => location,
  path: '/insight',
  validateSearch: readInsightFilters,
  component: lazyPage(() => import('../pages/locations/location-insight-page.tsx'), 'LocationInsightPage'),
})

const locationPricing = createRoute({
  getParentRoute: () => location,
  path: '/pricing',
  beforeLoad: onlyFor('administrator', 'manager'),
  component: lazyPage(() => import('../pages/locations/location-pricing-page.tsx'), 'LocationPricingPage'),
})

const tariffs = createRoute({
  getParentRoute: () => app,
  path: '/locations/tariffs',
  beforeLoad: onlyFor('administrator', 'manager'),
  component: lazyPage(() => import('../pages/locations/tariffs-page.tsx'), 'TariffsPage'),
})

const importFile = createRoute({
  getParentRoute: () => app,
  path: '/locations/import',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/locations/import-page.tsx'), 'ImportPage'),
})

/** Locations, their tabs, tariffs and the import. */
export const locationsRoutes = [
  locationList,
  addLocation,
  tariffs,
  importFile,
  location.addChildren([locationStations, locationInsight, locationSettings, locationPricing]),
] as const
