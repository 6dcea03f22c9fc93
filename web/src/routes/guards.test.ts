import { type Manager, roles } from '@stationmaster/contract'
import { isRedirect } from '@tanstack/react-router'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { session } from '../api/session.ts'
import { screensOf } from '../layout/navigation.ts'
import { NotForRole, passing } from '../layout/not-for-role.ts'
import screensTable from '../layout/screens.txt?raw'
import { router } from '../router.tsx'

/** Who may open what and finds it in the menu, by hand (screens.txt). */
const rows = screensTable
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => /^((?:\S ){5}) *(\S+)(?:.*(\|))?/.exec(line)!)
  .map(([, marks, path, bar]) => ({
    marks: marks!.trim().split(' '),
    path: path!,
    listed: bar !== undefined,
  }))
const table = rows.map(({ marks, path }) => ({ marks: marks.join(' ').toUpperCase().split(' '), path }))

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

test.each(roles.map((role, at) => ({ role, at })))('the menu of $role is that of the table', ({
  role,
  at,
}) => {
  const theirs = rows.filter(({ listed, marks }) => listed && /[A-Z]/.test(marks[at]!))
  expect(screensOf(router.routeTree, role).map(({ to }) => to)).toEqual(theirs.map(({ path }) => path))
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
