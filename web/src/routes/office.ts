import { createRoute, redirect } from '@tanstack/react-router'
import { readDashboardFilters } from '../pages/dashboard/filters.ts'
import { readMonthlyFilters } from '../pages/monthly-report/filters.ts'
import { readReportFilters } from '../pages/reports/filters.ts'
import { readSettlementFilters } from '../pages/settlement/filters.ts'
import { readDayFilters } from '../pages/statistics-by-day/filters.ts'
import { readPeopleFilters } from '../slices/managers/filters.ts'
import { readSubscriberFilters } from '../slices/plan/subscriber-queries.ts'
import { readSearchText } from '../ui/search-params.ts'
import { app, forHome, onlyFor } from './frames.ts'
import { lazyPage } from './lazy-page.ts'

const dashboard = createRoute({
  getParentRoute: () => app,
  path: '/dashboard',
  beforeLoad: forHome,
  validateSearch: readDashboardFilters,
  component: lazyPage(() => import('../pages/dashboard/dashboard-page.tsx'), 'DashboardPage'),
})

const statisticsByDay = createRoute({
  getParentRoute: () => app,
  path: '/statistics-by-day',
  beforeLoad: onlyFor('administrator', 'accounter'),
  validateSearch: readDayFilters,
  component: lazyPage(
    () => import('../pages/statistics-by-day/statistics-by-day-page.tsx'),
    'StatisticsByDayPage',
  ),
})

const statisticsReports = createRoute({
  getParentRoute: () => app,
  path: '/statistics-reports',
  beforeLoad: onlyFor('administrator', 'accounter'),
  validateSearch: readReportFilters,
  component: lazyPage(() => import('../pages/reports/reports-page.tsx'), 'ReportsPage'),
})

const reconciliation = createRoute({
  getParentRoute: () => app,
  path: '/reconciliation',
  beforeLoad: onlyFor('administrator', 'accounter'),
  component: lazyPage(() => import('../pages/reconciliation-page.tsx'), 'ReconciliationPage'),
})

const contracts = createRoute({
  getParentRoute: () => app,
  path: '/contracts',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/contracts-page.tsx'), 'ContractsPage'),
})

const serviceTypes = createRoute({
  getParentRoute: () => app,
  path: '/service-types',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/service-types-page.tsx'), 'ServiceTypesPage'),
})

const settlements = createRoute({
  getParentRoute: () => app,
  path: '/settlements',
  beforeLoad: onlyFor('administrator', 'manager', 'accounter'),
  validateSearch: readSettlementFilters,
  component: lazyPage(() => import('../pages/settlement/settlements-page.tsx'), 'SettlementsPage'),
})

const statement = createRoute({
  getParentRoute: () => app,
  path: '/settlements/$statementId',
  beforeLoad: onlyFor('administrator', 'manager', 'accounter'),
  component: lazyPage(() => import('../pages/settlement/statement-page.tsx'), 'StatementPage'),
})

const openMonth = createRoute({
  getParentRoute: () => app,
  path: '/settlements/open/$ownerId/$month',
  beforeLoad: onlyFor('administrator', 'manager', 'accounter'),
  component: lazyPage(() => import('../pages/settlement/statement-page.tsx'), 'OpenMonthPage'),
})

const monthlyReports = createRoute({
  getParentRoute: () => app,
  path: '/monthly-reports',
  beforeLoad: onlyFor('administrator', 'manager'),
  validateSearch: readMonthlyFilters,
  component: lazyPage(() => import('../pages/monthly-report/monthly-report-page.tsx'), 'MonthlyReportPage'),
})

const inbox = createRoute({
  getParentRoute: () => app,
  path: '/inbox',
  beforeLoad: onlyFor('administrator', 'operator'),
  component: lazyPage(() => import('../pages/inbox/inbox-page.tsx'), 'InboxPage'),
})

const order = createRoute({
  getParentRoute: () => app,
  path: '/orders/$orderId/information',
  beforeLoad: onlyFor('administrator', 'operator', 'accounter'),
  component: lazyPage(() => import('../pages/order-page.tsx'), 'OrderPage'),
})

