import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../harness/accessibility.ts'
import { watchPolicy } from '../harness/policy.ts'
import { keepSession } from '../harness/sign-in.ts'
import { story } from '../harness/story.ts'
import type { World } from '../harness/world.ts'

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
  '/payment/success',
  '/payment/fail',
]

/** Looks at each page in both themes. */
async function look(page: Page, world: World, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(`${world.url}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      await expectAccessible(page)
    }
  }
}

story('every public screen holds WCAG 2.2 AA in both themes', async ({ page, world }) => {
  const refused = watchPolicy(page)
  await look(page, world, publicPages)
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
    '/contracts',
    `/charge-points/${running.record.id}/information`,
    `/charge-points/${running.record.id}/controllers`,
    `/locations/${running.location.id}/stations`,
    `/locations/${running.location.id}/stations/${running.record.id}/settings`,
    `/locations/${running.location.id}/stations/add`,
    `/locations/${running.location.id}/stations/add?step=1`,
    `/orders/${row!.id}/information`,
    `/orders/${row!.id}/console`,
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
