import type { Role } from '@stationmaster/contract'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { loadNetwork } from './api/network.ts'
import { session } from './api/session.ts'
import { loadAllTexts } from './i18n/index.ts'
import { firstScreenOf } from './layout/navigation.ts'
import { readWizardSearch } from './pages/add-station/steps.ts'
import { readDashboardFilters } from './pages/dashboard/filters.ts'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { PageError } from './pages/page-error.tsx'
import { readDayFilters } from './pages/statistics-by-day/filters.ts'
import { rememberAskedPage } from './slices/auth/asked-page.ts'
import { loadManager } from './slices/auth/session-actions.ts'
import { readLogInSearch } from './slices/auth/steps.ts'
import { readConsoleFilters } from './slices/journal/filters.ts'
import { readLocationFilters } from './slices/locations/filters.ts'
import { readPeopleFilters } from './slices/managers/filters.ts'
import { readStationFilters } from './slices/stations/filters.ts'
import { parseSearch, readSearchText, stringifySearch } from './ui/search-params.ts'

/** Pages that do with the texts of the first paint. */
const firstPages = ['/', '/login', '/signup']

const root = createRootRoute({
  beforeLoad: ({ location }) => (firstPages.includes(location.pathname) ? undefined : loadAllTexts()),
  component: Outlet,
})

const forVisitors = () => {
  const role = session.get()?.manager?.role
  if (role) throw redirect({ to: firstScreenOf(role) })
}

const open = createRoute({
  getParentRoute: () => root,
  id: 'open',
  component: lazyRouteComponent(() => import('./layout/public/public-layout.tsx'), 'PublicLayout'),
})

const landing = createRoute({
  getParentRoute: () => open,
  path: '/',
  beforeLoad: forVisitors,
  component: lazyRouteComponent(() => import('./pages/landing/landing-page.tsx'), 'LandingPage'),
})

const logIn = createRoute({
  getParentRoute: () => open,
  path: '/login',
  beforeLoad: forVisitors,
  validateSearch: readLogInSearch,
  component: lazyRouteComponent(() => import('./pages/login/log-in-page.tsx'), 'LogInPage'),
})

const signUp = createRoute({
  getParentRoute: () => open,
  path: '/signup',
  beforeLoad: forVisitors,
  component: lazyRouteComponent(() => import('./pages/login/sign-up-page.tsx'), 'SignUpPage'),
})

const passwordChange = createRoute({
  getParentRoute: () => open,
  path: '/auth/password-change/$token',
  component: lazyRouteComponent(() => import('./pages/login/password-change-page.tsx'), 'PasswordChangePage'),
})

const emailVerification = createRoute({
  getParentRoute: () => open,
  path: '/auth/verify-email/$token',
  component: lazyRouteComponent(() => import('./pages/login/verify-email-page.tsx'), 'VerifyEmailPage'),
})

const terms = createRoute({
  getParentRoute: () => open,
  path: '/terms',
  component: lazyRouteComponent(() => import('./pages/public/legal-page.tsx'), 'TermsPage'),
})

const privacy = createRoute({
  getParentRoute: () => open,
  path: '/privacy',
  component: lazyRouteComponent(() => import('./pages/public/legal-page.tsx'), 'PrivacyPage'),
})

const dataDeletion = createRoute({
  getParentRoute: () => open,
  path: '/support/data-deletion-request',
  component: lazyRouteComponent(() => import('./pages/public/data-deletion-page.tsx'), 'DataDeletionPage'),
})

const appManual = createRoute({
  getParentRoute: () => open,
  path: '/support/app-manual',
  component: lazyRouteComponent(() => import('./pages/public/app-manual-page.tsx'), 'AppManualPage'),
})

const paymentSuccess = createRoute({
  getParentRoute: () => open,
  path: '/payment/success',
  component: lazyRouteComponent(() => import('./pages/public/payment-result-page.tsx'), 'PaymentSuccessPage'),
})

const paymentFail = createRoute({
  getParentRoute: () => open,
  path: '/payment/fail',
  component: lazyRouteComponent(() => import('./pages/public/payment-result-page.tsx'), 'PaymentFailPage'),
})

const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  beforeLoad: async ({ location }) => {
    if (!session.get()) {
      rememberAskedPage(location.href)
      throw redirect({ to: '/' })
    }
    await Promise.all([loadNetwork(), session.get()?.manager ? undefined : loadManager()])
  },
  component: lazyRouteComponent(() => import('./layout/app-layout.tsx'), 'AppLayout'),
})

