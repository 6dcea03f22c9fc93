import { expect } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'
import { World } from '../../harness/world/world.ts'

let world: World
story.beforeAll(async () => {
  world = await World.start()
})
story.afterAll(() => world?.stop())

for (const [protocol, width] of [
  ['ocpp1.6', 360],
  ['ocpp2.0.1', 1440],
] as const)
  story(
    `${protocol}, ${width} px: a station is moved to another address and comes back by it`,
    async ({ page }) => {
      const { record } = await world.aStation({ protocol })
      await page.setViewportSize({ width, height: 800 })
      await signIn(page, world.url, 'administrator', '/firmware')
      await page.getByRole('button', { name: 'Move stations…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Move stations to another address' })
      const start = dialog.getByRole('button', { name: 'Move 1 station' })
      await expect(start).toBeDisabled()
      const address = dialog.getByLabel('Address of the central system')
      await address.fill('https://csms.example')
      await expect(dialog.getByText('An address that begins with wss:// or ws://')).toBeVisible()
      await expect(start).toBeDisabled()
      await address.fill(`${world.url.replace('http', 'ws').replace('127.0.0.1', 'localhost')}/ocpp`)
      await dialog.getByText('This network’s').click()
      await dialog.getByRole('combobox', { name: 'Security there' }).click()
      await page.getByRole('option', { name: 'Password', exact: true }).click()
      if (protocol === 'ocpp1.6') await dialog.getByLabel('Key of the address').fill('CentralSystemURL')
      await expectAccessible(page)
      expect(await overflowOf(page)).toBeNull()
      await start.click()
      await expect(page).toHaveURL(/\/firmware\/\d+$/)
      const states = page.getByRole('group', { name: 'Show by state' })
      await expect(states.getByRole('button', { name: /Moved/ })).toContainText('1', { timeout: 60_000 })
      await expect(page.getByText(record.id).filter({ visible: true }).first()).toBeVisible()
      await expectAccessible(page)
      expect(await overflowOf(page)).toBeNull()
      // it is connected again; the next story begins without it
      const { online } = await world.administrator.call(contract.stations.get, { params: { id: record.id } })
      expect(online).toBe(true)
      await world.administrator.call(contract.stations.remove, { params: { id: record.id } })
    },
  )
