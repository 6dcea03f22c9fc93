import { createRoute } from '@tanstack/react-router'
import { readFeedbackFilters } from '../slices/charging/feedback/filters.ts'
import { readInsightFilters } from '../slices/figures/statistics/insight/insight-filters.ts'
import { readLocationFilters } from '../slices/places/locations/list/filters.ts'
import { readMapFilters } from '../slices/places/maps/marker-filter.ts'
import { IconMap2, IconMapPin, IconTag } from '../ui/pictures/icons.ts'
import { app, onlyFor } from './frames.ts'
import { lazyPage } from './lazy-page.ts'

const locationList = createRoute({
  getParentRoute: () => app,
  path: '/locations',
  beforeLoad: onlyFor('administrator'),
  staticData: { menu: { group: 'network', place: 40, name: 'locations.title', icon: IconMapPin } },
  validateSearch: readLocationFilters,
  component: lazyPage(() => import('../pages/places/locations/location-list-page.tsx'), 'LocationListPage'),
})

const map = createRoute({
  getParentRoute: () => app,
  path: '/map',
  staticData: { menu: { group: 'network', place: 30, name: 'map.title', icon: IconMap2 } },
  validateSearch: readMapFilters,
  component: lazyPage(() => import('../pages/places/map/map-page.tsx'), 'MapPage'),
})

/** Head and tabs of one location; its screens hang in it. */
const location = createRoute({
  getParentRoute: () => app,
  path: '/locations/$locationId',
  beforeLoad: onlyFor('administrator', 'manager', 'operator'),
  component: lazyPage(() => import('../pages/places/location/location-frame.tsx'), 'LocationFrame'),
})

const addLocation = createRoute({
  getParentRoute: () => app,
  path: '/locations/add',
  beforeLoad: onlyFor('administrator', 'manager'),
  component: lazyPage(() => import('../pages/places/locations/add-location-page.tsx'), 'AddLocationPage'),
})

const locationSettings = createRoute({
  getParentRoute: () => location,
  path: '/settings',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(
    () => import('../pages/places/location/location-settings-page.tsx'),
    'LocationSettingsPage',
  ),
})

const locationStations = createRoute({
  getParentRoute: () => location,
  path: '/stations',
  component: lazyPage(
    () => import('../pages/places/location/location-stations-page.tsx'),
    'LocationStationsPage',
  ),
})

const locationInsight = createRoute({
  getParentRoute: () => location,
  path: '/insight',
  validateSearch: readInsightFilters,
  component: lazyPage(
    () => import('../pages/places/location/location-insight-page.tsx'),
    'LocationInsightPage',
  ),
})

const locationEnergy = createRoute({
  getParentRoute: () => location,
  path: '/energy',
  component: lazyPage(() => import('../pages/places/energy/energy-page.tsx'), 'EnergyPage'),
})

const setUpEnergy = createRoute({
  getParentRoute: () => location,
  path: '/energy/setup',
  beforeLoad: onlyFor('administrator', 'manager'),
  component: lazyPage(() => import('../pages/places/energy/energy-setup-page.tsx'), 'EnergySetupPage'),
})

const editEnergy = createRoute({
  getParentRoute: () => location,
  path: '/energy/edit',
  beforeLoad: onlyFor('administrator', 'manager'),
  component: lazyPage(() => import('../pages/places/energy/energy-edit-page.tsx'), 'EnergyEditPage'),
})

const locationPhotos = createRoute({
  getParentRoute: () => location,
  path: '/photos',
  component: lazyPage(
    () => import('../pages/places/location/location-photos-page.tsx'),
    'LocationPhotosPage',
  ),
})

// the page of the photos shows these two above itself
const addPhotos = createRoute({
  getParentRoute: () => locationPhotos,
  path: '/add',
  beforeLoad: onlyFor('administrator', 'manager'),
})

const deletePhoto = createRoute({
  getParentRoute: () => locationPhotos,
  path: '/$photoId/delete',
  beforeLoad: onlyFor('administrator', 'manager'),
})

const locationFeedback = createRoute({
  getParentRoute: () => location,
  path: '/feedback',
  validateSearch: readFeedbackFilters,
  component: lazyPage(
    () => import('../pages/places/location/location-feedback-page.tsx'),
    'LocationFeedbackPage',
  ),
})

const locationPricing = createRoute({
  getParentRoute: () => location,
  path: '/pricing',
  beforeLoad: onlyFor('administrator', 'manager'),
  component: lazyPage(
    () => import('../pages/places/location/location-pricing-page.tsx'),
    'LocationPricingPage',
  ),
})

const locationServices = createRoute({
  getParentRoute: () => location,
  path: '/services',
  component: lazyPage(
    () => import('../pages/places/location/location-services-page.tsx'),
    'LocationServicesPage',
  ),
})

const addService = createRoute({
  getParentRoute: () => location,
  path: '/services/add',
  beforeLoad: onlyFor('administrator', 'manager'),
  component: lazyPage(() => import('../pages/places/locations/add-service-page.tsx'), 'AddServicePage'),
})

const editService = createRoute({
  getParentRoute: () => location,
  path: '/services/$serviceId/edit',
  beforeLoad: onlyFor('administrator', 'manager'),
  component: lazyPage(() => import('../pages/places/locations/edit-service-page.tsx'), 'EditServicePage'),
})

const tariffs = createRoute({
  getParentRoute: () => app,
  path: '/locations/tariffs',
  beforeLoad: onlyFor('administrator', 'manager'),
  staticData: { menu: { group: 'network', place: 90, name: 'layout.tariffs', icon: IconTag } },
  component: lazyPage(() => import('../pages/places/locations/tariffs-page.tsx'), 'TariffsPage'),
})

const importFile = createRoute({
  getParentRoute: () => app,
  path: '/locations/import',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/places/locations/import-page.tsx'), 'ImportPage'),
})

/** Locations, their tabs, tariffs and the import. */
export const locationsRoutes = [
  map,
  locationList,
  addLocation,
  tariffs,
  importFile,
  location.addChildren([
    locationStations,
    locationPhotos.addChildren([addPhotos, deletePhoto]),
    locationServices,
    addService,
    editService,
    locationFeedback,
    locationInsight,
    locationEnergy,
    setUpEnergy,
    editEnergy,
    locationSettings,
    locationPricing,
  ]),
] as const
