import { createRoute } from '@tanstack/react-router'
import { loadAccountTexts, loadNetworkTexts, loadPayTexts } from '../i18n/index.ts'
import { readLogInSearch } from '../slices/people/auth/steps.ts'
import { readMapFilters } from '../slices/places/maps/marker-filter.ts'
import { readAccountSearch } from '../slices/public/account/account-views.ts'
import { forVisitors, forWall, forWhoNeedsSecondFactor, open, root } from './frames.ts'
import { lazyPage } from './lazy-page.ts'

const landing = createRoute({
  getParentRoute: () => open,
  path: '/',
  // what the plans are is for who is signed in too
  beforeLoad: ({ location }) => (location.hash === 'plans' ? undefined : forVisitors()),
  component: lazyPage(() => import('../pages/public/landing/landing-page.tsx'), 'LandingPage'),
})

const logIn = createRoute({
  getParentRoute: () => open,
  path: '/login',
  beforeLoad: forVisitors,
  validateSearch: readLogInSearch,
  component: lazyPage(() => import('../pages/people/login/log-in-page.tsx'), 'LogInPage'),
})

const signUp = createRoute({
  getParentRoute: () => open,
  path: '/signup',
  beforeLoad: forVisitors,
  component: lazyPage(() => import('../pages/people/login/sign-up-page.tsx'), 'SignUpPage'),
})

const passwordChange = createRoute({
  getParentRoute: () => open,
  path: '/auth/password-change/$token',
  component: lazyPage(() => import('../pages/people/login/password-change-page.tsx'), 'PasswordChangePage'),
})

const emailVerification = createRoute({
  getParentRoute: () => open,
  path: '/auth/verify-email/$token',
  component: lazyPage(() => import('../pages/people/login/verify-email-page.tsx'), 'VerifyEmailPage'),
})

const exportTaking = createRoute({
  getParentRoute: () => open,
  path: '/exports/$token',
  component: lazyPage(() => import('../pages/figures/export-page.tsx'), 'ExportPage'),
})

const emailObjection = createRoute({
  getParentRoute: () => open,
  path: '/auth/keep-email/$token',
  component: lazyPage(() => import('../pages/people/login/keep-email-page.tsx'), 'KeepEmailPage'),
})

const secondFactor = createRoute({
  getParentRoute: () => open,
  path: '/auth/second-factor',
  beforeLoad: forWhoNeedsSecondFactor,
  component: lazyPage(() => import('../pages/people/login/second-factor-page.tsx'), 'SecondFactorPage'),
})

const singleSignOn = createRoute({
  getParentRoute: () => open,
  path: '/auth/single-sign-on',
  component: lazyPage(
    () => import('../pages/people/login/single-sign-on-page.tsx'),
    'SingleSignOnReturnPage',
  ),
})

const terms = createRoute({
  getParentRoute: () => open,
  path: '/terms',
  component: lazyPage(() => import('../pages/public/public/legal-page.tsx'), 'TermsPage'),
})

const privacy = createRoute({
  getParentRoute: () => open,
  path: '/privacy',
  component: lazyPage(() => import('../pages/public/public/legal-page.tsx'), 'PrivacyPage'),
})

const dataDeletion = createRoute({
  getParentRoute: () => open,
  path: '/support/data-deletion-request',
  component: lazyPage(() => import('../pages/public/public/data-deletion-page.tsx'), 'DataDeletionPage'),
})

const appManual = createRoute({
  getParentRoute: () => open,
  path: '/support/app-manual',
  component: lazyPage(() => import('../pages/public/public/app-manual-page.tsx'), 'AppManualPage'),
})

const paymentSuccess = createRoute({
  getParentRoute: () => open,
  path: '/payment/success',
  component: lazyPage(() => import('../pages/public/public/payment-result-page.tsx'), 'PaymentSuccessPage'),
})

const paymentFail = createRoute({
  getParentRoute: () => open,
  path: '/payment/fail',
  component: lazyPage(() => import('../pages/public/public/payment-result-page.tsx'), 'PaymentFailPage'),
})

const network = createRoute({
  getParentRoute: () => open,
  path: '/network',
  beforeLoad: loadNetworkTexts,
  validateSearch: readMapFilters,
  component: lazyPage(() => import('../pages/public/network/network-page.tsx'), 'NetworkPage'),
})

const networkPlace = createRoute({
  getParentRoute: () => open,
  path: '/network/$locationId',
  beforeLoad: loadNetworkTexts,
  component: lazyPage(() => import('../pages/public/network/place-page.tsx'), 'PlacePage'),
})

/** The wall of a control room: nothing stands around it, and with a key it needs no log-in. */
export const wallRoute = createRoute({
  getParentRoute: () => root,
  path: '/wall',
  beforeLoad: ({ location }) => forWall(location),
  component: lazyPage(() => import('../pages/operations/wall/wall-page.tsx'), 'WallPage'),
})

/** A driver's page has a frame of its own: nobody signs in there. */
export const payRoute = createRoute({
  getParentRoute: () => root,
  path: '/pay/$token',
  beforeLoad: loadPayTexts,
  component: lazyPage(() => import('../pages/public/pay/pay-page.tsx'), 'PayPage'),
})

/** The same of a driver's own account, whose log-in is apart from the staff's. */
export const driverRoute = createRoute({
  getParentRoute: () => root,
  path: '/driver',
  beforeLoad: loadAccountTexts,
  validateSearch: readAccountSearch,
  component: lazyPage(() => import('../pages/public/account/account-page.tsx'), 'AccountPage'),
})

/** Landing, sign-in and the pages that everybody sees. */
export const publicRoutes = [
  landing,
  logIn,
  signUp,
  passwordChange,
  emailVerification,
  emailObjection,
  exportTaking,
  secondFactor,
  singleSignOn,
  terms,
  privacy,
  dataDeletion,
  appManual,
  paymentSuccess,
  paymentFail,
  network,
  networkPlace,
] as const