const orderConsole = createRoute({
  getParentRoute: () => app,
  path: '/orders/$orderId/console',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/order-console-page.tsx'), 'OrderConsolePage'),
})

const refundRun = createRoute({
  getParentRoute: () => app,
  path: '/refund-runs/$runId',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/refund-run-page.tsx'), 'RefundRunPage'),
})

const subscribers = createRoute({
  getParentRoute: () => app,
  path: '/subscribers',
  beforeLoad: onlyFor('administrator'),
  validateSearch: readSubscriberFilters,
  component: lazyPage(() => import('../pages/subscribers/subscribers-page.tsx'), 'SubscribersPage'),
})

const subscriber = createRoute({
  getParentRoute: () => app,
  path: '/subscribers/$managerId',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(() => import('../pages/subscribers/subscriber-page.tsx'), 'SubscriberPage'),
})

const drivers = createRoute({
  getParentRoute: () => app,
  path: '/drivers',
  beforeLoad: onlyFor('administrator', 'operator'),
  validateSearch: readSearchText,
  component: lazyPage(() => import('../pages/drivers/drivers-page.tsx'), 'DriversPage'),
})

const driver = createRoute({
  getParentRoute: () => app,
  path: '/drivers/$driverId',
  beforeLoad: onlyFor('administrator', 'operator'),
  component: lazyPage(() => import('../pages/drivers/driver-page.tsx'), 'DriverPage'),
})

const people = createRoute({
  getParentRoute: () => app,
  path: '/managers',
  beforeLoad: onlyFor('administrator'),
  validateSearch: readPeopleFilters,
  component: lazyPage(() => import('../pages/managers-page.tsx'), 'ManagersPage'),
})

const profile = createRoute({
  getParentRoute: () => app,
  path: '/settings/profile',
  component: lazyPage(() => import('../pages/settings/profile-page.tsx'), 'ProfilePage'),
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
  component: lazyPage(() => import('../pages/settings/change-password-page.tsx'), 'ChangePasswordPage'),
})

const plan = createRoute({
  getParentRoute: () => app,
  path: '/settings/payments',
  component: lazyPage(() => import('../pages/settings/plan-page.tsx'), 'PlanPage'),
})

const planMethod = createRoute({
  getParentRoute: () => app,
  path: '/settings/payments/method',
  component: lazyPage(() => import('../pages/settings/plan-step-page.tsx'), 'PlanMethodPage'),
})

const planAccount = createRoute({
  getParentRoute: () => app,
  path: '/settings/payments/account',
  component: lazyPage(() => import('../pages/settings/plan-step-page.tsx'), 'PlanAccountPage'),
})

const planBank = createRoute({
  getParentRoute: () => app,
  path: '/settings/payments/bank',
  component: lazyPage(() => import('../pages/settings/plan-step-page.tsx'), 'PlanBankPage'),
})

const planSubscription = createRoute({
  getParentRoute: () => app,
  path: '/settings/payments/subscription',
  component: lazyPage(() => import('../pages/settings/plan-step-page.tsx'), 'PlanSubscriptionPage'),
})

const versions = createRoute({
  getParentRoute: () => app,
  path: '/anti-sanction-protection',
  beforeLoad: onlyFor('administrator', 'app-developer'),
  validateSearch: readSearchText,
  component: lazyPage(() => import('../pages/versions-page.tsx'), 'VersionsPage'),
})

const glossary = createRoute({
  getParentRoute: () => app,
  path: '/glossary',
  component: lazyPage(() => import('../pages/glossary-page.tsx'), 'GlossaryPage'),
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
  order,
  orderConsole,
  refundRun,
  drivers,
  driver,
  subscribers,
  subscriber,
  people,
  profile,
  settings,
  changePassword,
  plan,
  planMethod,
  planAccount,
  planBank,
  planSubscription,
  versions,
  glossary,
] as const
