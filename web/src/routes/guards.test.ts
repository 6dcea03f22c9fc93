import { type Manager, roles } from '@stationmaster/contract'
import { isRedirect } from '@tanstack/react-router'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { session } from '../api/session.ts'
import { NotForRole, passing } from '../layout/not-for-role.ts'
import { router } from '../router.tsx'

/**
 * Who may open what, by hand from domain.md#roles-and-scope: administrator, manager, operator, accounter, app-developer.
 * A dash: the page says that it is not for the role; a dot: it leads to the role's own first screen.
 */
const table = `
  A M O . D  /dashboard
  A M O - -  /charge-points
  A M O - -  /charge-points/$stationId
  A M O - -  /charge-points/$stationId/information
  A M O - -  /charge-points/$stationId/controllers
  A M O - -  /charge-points/$stationId/timeline
  A M O - -  /charge-points/$stationId/insight
  A - - - -  /charge-points/$stationId/commands
  A - - - -  /charge-points/$stationId/console
  A - - - -  /charge-points/$stationId/logs/{-$connectorId}
  A - - - -  /charge-points/$stationId/description
  A M O C D  /map
  A - - - -  /locations
  A M - - -  /locations/add
  A M - - -  /locations/tariffs
  A - - - -  /locations/import
  A M O - -  /locations/$locationId
  A M O - -  /locations/$locationId/stations
  A M - - -  /locations/$locationId/stations/add
  A M - - -  /locations/$locationId/stations/$stationId/settings
  A M O - -  /locations/$locationId/photos
  A M - - -  /locations/$locationId/photos/add
  A M - - -  /locations/$locationId/photos/$photoId/delete
  A M O - -  /locations/$locationId/services
  A M - - -  /locations/$locationId/services/add
  A M - - -  /locations/$locationId/services/$serviceId/edit
  A M O - -  /locations/$locationId/feedback
  A M O - -  /locations/$locationId/insight
  A M O - -  /locations/$locationId/energy
  A M - - -  /locations/$locationId/energy/setup
  A M - - -  /locations/$locationId/energy/edit
  A - - - -  /locations/$locationId/settings
  A M - - -  /locations/$locationId/pricing
  A - O - -  /inbox
  A M - - -  /alerts
  A M - - -  /alerts/repairs
  A M O - -  /incidents
  A M O - -  /incidents/$incidentId
  A - O C -  /orders/$orderId/information
  A - - - -  /orders/$orderId/console
  A - - - -  /refund-runs/$runId
  A - O - -  /drivers
  A - O - -  /drivers/$driverId
  A - O - -  /tag-groups
  A - O - -  /fleets
  A - - - -  /fleets/$fleetId
  A - - - -  /unknown-tags
  A - - - -  /bulk-commands
  A - - - -  /bulk-commands/$runId
  A - - - -  /firmware
  A - - - -  /firmware/$rolloutId
  A - - - -  /plug-and-charge
  A - - - -  /single-sign-on
  A - - C -  /statistics-by-day
  A - - C -  /statistics-reports
  A M - C -  /settlements
  A M - C -  /settlements/$statementId
  A M - C -  /settlements/open/$ownerId/$month
  A M - - -  /monthly-reports
  A - - C -  /reconciliation
  A - - - -  /contracts
  A - - - -  /subscribers
  A - - - -  /subscribers/$managerId
  A - - - -  /service-types
  A - - - D  /anti-sanction-protection
  A - - C -  /roaming
  A - - C -  /roaming/$partnerId
  A - - C -  /roaming/$partnerId/settlements
  A - - C -  /roaming/$partnerId/settlements/$month
  A - - - -  /roaming/$partnerId/messages
  A - - - -  /roaming/locations
  A - - - -  /roaming/locations/$locationId
  A - - - -  /roaming/tariffs
  A - - - -  /servers
  A - - - -  /takeover
  A - - - -  /managers
  A M - - D  /api-keys
  A M - - -  /webhooks
  A M O C D  /settings/profile
  A M O C D  /settings/change-password
  A M O C D  /settings/payments
  A M O C D  /settings/payments/method
  A M O C D  /settings/payments/account
  A M O C D  /settings/payments/bank
  A M O C D  /settings/payments/subscription
  A M O C D  /glossary
  A - O - -  /wall
`
  .trim()
  .split('\n')
  .map((line) => /^((?:\S ){5}) *(\S+)$/.exec(line.trim())!)
  .map(([, marks, path]) => ({ marks: marks!.trim().split(' '), path: path! }))

type Guard = (visit: { location: { hash: string; href: string; pathname: string } }) => unknown
interface Node {
  fullPath: string
  id: string
  parentRoute?: Node
  options: { beforeLoad?: Guard }
}
const routes = Object.values(router.routesById) as unknown as Node[]
const wallId = '/wall'

/** Every screen that needs a log-in; a redirect to another one is none. */
const screens = routes.filter(({ id }) => (id.startsWith('/app/') && id !== '/app/settings') || id === wallId)

/** What guards a screen, outside in, but for what asks the server who is there. */
const guardsOf = (screen: Node): Guard[] =>
  screen.id === '/app' || screen.parentRoute === undefined
    ? []
    : [...guardsOf(screen.parentRoute), ...(screen.options.beforeLoad ? [screen.options.beforeLoad] : [])]

beforeAll(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('fetch', async () => Response.json({ currency: 'RUB', time_zone: 'Europe/Moscow' }))
})
afterAll(() => {
  session.clear()
  vi.unstubAllGlobals()
})

test('every screen that needs a log-in stands in the table, and no other', () => {
  expect(table.map(({ path }) => path).toSorted()).toEqual(screens.map(({ fullPath }) => fullPath).toSorted())
})

test.each(table)('$path opens for $marks, and shows everybody else who may', async ({ path, marks }) => {
  const screen = screens.find(({ fullPath }) => fullPath === path)!
  const theirs = roles.filter((_, at) => /[A-Z]/.test(marks[at]!))
  for (const [at, role] of roles.entries()) {
    session.setTokens({ access_token: 'a', refresh_token: 'b' })
    session.setManager({ role } as Manager)
    let thrown: unknown
    try {
      for (const guard of guardsOf(screen))
        await guard({ location: { hash: '', href: path, pathname: path } })
    } catch (error) {
      thrown = error
    }
    if (theirs.includes(role)) expect(thrown, role).toBeUndefined()
    else if (marks[at] === '.') expect(isRedirect(thrown), role).toBe(true)
    else {
      expect(thrown, role).toBeInstanceOf(NotForRole)
      expect(passing((thrown as NotForRole).roles, guardsOf(screen)), role).toEqual(theirs)
    }
  }
})
