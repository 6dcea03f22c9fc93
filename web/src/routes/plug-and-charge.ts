import { createRoute } from '@tanstack/react-router'
import { app, onlyFor } from './frames.ts'
import { lazyPage } from './lazy-page.ts'

const page = createRoute({
  getParentRoute: () => app,
  path: '/plug-and-charge',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(
    () => import('../pages/control/plug-and-charge/plug-and-charge-page.tsx'),
    'PlugAndChargePage',
  ),
})

const singleSignOn = createRoute({
  getParentRoute: () => app,
  path: '/single-sign-on',
  beforeLoad: onlyFor('administrator'),
  component: lazyPage(
    () => import('../pages/people/single-sign-on/single-sign-on-page.tsx'),
    'SingleSignOnPage',
  ),
})

/** Certificates of ISO 15118, and log-ins at a provider. */
export const plugAndChargeRoutes = [page, singleSignOn] as const
