import { createRoute, redirect } from '@tanstack/react-router'
import { readDashboardFilters } from '../pages/figures/dashboard/filters.ts'
import { readMonthlyFilters } from '../pages/figures/monthly-report/filters.ts'
import { readReportFilters } from '../pages/figures/reports/filters.ts'
import { readDayFilters } from '../pages/figures/statistics-by-day/filters.ts'
import { readSettlementFilters } from '../pages/partners/settlement/filters.ts'
import { readIncidentFilters } from '../slices/operations/incidents/incident-queries.ts'
import { readSubscriberFilters } from '../slices/partners/plan/subscribers/subscriber-queries.ts'
import {
  IconAlertTriangle,
  IconCalendarStats,
  IconFileDollar,
  IconFileInvoice,
  IconFileText,
  IconInbox,
  IconLayoutDashboard,
  IconRepeat,
  IconReportMoney,
  IconScale,
  IconSettings,
  IconSteeringWheel,
} from '../ui/pictures/icons.ts'
import { readSearchText } from '../ui/tables/search-params.ts'
import { app, forHome, onlyFor } from './frames.ts'
import { lazyPage } from './lazy-page.ts'

const dashboard = createRoute({
  getParentRoute: () => app,
  path: '/dashboard',
  beforeLoad: forHome,
  staticData: {
    menu: {
      group: 'network',
      place: 10,
      name: 'layout.dashboard',
      icon: IconLayoutDashboard,
      roles: ['administrator', 'manager', 'operator', 'app-developer'],
    },
  },
  validateSearch: readDashboardFilters,
  component: lazyPage(() => import('../pages/figures/dashboard/dashboard-page.tsx'), 'DashboardPage'),
})

const statisticsByDay = createRoute({
  getParentRoute: () => app,
  path: '/statistics-by-day',
  beforeLoad: onlyFor('administrator', 'accounter'),
  staticData: {
    menu: { group: 'money', place: 10, name: 'layout.statisticsByDay', icon: IconCalendarStats },
  },
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
  staticData: { menu: { group: 'money', place: 20, name: 'reports.title', icon: IconReportMoney } },
  validateSearch: readReportFilters,
  component: lazyPage(() => import('../pages/figures/reports/reports-page.tsx'), 'ReportsPage'),
})

const reconciliation = createRoute({
  getParentRoute: () => app,
  path: '/reconciliation',
  beforeLoad: onlyFor('administrator', 'accounter'),
  staticData: {
    menu: {
      group: 'money',
      place: 50,
      name: 'reconciliation.page',
      icon: IconScale,
      roles: ['administrator'],
    },
  },
  component: lazyPage(() => import('../pages/money/reconciliation-page.tsx'), 'ReconciliationPage'),
})

const contracts = createRoute({
  getParentRoute: () => app,
  path: '/contracts',
  beforeLoad: onlyFor('administrator'),
  staticData: { menu: { group: 'money', place: 60, name: 'contracts.title', icon: IconFileDollar } },
  component: lazyPage(() => import('../pages/money/contracts-page.tsx'), 'ContractsPage'),
})

const settlements = createRoute({
  getParentRoute: () => app,
  path: '/settlements',
  beforeLoad: onlyFor('administrator', 'manager', 'accounter'),
  staticData: {
    menu: {
      group: 'money',
      place: 30,
      name: 'settlement.title',
      icon: IconFileInvoice,
      roles: ['administrator', 'manager'],
    },
  },
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
  staticData: { menu: { group: 'money', place: 40, name: 'reports.monthly.title', icon: IconFileText } },
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
  staticData: { menu: { group: 'network', place: 50, name: 'inbox.title', icon: IconInbox } },
  component: lazyPage(() => import('../pages/operations/inbox/inbox-page.tsx'), 'InboxPage'),
})

const incidents = createRoute({
  getParentRoute: () => app,
  path: '/incidents',
  beforeLoad: onlyFor('administrator', 'manager', 'operator'),
  staticData: { menu: { group: 'network', place: 70, name: 'incidents.title', icon: IconAlertTriangle } },
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
  staticData: { menu: { group: 'money', place: 70, name: 'plan.subscribers.title', icon: IconRepeat } },
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
  staticData: { menu: { group: 'network', place: 80, name: 'drivers.title', icon: IconSteeringWheel } },
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

const profile = createRoute({
  getParentRoute: () => app,
  path: '/settings/profile',
  staticData: { menu: { group: 'system', place: 90, name: 'layout.settings', icon: IconSettings } },
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

/** Dashboard, orders, drivers, money and settings. */
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
  profile,
  settings,
  changePassword,
  plan,
  planMethod,
  planAccount,
  planBank,
  planSubscription,
] as const
