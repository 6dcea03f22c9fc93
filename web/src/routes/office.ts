import { createRoute, redirect } from '@tanstack/react-router'
import { readDashboardFilters } from '../pages/figures/dashboard/filters.ts'
import { readMonthlyFilters } from '../pages/figures/monthly-report/filters.ts'
import { readReportFilters } from '../pages/figures/reports/filters.ts'
import { readDayFilters } from '../pages/figures/statistics-by-day/filters.ts'
import { readSettlementFilters } from '../pages/partners/settlement/filters.ts'
import { readIncidentFilters } from '../slices/operations/incidents/incident-queries.ts'
import { readSubscriberFilters } from '../slices/partners/plan/subscribers/subscriber-queries.ts'
import { readPeopleFilters } from '../slices/people/managers/filters.ts'
import { readSearchText } from '../ui/tables/search-params.ts'
import { app, forHome, onlyFor } from './frames.ts'
import { lazyPage } from './lazy-page.ts'

const dashboard = createRoute({
  getParentRoute: () => app,
  path: '/dashboard',
  beforeLoad: forHome,
  validateSearch: readDashboardFilters,
  component: lazyPage(() => import('../pages/figures/dashboard/dashboard-page.tsx'), 'DashboardPage'),
})

const statisticsByDay = createRoute({
  getParentRoute: () => app,
  path: '/statistics-by-day',
  beforeLoad: onlyFor('administrator', 'accounter'),
  validateSearch: readDayFilters,
  component: lazyPage(
    () => import('../pages/figures/statistics-by-day/statistics-by-day-page.tsx'),
    'StatisticsByDayPage',
  ),
})

const statisticsReports = createRoute({
  getParentRoute: () => app,
  path: '/statistics-reports',
  beforeLoad: onlyFor('administrator', 'accounter'),
  validateSearch: readReportFilters,
  component: lazyPage(() => import('../pages/figures/reports/reports-page.tsx'), 'ReportsPage'),
})

const reconciliation = createRoute({
  getParentRoute: () => app,
  path: '/reconciliation',
  beforeLoad: onlyFor('administrator', 'accounter'),
  component: lazyPage(() => import('../pages/money/reconciliation-page.tsx'), 'ReconciliationPage'),
})

const contracts = createRoute({
  getParentRoute: () => app,
  path: '/contracts',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/money/contracts-page.tsx'), 'ContractsPage'),
})

const serviceTypes = createRoute({
  getParentRoute: () => app,
  path: '/service-types',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/money/service-types-page.tsx'), 'ServiceTypesPage'),
})

const settlements = createRoute({
  getParentRoute: () => app,
  path: '/settlements',
  beforeLoad: onlyFor('administrator', 'manager', 'accounter'),
  validateSearch: readSettlementFilters,
  component: lazyPage(() => import('../pages/partners/settlement/settlements-page.tsx'), 'SettlementsPage'),
})

const statement = createRoute({
  getParentRoute: () => app,
  path: '/settlements/$statementId',
  beforeLoad: onlyFor('administrator', 'manager', 'accounter'),
  component: lazyPage(() => import('../pages/partners/settlement/statement-page.tsx'), 'StatementPage'),
})

const openMonth = createRoute({
  getParentRoute: () => app,
  path: '/settlements/open/$ownerId/$month',
  beforeLoad: onlyFor('administrator', 'manager', 'accounter'),
  component: lazyPage(() => import('../pages/partners/settlement/statement-page.tsx'), 'OpenMonthPage'),
})

const monthlyReports = createRoute({
  getParentRoute: () => app,
  path: '/monthly-reports',
  beforeLoad: onlyFor('administrator', 'manager'),
  validateSearch: readMonthlyFilters,
  component: lazyPage(
    () => import('../pages/figures/monthly-report/monthly-report-page.tsx'),
    'MonthlyReportPage',
  ),
})

const inbox = createRoute({
  getParentRoute: () => app,
  path: '/inbox',
  beforeLoad: onlyFor('administrator', 'operator'),
  component: lazyPage(() => import('../pages/operations/inbox/inbox-page.tsx'), 'InboxPage'),
})

const incidents = createRoute({
  getParentRoute: () => app,
  path: '/incidents',
  beforeLoad: onlyFor('administrator', 'manager', 'operator'),
  validateSearch: readIncidentFilters,
  component: lazyPage(() => import('../pages/operations/incidents/incidents-page.tsx'), 'IncidentsPage'),
})

const incident = createRoute({
  getParentRoute: () => app,
  path: '/incidents/$incidentId',
  beforeLoad: onlyFor('administrator', 'manager', 'operator'),
  component: lazyPage(() => import('../pages/operations/incidents/incident-page.tsx'), 'IncidentPage'),
})

const order = createRoute({
  getParentRoute: () => app,
  path: '/orders/$orderId/information',
  beforeLoad: onlyFor('administrator', 'operator', 'accounter'),
  component: lazyPage(() => import('../pages/charging/order-page.tsx'), 'OrderPage'),
})

const orderConsole = createRoute({
  getParentRoute: () => app,
  path: '/orders/$orderId/console',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/charging/order-console-page.tsx'), 'OrderConsolePage'),
})

const refundRun = createRoute({
  getParentRoute: () => app,
  path: '/refund-runs/$runId',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/money/refund-run-page.tsx'), 'RefundRunPage'),
})

const subscribers = createRoute({
  getParentRoute: () => app,
  path: '/subscribers',
  beforeLoad: onlyFor('administrator'),
  validateSearch: readSubscriberFilters,
  component: lazyPage(() => import('../pages/partners/subscribers/subscribers-page.tsx'), 'SubscribersPage'),
})

