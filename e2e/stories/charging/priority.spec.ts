import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Both widths and both themes: nothing that axe finds, and nothing that sticks out. */
async function expectGood(page: Page): Promise<void> {
  for (const width of [360, 1440])
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      expect(await overflowOf(page)).toBeNull()
      await expectAccessible(page)
    }
}

story(
  'an operator lets a session come before others, and its driver takes it back',
  async ({ page, world }) => {
    const { played, record } = await world.aStation({ protocol: 'ocpp2.1' })
    await played.plugIn()
    await played.tap(undefined, await world.aCard())
    await played.waitFor('charging')
    const orderId = await world.openOrderAt(record.id)
    await signIn(page, world.url, 'operator', `/orders/${orderId}/information`)
    await button(page, 'Charge with priority').click()
    await expect(page.getByText('The station accepted: this session comes first.')).toBeVisible()
    await expect(page.getByText(/^Comes first since \d\d:\d\d, requested by \S/)).toBeVisible()
    const chronology = page.getByRole('region', { name: 'Chronology' })
    await expect(chronology.getByText('Priority requested from the back office')).toBeVisible()
    await expectGood(page)

    await page.goto(`${world.url}/dashboard`)
    const now = page.getByRole('region', { name: /^Charging now/ })
    const row = now.getByRole('row').filter({ hasText: record.location_street ?? '' })
    await expect(row.getByRole('img', { name: 'Priority' })).toBeVisible()

    await page.goto(`${world.url}/orders/${orderId}/information`)
    await expect(button(page, 'End priority')).toBeVisible()
    await played.prioritize(false)
    await expect(button(page, 'Charge with priority')).toBeVisible()
    await expect(page.getByText(/^Comes first since/)).toHaveCount(0)
    await played.prioritize(true)
    await expect(page.getByText(/^Comes first since \d\d:\d\d, requested at the station$/)).toBeVisible()
    await played.stop()
    await expect(button(page, 'End priority')).toHaveCount(0)
    await expect(page.getByText(/^Comes first since/)).toHaveCount(0)
  },
)

story(
  'a station that does not know how much such a session may draw says so in words',
  async ({ page, world }) => {
    const { played, record } = await world.aStation({ protocol: 'ocpp2.1', priority: false })
    await played.plugIn()
    await played.tap(undefined, await world.aCard())
    await played.waitFor('charging')
    const orderId = await world.openOrderAt(record.id)
    await signIn(page, world.url, 'administrator', `/orders/${orderId}/information`)
    await button(page, 'Charge with priority').click()
    await expect(page.getByRole('alert')).toContainText(
      'the station has no charging profile for sessions with priority',
    )
    await expect(button(page, 'Charge with priority')).toBeEnabled()
    await expectGood(page)
  },
)
