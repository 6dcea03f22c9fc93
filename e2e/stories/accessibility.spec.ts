import { expect } from '@playwright/test'
import { expectAccessible } from '../harness/accessibility.ts'
import { watchPolicy } from '../harness/policy.ts'
import { signIn } from '../harness/sign-in.ts'
import { story } from '../harness/story.ts'

for (const scheme of ['light', 'dark'] as const) {
  story(`every screen holds WCAG 2.2 AA in the ${scheme} theme`, async ({ page, world }) => {
    // every screen takes axe some seconds
    story.setTimeout(180_000)
    const refused = watchPolicy(page)
    const running = await world.aStation({ protocol: 'ocpp2.0.1', meterEveryMs: 1000 })
    await running.played.plugIn()
    await running.played.tap(undefined, await world.aCard())
    const [row] = await openOrders(world.administrator)
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })

    for (const path of [
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
    ]) {
      await page.goto(`${world.url}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
    }
    await signIn(page, world.url, 'administrator')
    for (const path of [
      '/dashboard',
      '/charge-points',
      '/managers',
      '/managers?person=2',
      '/settings/profile',
      '/settings/change-password',
      '/anti-sanction-protection',
      `/charge-points/${running.record.id}/information`,
      `/charge-points/${running.record.id}/controllers`,
      `/locations/${running.location.id}/stations`,
      `/locations/${running.location.id}/stations/${running.record.id}/settings`,
      `/locations/${running.location.id}/stations/add`,
      `/locations/${running.location.id}/stations/add?step=1`,
      `/orders/${row!.id}/information`,
      `/orders/${row!.id}/console`,
    ]) {
      await page.goto(`${world.url}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
      await expectAccessible(page)
    }
    expect(refused()).toEqual([])
    await running.played.stop()
  })
}

async function openOrders(administrator: { ask<T>(query: string): Promise<T> }): Promise<{ id: string }[]> {
  const { orders } = await administrator.ask<{ orders: { edges: { node: { id: string } }[] } }>(
    '{ orders(statuses: ["started"], limit: 10) { edges { node { id } } } }',
  )
  return orders.edges.map(({ node }) => node)
}
