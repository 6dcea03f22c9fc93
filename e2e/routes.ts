import type { LongNames } from './harness/looks/long-names.ts'
import { type ScreenRow, screenTable } from './harness/looks/screen-table.ts'

/** What the demo network holds to look at. */
export interface Sights {
  startedOrder: number
  completedOrder: number
  /** a command that was sent to many stations */
  bulkRun: number
  /** of firmware */
  rollout: number
  /** a month of an owner that is not issued */
  openMonth: { owner: number; month: string }
  /** what the driver of an order that waits for money opens */
  payLink: string
  /** a station id for each protocol that is spoken */
  stations: Record<string, string>
  /** what has the longest names that there can be */
  long: Pick<LongNames, 'location' | 'station' | 'order' | 'person' | 'openMonth' | 'payLink'>
}

export interface Route {
  name: string
  path: string
  /** false: visitors see it too */
  signedIn: boolean
  /** what it names is not there, which the browser's console tells as well */
  isGone?: true
  /** it is dark whatever somebody has chosen */
  isDark?: true
}

/** Screens whose look depends on what a station speaks. */
const ofEachProtocol = ['information', 'controllers', 'timeline', 'commands'].map(
  (part) => `/charge-points/$stationId/${part}`,
)

/** Screens of the table of which an administrator of the demo network has nothing to see, or which only lead to another one. */
const unseen = [
  '/charge-points/$stationId',
  '/locations/$locationId',
  '/locations/$locationId/photos/$photoId/delete',
  '/locations/$locationId/services/$serviceId/edit',
  '/locations/$locationId/energy/edit',
  '/incidents/$incidentId',
  '/fleets/$fleetId',
  '/refund-runs/$runId',
  '/roaming/$partnerId',
  '/roaming/$partnerId/settlements',
  '/roaming/$partnerId/settlements/$month',
  '/roaming/$partnerId/messages',
  '/settings/payments/method',
  '/settings/payments/account',
  '/settings/payments/bank',
  '/settings/payments/subscription',
]

/** Every screen of the web application, with something to see on each. */
export const routesOf = (sights: Sights): Route[] => [
  ...longNamed(sights),
  ...ofVisitors(sights),
  ...screenTable.filter(({ path }) => !unseen.includes(path)).flatMap((row) => ofTable(row, sights)),
  ...besides(sights),
]

/** A screen of the table, with ids that there are; one of each protocol where that matters. */
function ofTable(
  { path }: ScreenRow,
  { startedOrder, bulkRun, rollout, openMonth, stations }: Sights,
): Route[] {
  const name = path
    .slice(1)
    .replaceAll(/\/?[{}$-]*\$|}/g, '-')
    .replaceAll('/', '-')
  const ids: Record<string, string | number> = {
    locationId: 1,
    orderId: startedOrder,
    runId: bulkRun,
    rolloutId: rollout,
    statementId: 1,
    ownerId: openMonth.owner,
    month: openMonth.month,
    managerId: 2,
    driverId: 1,
  }
  const filled = (stationId: string) =>
    path.replace('/{-$connectorId}', '').replaceAll(/\$(\w+)/g, (_, param: string) => {
      const id = param === 'stationId' ? encodeURIComponent(stationId) : ids[param]
      if (id === undefined)
        throw new Error(`Nothing is known to look at on ${path}: name it in e2e/routes.ts`)
      return String(id)
    })
  const rest = { signedIn: true, ...(path === '/wall' && { isDark: true as const }) }
  if (ofEachProtocol.includes(path))
    return Object.entries(stations).map(([protocol, id]) => ({
      name: `${name}-${protocol}`,
      path: filled(id),
      ...rest,
    }))
  return [{ name, path: filled(Object.values(stations)[0] ?? ''), ...rest }]
}

/** Other looks of screens of the table. */
const besides = ({ completedOrder, openMonth }: Sights): Route[] =>
  Object.entries({
    'order-completed': `/orders/${completedOrder}/information`,
    'monthly-report': `/monthly-reports?owner=${openMonth.owner}`,
    'map-location': '/map?location=1',
    'add-station-model': '/locations/1/stations/add?step=1',
    'statistics-reports-owner': '/statistics-reports?mode=owner',
    'staff-person': '/managers?person=2',
    'not-found': '/there-is-no-such-screen',
  }).map(([name, path]) => ({ name, path, signedIn: true }))

const ofVisitors = ({ payLink }: Sights): Route[] => [
  { name: 'landing', path: '/', signedIn: false },
  { name: 'login', path: '/login', signedIn: false },
  { name: 'forgot-password', path: '/login?step=forgot', signedIn: false },
  { name: 'email-sent', path: '/login?step=sent', signedIn: false },
  { name: 'sign-up', path: '/signup', signedIn: false },
  { name: 'new-password-gone', path: '/auth/password-change/a-token', signedIn: false, isGone: true },
  { name: 'keep-email-gone', path: '/auth/keep-email/a-token', signedIn: false, isGone: true },
  { name: 'pay-gone', path: '/pay/there-is-no-such-link', signedIn: false, isGone: true },
  { name: 'pay', path: payLink, signedIn: false },
  { name: 'account', path: '/driver', signedIn: false },
  { name: 'network', path: '/network', signedIn: false },
  { name: 'network-place', path: '/network/1', signedIn: false },
  { name: 'network-gone', path: '/network/999999', signedIn: false, isGone: true },
  { name: 'terms', path: '/terms', signedIn: false },
  { name: 'privacy', path: '/privacy', signedIn: false },
  { name: 'data-deletion', path: '/support/data-deletion-request', signedIn: false },
  { name: 'app-manual', path: '/support/app-manual', signedIn: false },
  { name: 'payment-success', path: '/payment/success', signedIn: false },
  { name: 'payment-fail', path: '/payment/fail', signedIn: false },
]

/** Screens that show the longest names. */
function longNamed({ long }: Sights): Route[] {
  const station = `/charge-points/${long.station}`
  const location = `/locations/${long.location}`
  return Object.entries({
    station: `${station}/information`,
    controllers: `${station}/controllers`,
    commands: `${station}/commands`,
    console: `${station}/console`,
    timeline: `${station}/timeline`,
    insight: `${station}/insight`,
    order: `/orders/${long.order}/information`,
    person: `/managers?person=${long.person}`,
    'open-month': long.openMonth,
    pay: long.payLink,
    'network-place': `/network/${long.location}`,
    'location-stations': `${location}/stations`,
    'location-photos': `${location}/photos`,
    'location-services': `${location}/services`,
    'location-feedback': `${location}/feedback`,
    'location-insight': `${location}/insight`,
    'location-energy': `${location}/energy`,
    'location-pricing': `${location}/pricing`,
    'location-settings': `${location}/settings`,
    'add-station': `${location}/stations/add`,
    'station-settings': `${location}/stations/${long.station}/settings`,
  }).map(([name, path]) => ({ name: `long-${name}`, path, signedIn: true }))
}
