import { createRoute } from '@tanstack/react-router'
import { IconShieldLock } from '../ui/pictures/icons.ts'
import { app, onlyFor } from './frames.ts'
import { lazyPage } from './lazy-page.ts'

const page = createRoute({
  getParentRoute: () => app,
  path: '/plug-and-charge',
  beforeLoad: onlyFor('administrator'),
  staticData: { menu: { group: 'network', place: 120, name: 'pnc.title', icon: IconShieldLock } },
  component: lazyPage(
    () => import('../pages/control/plug-and-charge/plug-and-charge-page.tsx'),
    'PlugAndChargePage',
  ),
})

/** Certificates of ISO 15118. */
export const plugAndChargeRoutes = [page] as const
