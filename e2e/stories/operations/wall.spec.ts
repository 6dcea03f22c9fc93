import { expect } from '@playwright/test'
import { contract, type Wall } from '@stationmaster/contract'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { Walk } from '../../harness/looks/walk.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

story(
  'a screen on the wall shows the network without an account, until its link is revoked',
  async ({ page, world, anotherPage }) => {
    const { played, location } = await world.aStation({ protocol: 'ocpp1.6', meterEveryMs: 500 })
    await signIn(page, world.url, 'administrator', '/settings/profile')
    await page.getByRole('button', { name: 'Make a link' }).click()
    const dialog = page.getByRole('dialog', { name: 'Make a link' })
    await dialog.getByLabel('Name of the screen').fill('Left')
    await dialog.getByRole('button', { name: 'Make a link' }).click()
    const shown = page.getByRole('dialog', { name: 'Link for the screen' })
    const link = await shown.getByRole('textbox', { name: 'Link' }).inputValue()
    await expectAccessible(page)
    await shown.getByRole('button', { name: 'Close' }).click()

    const wall = await anotherPage()
    await wall.setViewportSize({ width: 1920, height: 1080 })
    await wall.goto(link)
    await expect(wall.getByRole('heading', { level: 1 })).toContainText('Network on the wall')
    await expect(wall.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expect(wall.getByText('updates by itself')).toBeVisible()
    const sessions = wall.getByRole('region', { name: 'Charging now' })
    await expect(sessions).not.toContainText(location.name)
    // the map has all locations already; from now on it receives changes only
    const params = { id: location.id }
    await world.administrator.call(contract.locations.change, {
      params,
      body: { coordinates: { lat: 53.54, lng: 9.98 } },
    })
    const update = wall.waitForResponse(async (answer) => {
      if (!/wall\/screen\?markers_since=./.test(answer.url())) return false
      const { markers } = (await answer.json()) as Wall
      return !markers.whole && markers.items.some(({ id, status }) => id === location.id && status === 'busy')
    })
    const card = await world.aCard()
    await played.begin({ token: card })
    await expect(sessions).toContainText(location.name)
    await update
    await expect(wall.locator('body')).not.toContainText(card)
    await expectAccessible(wall)

    for (const [language, width, height] of [
      ['en', 360, 780],
      ['de', 1280, 720],
      ['ru', 1280, 720],
    ] as const) {
      const walk = await Walk.begin(wall, language, width)
      await wall.setViewportSize({ width, height })
      await wall.reload()
      await expect(wall.getByRole('heading', { name: walk.t('dashboard.attention.title') })).toBeVisible()
      expect(await overflowOf(wall)).toBeNull()
      await expectAccessible(wall)
    }

    await page.getByRole('button', { name: 'Revoke the link of "Left"' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
    await expect(wall.getByText(/Ключ этого экрана отозван/)).toBeVisible()
    expect(await world.administrator.call(contract.wall.screens, {})).toEqual([])
    await played.stop()
  },
)

story('an administrator opens the wall with a session, and nobody without one', async ({ page, world }) => {
  await page.goto(`${world.url}/wall`)
  await expect(page).toHaveURL(`${world.url}/login`)
  await signIn(page, world.url, 'administrator', '/wall')
  await expect(page.getByRole('region', { name: 'Need attention' })).toBeVisible()
  await page.getByRole('button', { name: 'Fill the screen' }).click()
  await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible()
})
