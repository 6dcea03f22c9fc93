import { createRouter } from '@tanstack/react-router'
import { NotFoundPage } from './pages/frame/not-found-page.tsx'
import { PageError } from './pages/frame/page-error.tsx'
import { alertRoutes } from './routes/alerts.ts'
import { bulkRoutes } from './routes/bulk.ts'
import { firmwareRoutes } from './routes/firmware.ts'
import { app, open, root } from './routes/frames.ts'
import { locationsRoutes } from './routes/locations.ts'
import { officeRoutes } from './routes/office.ts'
import { plugAndChargeRoutes } from './routes/plug-and-charge.ts'
import { driverRoute, payRoute, publicRoutes, wallRoute } from './routes/public.ts'
import { roamingRoutes } from './routes/roaming.ts'
import { stationsRoutes } from './routes/stations.ts'
import { systemRoutes } from './routes/system.ts'
import { parseSearch, stringifySearch } from './ui/tables/search-params.ts'

export const router = createRouter({
  routeTree: root.addChildren([
    payRoute,
    driverRoute,
    wallRoute,
    open.addChildren([...publicRoutes]),
    app.addChildren([
      ...officeRoutes,
      ...alertRoutes,
      ...stationsRoutes,
      ...locationsRoutes,
      ...bulkRoutes,
      ...firmwareRoutes,
      ...plugAndChargeRoutes,
      ...systemRoutes,
      ...roamingRoutes,
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
