import { createRoute } from '@tanstack/react-router'
import { readWizardSearch } from '../pages/stations/add-station/steps.ts'
import { readInsightFilters } from '../slices/figures/statistics/insight/insight-filters.ts'
import { readConsoleFilters } from '../slices/stations/journal/history/filters.ts'
import { readStationSearch } from '../slices/stations/stations/choosing/filters.ts'
import { readTimelineFilters } from '../slices/stations/timeline/filters.ts'
import { IconChargingPile } from '../ui/pictures/icons.ts'
import { app, onlyFor } from './frames.ts'
import { lazyPage } from './lazy-page.ts'

const stationList = createRoute({
  getParentRoute: () => app,
  path: '/charge-points',
  beforeLoad: onlyFor('administrator', 'manager', 'operator'),
  staticData: { menu: { group: 'network', place: 20, name: 'layout.stations', icon: IconChargingPile } },
  validateSearch: readStationSearch,
  component: lazyPage(() => import('../pages/stations/station-list-page.tsx'), 'StationListPage'),
})

/** Head and tabs of one station; its screens hang in it. */
const station = createRoute({
  getParentRoute: () => app,
  path: '/charge-points/$stationId',
  beforeLoad: onlyFor('administrator', 'manager', 'operator'),
  component: lazyPage(() => import('../pages/stations/station/station-frame.tsx'), 'StationFrame'),
})

const stationInformation = createRoute({
  getParentRoute: () => station,
  path: '/information',
  component: lazyPage(() => import('../pages/stations/station/information-page.tsx'), 'InformationPage'),
})

const stationControllers = createRoute({
  getParentRoute: () => station,
  path: '/controllers',
  component: lazyPage(() => import('../pages/stations/station/controllers-page.tsx'), 'ControllersPage'),
})

const stationTimeline = createRoute({
  getParentRoute: () => station,
  path: '/timeline',
  validateSearch: readTimelineFilters,
  component: lazyPage(() => import('../pages/stations/station/timeline-page.tsx'), 'TimelinePage'),
})

const stationInsight = createRoute({
  getParentRoute: () => station,
  path: '/insight',
  validateSearch: readInsightFilters,
  component: lazyPage(() => import('../pages/stations/station/insight-page.tsx'), 'StationInsightPage'),
})

const stationCommands = createRoute({
  getParentRoute: () => station,
  path: '/commands',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/stations/station/commands-page.tsx'), 'CommandsPage'),
})

const stationConsole = createRoute({
  getParentRoute: () => station,
  path: '/console',
  beforeLoad: onlyFor('administrator'),
  validateSearch: readConsoleFilters,
  component: lazyPage(() => import('../pages/stations/station/console-page.tsx'), 'ConsolePage'),
})

const stationLogs = createRoute({
  getParentRoute: () => station,
  path: '/logs/{-$connectorId}',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/stations/station/logs-page.tsx'), 'LogsPage'),
})

const stationDescription = createRoute({
  getParentRoute: () => station,
  path: '/description',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/stations/station/description-page.tsx'), 'DescriptionPage'),
})

/** Beside the location's frame as well: it is about one station. */
const stationSettings = createRoute({
  getParentRoute: () => app,
  path: '/locations/$locationId/stations/$stationId/settings',
  beforeLoad: onlyFor('administrator', 'manager'),
  component: lazyPage(
    () => import('../pages/places/locations/station-settings-page.tsx'),
    'StationSettingsPage',
  ),
})

/** Beside the location's frame, not in it: the wizard hides its head. */
const addStation = createRoute({
  getParentRoute: () => app,
  path: '/locations/$locationId/stations/add',
  beforeLoad: onlyFor('administrator', 'manager'),
  validateSearch: readWizardSearch,
  component: lazyPage(() => import('../pages/stations/add-station/add-station-page.tsx'), 'AddStationPage'),
})

/** The station list, the tabs of a station, its settings and the wizard that adds one. */
export const stationsRoutes = [
  stationList,
  station.addChildren([
    stationInformation,
    stationControllers,
    stationTimeline,
    stationInsight,
    stationCommands,
    stationConsole,
    stationLogs,
    stationDescription,
  ]),
  stationSettings,
  addStation,
] as const