/** Sends everybody else to the start page, as the spec does (document 3, section 5). */
const onlyFor =
  (...roles: Role[]) =>
  () => {
    const role = session.get()?.manager?.role
    if (role && !roles.includes(role)) throw redirect({ to: '/' })
  }

const dashboard = createRoute({
  getParentRoute: () => app,
  path: '/dashboard',
  beforeLoad: onlyFor('administrator', 'manager', 'operator', 'app-developer'),
  validateSearch: readDashboardFilters,
  component: lazyRouteComponent(() => import('./pages/dashboard/dashboard-page.tsx'), 'DashboardPage'),
})

const stationList = createRoute({
  getParentRoute: () => app,
  path: '/charge-points',
  beforeLoad: onlyFor('administrator', 'manager', 'operator'),
  validateSearch: readStationFilters,
  component: lazyRouteComponent(() => import('./pages/station-list-page.tsx'), 'StationListPage'),
})

/** Head and tabs of one station; its screens hang in it. */
const station = createRoute({
  getParentRoute: () => app,
  path: '/charge-points/$stationId',
  beforeLoad: onlyFor('administrator', 'manager', 'operator'),
  component: lazyRouteComponent(() => import('./pages/station/station-frame.tsx'), 'StationFrame'),
})

const stationInformation = createRoute({
  getParentRoute: () => station,
  path: '/information',
  component: lazyRouteComponent(() => import('./pages/station/information-page.tsx'), 'InformationPage'),
})

const stationControllers = createRoute({
  getParentRoute: () => station,
  path: '/controllers',
  component: lazyRouteComponent(() => import('./pages/station/controllers-page.tsx'), 'ControllersPage'),
})

const stationCommands = createRoute({
  getParentRoute: () => station,
  path: '/commands',
  beforeLoad: onlyFor('administrator'),
  component: lazyRouteComponent(() => import('./pages/station/commands-page.tsx'), 'CommandsPage'),
})

const stationConsole = createRoute({
  getParentRoute: () => station,
  path: '/console',
  beforeLoad: onlyFor('administrator'),
  validateSearch: readConsoleFilters,
  component: lazyRouteComponent(() => import('./pages/station/console-page.tsx'), 'ConsolePage'),
})

const stationLogs = createRoute({
  getParentRoute: () => station,
  path: '/logs/{-$connectorId}',
  beforeLoad: onlyFor('administrator'),
  component: lazyRouteComponent(() => import('./pages/station/logs-page.tsx'), 'LogsPage'),
})

const stationDescription = createRoute({
  getParentRoute: () => station,
  path: '/description',
  beforeLoad: onlyFor('administrator'),
  component: lazyRouteComponent(() => import('./pages/station/description-page.tsx'), 'DescriptionPage'),
})

const locationList = createRoute({
  getParentRoute: () => app,
  path: '/locations',
  beforeLoad: onlyFor('administrator'),
  validateSearch: readLocationFilters,
  component: lazyRouteComponent(() => import('./pages/locations/location-list-page.tsx'), 'LocationListPage'),
})

/** Head and tabs of one location; its screens hang in it. */
const location = createRoute({
  getParentRoute: () => app,
  path: '/locations/$locationId',
  beforeLoad: onlyFor('administrator', 'manager', 'operator'),
  component: lazyRouteComponent(() => import('./pages/locations/location-frame.tsx'), 'LocationFrame'),
})

const addLocation = createRoute({
  getParentRoute: () => app,
  path: '/locations/add',
  beforeLoad: onlyFor('administrator', 'manager'),
  component: lazyRouteComponent(() => import('./pages/locations/add-location-page.tsx'), 'AddLocationPage'),
})

const locationSettings = createRoute({
  getParentRoute: () => location,
  path: '/settings',
  beforeLoad: onlyFor('administrator'),
  component: lazyRouteComponent(
    () => import('./pages/locations/location-settings-page.tsx'),
    'LocationSettingsPage',
  ),
})

const locationStations = createRoute({
  getParentRoute: () => location,
  path: '/stations',
  component: lazyRouteComponent(
    () => import('./pages/locations/location-stations-page.tsx'),
    'LocationStationsPage',
  ),
})

const statisticsByDay = createRoute({
  getParentRoute: () => app,
  path: '/statistics-by-day',
  beforeLoad: onlyFor('administrator', 'accounter'),
  validateSearch: readDayFilters,
  component: lazyRouteComponent(
    () => import('./pages/statistics-by-day/statistics-by-day-page.tsx'),
    'StatisticsByDayPage',
  ),
})

