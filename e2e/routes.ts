import type { LongNames } from './harness/looks/long-names.ts'

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

/** Every screen of the web application, with something to see on each. */
export function routesOf({
  startedOrder,
  completedOrder,
  bulkRun,
  rollout,
  openMonth,
  payLink,
  stations,
  long,
}: Sights): Route[] {
  const longStation = `/charge-points/${long.station}`
  const longLocation = `/locations/${long.location}`
  return [
    ...Object.entries({
      station: `${longStation}/information`,
      controllers: `${longStation}/controllers`,
      commands: `${longStation}/commands`,
      console: `${longStation}/console`,
      timeline: `${longStation}/timeline`,
      insight: `${longStation}/insight`,
      order: `/orders/${long.order}/information`,
      person: `/managers?person=${long.person}`,
      'open-month': long.openMonth,
      pay: long.payLink,
      'network-place': `/network/${long.location}`,
      'location-stations': `${longLocation}/stations`,
      'location-photos': `${longLocation}/photos`,
      'location-services': `${longLocation}/services`,
      'location-feedback': `${longLocation}/feedback`,
      'location-insight': `${longLocation}/insight`,
      'location-energy': `${longLocation}/energy`,
      'location-pricing': `${longLocation}/pricing`,
      'location-settings': `${longLocation}/settings`,
      'add-station': `${longLocation}/stations/add`,
      'station-settings': `${longLocation}/stations/${long.station}/settings`,
    }).map(([name, path]) => ({ name: `long-${name}`, path, signedIn: true })),
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
    { name: 'dashboard', path: '/dashboard', signedIn: true },
    { name: 'stations', path: '/charge-points', signedIn: true },
    ...Object.entries(stations).map(([protocol, id]) => ({
      name: `station-${protocol}`,
      path: `/charge-points/${encodeURIComponent(id)}/information`,
      signedIn: true,
    })),
    ...Object.entries(stations).map(([protocol, id]) => ({
      name: `controllers-${protocol}`,
      path: `/charge-points/${encodeURIComponent(id)}/controllers`,
      signedIn: true,
    })),
    ...Object.entries(stations).map(([protocol, id]) => ({
      name: `timeline-${protocol}`,
      path: `/charge-points/${encodeURIComponent(id)}/timeline`,
      signedIn: true,
    })),
    ...Object.entries(stations).map(([protocol, id]) => ({
      name: `commands-${protocol}`,
      path: `/charge-points/${encodeURIComponent(id)}/commands`,
      signedIn: true,
    })),
    { name: 'glossary', path: '/glossary', signedIn: true },
    { name: 'contracts', path: '/contracts', signedIn: true },
    { name: 'service-types', path: '/service-types', signedIn: true },
    { name: 'reconciliation', path: '/reconciliation', signedIn: true },
    { name: 'settlements', path: '/settlements', signedIn: true },
    { name: 'statement', path: '/settlements/1', signedIn: true },
    { name: 'open-month', path: `/settlements/open/${openMonth.owner}/${openMonth.month}`, signedIn: true },
    { name: 'monthly-report', path: `/monthly-reports?owner=${openMonth.owner}`, signedIn: true },
    { name: 'bulk-commands', path: '/bulk-commands', signedIn: true },
    { name: 'bulk-command', path: `/bulk-commands/${bulkRun}`, signedIn: true },
    { name: 'firmware', path: '/firmware', signedIn: true },
    { name: 'plug-and-charge', path: '/plug-and-charge', signedIn: true },
    { name: 'takeover', path: '/takeover', signedIn: true },
    { name: 'single-sign-on', path: '/single-sign-on', signedIn: true },
    { name: 'rollout', path: `/firmware/${rollout}`, signedIn: true },
    { name: 'location-stations', path: '/locations/1/stations', signedIn: true },
    {
      name: 'station-settings',
      path: `/locations/1/stations/${encodeURIComponent(Object.values(stations)[0] ?? '')}/settings`,
      signedIn: true,
    },
    { name: 'map', path: '/map', signedIn: true },
    { name: 'map-location', path: '/map?location=1', signedIn: true },
    { name: 'locations', path: '/locations', signedIn: true },
    { name: 'location-add', path: '/locations/add', signedIn: true },
    { name: 'location-photos', path: '/locations/1/photos', signedIn: true },
    { name: 'location-feedback', path: '/locations/1/feedback', signedIn: true },
    { name: 'location-energy', path: '/locations/1/energy', signedIn: true },
    { name: 'location-energy-setup', path: '/locations/1/energy/setup', signedIn: true },
    { name: 'location-settings', path: '/locations/1/settings', signedIn: true },
    ...['console', 'logs', 'description'].map((part) => ({
      name: `station-${part}`,
      path: `/charge-points/${encodeURIComponent(Object.values(stations)[0] ?? '')}/${part}`,
      signedIn: true,
    })),
    { name: 'add-station', path: '/locations/1/stations/add', signedIn: true },
    { name: 'add-station-model', path: '/locations/1/stations/add?step=1', signedIn: true },
    { name: 'statistics-by-day', path: '/statistics-by-day', signedIn: true },
    { name: 'statistics-reports', path: '/statistics-reports', signedIn: true },
    { name: 'statistics-reports-owner', path: '/statistics-reports?mode=owner', signedIn: true },
    { name: 'tariffs', path: '/locations/tariffs', signedIn: true },
    { name: 'import', path: '/locations/import', signedIn: true },
    { name: 'location-pricing', path: '/locations/1/pricing', signedIn: true },
    { name: 'inbox', path: '/inbox', signedIn: true },
    { name: 'alerts', path: '/alerts', signedIn: true },
    { name: 'repairs', path: '/alerts/repairs', signedIn: true },
    { name: 'incidents', path: '/incidents', signedIn: true },
    { name: 'subscribers', path: '/subscribers', signedIn: true },
    { name: 'subscriber', path: '/subscribers/2', signedIn: true },
    { name: 'drivers', path: '/drivers', signedIn: true },
    { name: 'driver', path: '/drivers/1', signedIn: true },
    { name: 'tag-groups', path: '/tag-groups', signedIn: true },
    { name: 'fleets', path: '/fleets', signedIn: true },
    { name: 'unknown-tags', path: '/unknown-tags', signedIn: true },
    { name: 'order-started', path: `/orders/${startedOrder}/information`, signedIn: true },
    { name: 'order-completed', path: `/orders/${completedOrder}/information`, signedIn: true },
    { name: 'order-console', path: `/orders/${startedOrder}/console`, signedIn: true },
    { name: 'roaming', path: '/roaming', signedIn: true },
    { name: 'versions', path: '/anti-sanction-protection', signedIn: true },
    { name: 'staff', path: '/managers', signedIn: true },
    { name: 'staff-person', path: '/managers?person=2', signedIn: true },
    { name: 'api-keys', path: '/api-keys', signedIn: true },
    { name: 'webhooks', path: '/webhooks', signedIn: true },
    { name: 'profile', path: '/settings/profile', signedIn: true },
    { name: 'wall', path: '/wall', signedIn: true, isDark: true },
    { name: 'change-password', path: '/settings/change-password', signedIn: true },
    { name: 'plan', path: '/settings/payments', signedIn: true },
    { name: 'not-found', path: '/there-is-no-such-screen', signedIn: true },
  ]
}