const subscriber = createRoute({
  getParentRoute: () => app,
  path: '/subscribers/$managerId',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/partners/subscribers/subscriber-page.tsx'), 'SubscriberPage'),
})

const drivers = createRoute({
  getParentRoute: () => app,
  path: '/drivers',
  beforeLoad: onlyFor('administrator', 'operator'),
  validateSearch: readSearchText,
  component: lazyPage(() => import('../pages/charging/drivers/drivers-page.tsx'), 'DriversPage'),
})

const driver = createRoute({
  getParentRoute: () => app,
  path: '/drivers/$driverId',
  beforeLoad: onlyFor('administrator', 'operator'),
  component: lazyPage(() => import('../pages/charging/drivers/driver-page.tsx'), 'DriverPage'),
})

const tagGroups = createRoute({
  getParentRoute: () => app,
  path: '/tag-groups',
  beforeLoad: onlyFor('administrator', 'operator'),
  validateSearch: readSearchText,
  component: lazyPage(() => import('../pages/charging/drivers/tag-groups-page.tsx'), 'TagGroupsPage'),
})

const fleets = createRoute({
  getParentRoute: () => app,
  path: '/fleets',
  beforeLoad: onlyFor('administrator', 'operator'),
  validateSearch: readSearchText,
  component: lazyPage(() => import('../pages/charging/drivers/fleets-page.tsx'), 'FleetsPage'),
})

const fleet = createRoute({
  getParentRoute: () => app,
  path: '/fleets/$fleetId',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/charging/drivers/fleet-page.tsx'), 'FleetPage'),
})

const unknownTags = createRoute({
  getParentRoute: () => app,
  path: '/unknown-tags',
  beforeLoad: onlyFor('administrator'),
  validateSearch: readSearchText,
  component: lazyPage(() => import('../pages/charging/drivers/unknown-tags-page.tsx'), 'UnknownTagsPage'),
})

const people = createRoute({
  getParentRoute: () => app,
  path: '/managers',
  beforeLoad: onlyFor('administrator'),
  validateSearch: readPeopleFilters,
  component: lazyPage(() => import('../pages/people/managers-page.tsx'), 'ManagersPage'),
})

const apiKeys = createRoute({
  getParentRoute: () => app,
  path: '/api-keys',
  beforeLoad: onlyFor('administrator', 'manager', 'app-developer'),
  component: lazyPage(() => import('../pages/people/api-keys-page.tsx'), 'ApiKeysPage'),
})

const profile = createRoute({
  getParentRoute: () => app,
  path: '/settings/profile',
  component: lazyPage(() => import('../pages/people/settings/profile-page.tsx'), 'ProfilePage'),
})

const settings = createRoute({
  getParentRoute: () => app,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/profile' })
  },
})

const changePassword = createRoute({
  getParentRoute: () => app,
  path: '/settings/change-password',
  component: lazyPage(
    () => import('../pages/people/settings/change-password-page.tsx'),
    'ChangePasswordPage',
  ),
})

const plan = createRoute({
  getParentRoute: () => app,
  path: '/settings/payments',
  component: lazyPage(() => import('../pages/people/settings/plan-page.tsx'), 'PlanPage'),
})

const planMethod = createRoute({
  getParentRoute: () => app,
  path: '/settings/payments/method',
  component: lazyPage(() => import('../pages/people/settings/plan-step-page.tsx'), 'PlanMethodPage'),
})

const planAccount = createRoute({
  getParentRoute: () => app,
  path: '/settings/payments/account',
  component: lazyPage(() => import('../pages/people/settings/plan-step-page.tsx'), 'PlanAccountPage'),
})

const planBank = createRoute({
  getParentRoute: () => app,
  path: '/settings/payments/bank',
  component: lazyPage(() => import('../pages/people/settings/plan-step-page.tsx'), 'PlanBankPage'),
})

const planSubscription = createRoute({
  getParentRoute: () => app,
  path: '/settings/payments/subscription',
  component: lazyPage(() => import('../pages/people/settings/plan-step-page.tsx'), 'PlanSubscriptionPage'),
})

const versions = createRoute({
  getParentRoute: () => app,
  path: '/anti-sanction-protection',
  beforeLoad: onlyFor('administrator', 'app-developer'),
  validateSearch: readSearchText,
  component: lazyPage(() => import('../pages/operations/versions-page.tsx'), 'VersionsPage'),
})

const servers = createRoute({
  getParentRoute: () => app,
  path: '/servers',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/operations/servers-page.tsx'), 'ServersPage'),
})

const glossary = createRoute({
  getParentRoute: () => app,
  path: '/glossary',
  component: lazyPage(() => import('../pages/operations/glossary-page.tsx'), 'GlossaryPage'),
})

/** Dashboard, orders, money, staff and settings. */
export const officeRoutes = [
  dashboard,
  statisticsByDay,
  statisticsReports,
  settlements,
  statement,
  openMonth,
  monthlyReports,
  reconciliation,
  contracts,
  serviceTypes,
  inbox,
  incidents,
  incident,
  order,
  orderConsole,
  refundRun,
  drivers,
  driver,
  tagGroups,
  fleets,
  fleet,
  unknownTags,
  subscribers,
  subscriber,
  people,
  apiKeys,
  profile,
  settings,
  changePassword,
  plan,
  planMethod,
  planAccount,
  planBank,
  planSubscription,
  versions,
  servers,
  glossary,
] as const
