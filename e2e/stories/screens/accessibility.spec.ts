import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { watchPolicy } from '../../harness/looks/policy.ts'
import { keepSession } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'
import type { World } from '../../harness/world/world.ts'

const publicPages = [
  '/',
  '/login',
  '/login?step=forgot',
  '/login?step=sent',
  '/signup',
  '/auth/password-change/x',
  '/terms',
  '/support/data-deletion-request',
  '/support/app-manual',
  '/network',
  '/payment/success',
  '/payment/fail',
]

const themes = ['light', 'dark'] as const

/** Looks at each page in the themes. */
async function look(
  page: Page,
  world: World,
  paths: readonly string[],
  seenIn: readonly (typeof themes)[number][] = themes,
): Promise<void> {
  for (const path of paths) {
    await page.goto(`${world.url}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // what was painted before the application ran, and would be taken away under the examiner's eyes
    await expect(page.locator('#shell[inert]')).toHaveCount(0)
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
    for (const colorScheme of seenIn) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      await expectAccessible(page)
    }
  }
}

/** Looks at pages in the other languages, once: their words are other names and need more room, their colours are the same. */
async function lookAbroad(page: Page, world: World, paths: readonly string[]): Promise<void> {
  await page.setViewportSize({ width: 360, height: 780 })
  for (const language of ['de', 'ru']) {
    await page.evaluate((chosen) => localStorage.setItem('stationmaster.language', chosen), language)
    await look(page, world, paths, ['light'])
    await expect(page.locator('html')).toHaveAttribute('lang', language)
  }
}

story('every public screen holds WCAG 2.2 AA in both themes', async ({ page, world }) => {
  const refused = watchPolicy(page)
  await look(page, world, publicPages)
  await lookAbroad(page, world, ['/', '/login'])
  expect(refused()).toEqual([])
})

story('every screen of an administrator holds WCAG 2.2 AA in both themes', async ({ page, world }) => {
  const refused = watchPolicy(page)
  const running = await world.aStation({ protocol: 'ocpp2.0.1', meterEveryMs: 1000 })
  await running.played.plugIn()
  await running.played.tap(undefined, await world.aCard())
  await expect.poll(() => openOrders(world.administrator)).not.toEqual([])
  const [row] = await openOrders(world.administrator)
  await keepSession(page, world.url, 'administrator')
  await look(page, world, [
    '/dashboard',
    '/charge-points',
    '/managers',
    '/managers?person=2',
    '/settings/profile',
    '/settings/change-password',
    '/anti-sanction-protection',
    '/roaming',
    '/roaming/locations',
    '/roaming/tariffs',
    '/servers',
    '/contracts',
    '/firmware',
    '/settlements',
    `/charge-points/${running.record.id}/information`,
    `/charge-points/${running.record.id}/controllers`,
    `/locations/${running.location.id}/stations`,
    `/locations/${running.location.id}/stations/${running.record.id}/settings`,
    `/locations/${running.location.id}/stations/add`,
    `/locations/${running.location.id}/stations/add?step=1`,
    `/orders/${row!.id}/information`,
    `/orders/${row!.id}/console`,
  ])
  await lookAbroad(page, world, [
    '/dashboard',
    `/charge-points/${running.record.id}/information`,
    `/charge-points/${running.record.id}/commands`,
    `/locations/${running.location.id}/stations`,
    `/orders/${row!.id}/information`,
  ])
  expect(refused()).toEqual([])
  await running.played.stop()
})

async function openOrders(administrator: { ask<T>(query: string): Promise<T> }): Promise<{ id: string }[]> {
  const { orders } = await administrator.ask<{ orders: { edges: { node: { id: string } }[] } }>(
    '{ orders(statuses: ["started"], limit: 10) { edges { node { id } } } }',
  )
  return orders.edges.map(({ node }) => node)
}