const tariffs = createRoute({
  getParentRoute: () => app,
  path: '/locations/tariffs',
  beforeLoad: onlyFor('administrator', 'manager'),
  component: lazyRouteComponent(() => import('./pages/locations/tariffs-page.tsx'), 'TariffsPage'),
})

const importFile = createRoute({
  getParentRoute: () => app,
  path: '/locations/import',
  beforeLoad: onlyFor('administrator'),
  component: lazyRouteComponent(() => import('./pages/locations/import-page.tsx'), 'ImportPage'),
})

const locationPricing = createRoute({
  getParentRoute: () => location,
  path: '/pricing',
  beforeLoad: onlyFor('administrator', 'manager'),
  component: lazyRouteComponent(
    () => import('./pages/locations/location-pricing-page.tsx'),
    'LocationPricingPage',
  ),
})

/** Beside the location's frame, not in it: the wizard hides its head. */
const addStation = createRoute({
  getParentRoute: () => app,
  path: '/locations/$locationId/stations/add',
  beforeLoad: onlyFor('administrator', 'manager'),
  validateSearch: readWizardSearch,
  component: lazyRouteComponent(() => import('./pages/add-station/add-station-page.tsx'), 'AddStationPage'),
})

const people = createRoute({
  getParentRoute: () => app,
  path: '/managers',
  beforeLoad: onlyFor('administrator'),
  validateSearch: readPeopleFilters,
  component: lazyRouteComponent(() => import('./pages/managers-page.tsx'), 'ManagersPage'),
})

const profile = createRoute({
  getParentRoute: () => app,
  path: '/settings/profile',
  component: lazyRouteComponent(() => import('./pages/settings/profile-page.tsx'), 'ProfilePage'),
})

const settings = createRoute({
  getParentRoute: () => app,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/profile' })
  },
})

/** Beside the location's frame as well: it is about one station. */
const stationSettings = createRoute({
  getParentRoute: () => app,
  path: '/locations/$locationId/stations/$stationId/settings',
  beforeLoad: onlyFor('administrator', 'manager'),
  component: lazyRouteComponent(
    () => import('./pages/locations/station-settings-page.tsx'),
    'StationSettingsPage',
  ),
})

const inbox = createRoute({
  getParentRoute: () => app,
  path: '/inbox',
  beforeLoad: onlyFor('administrator', 'operator'),
  component: lazyRouteComponent(() => import('./pages/inbox/inbox-page.tsx'), 'InboxPage'),
})

const changePassword = createRoute({
  getParentRoute: () => app,
  path: '/settings/change-password',
  component: lazyRouteComponent(
    () => import('./pages/settings/change-password-page.tsx'),
    'ChangePasswordPage',
  ),
})

const order = createRoute({
  getParentRoute: () => app,
  path: '/orders/$orderId/information',
  beforeLoad: onlyFor('administrator', 'operator'),
  component: lazyRouteComponent(() => import('./pages/order-page.tsx'), 'OrderPage'),
})

const orderConsole = createRoute({
  getParentRoute: () => app,
  path: '/orders/$orderId/console',
  beforeLoad: onlyFor('administrator'),
  component: lazyRouteComponent(() => import('./pages/order-console-page.tsx'), 'OrderConsolePage'),
})

const versions = createRoute({
  getParentRoute: () => app,
  path: '/anti-sanction-protection',
  beforeLoad: onlyFor('administrator', 'app-developer'),
  validateSearch: readSearchText,
  component: lazyRouteComponent(() => import('./pages/versions-page.tsx'), 'VersionsPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    open.addChildren([
      landing,
      logIn,
      signUp,
      passwordChange,
      emailVerification,
      terms,
      privacy,
      dataDeletion,
      appManual,
      paymentSuccess,
      paymentFail,
    ]),
    app.addChildren([
      dashboard,
      stationList,
      station.addChildren([
        stationInformation,
        stationControllers,
        stationCommands,
        stationConsole,
        stationLogs,
        stationDescription,
      ]),
      stationSettings,
      locationList,
      addLocation,
      tariffs,
      importFile,
      location.addChildren([locationStations, locationSettings, locationPricing]),
      addStation,
      statisticsByDay,
      inbox,
      people,
      profile,
      settings,
      changePassword,
      order,
      orderConsole,
      versions,
    ]),
  ]),
  defaultPreload: 'intent',
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: PageError,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
