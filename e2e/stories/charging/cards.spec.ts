import { expect } from '@playwright/test'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

for (const [protocol, width] of [
  ['ocpp1.6', 1280],
  ['ocpp2.0.1', 360],
] as const) {
  const own = protocol.replaceAll('.', '').toUpperCase()

  story(
    `${protocol}, ${width} px: an unknown card that knocks is registered in a group, and charges at the group’s price`,
    async ({ page, world }) => {
      const { played, record } = await world.aStation({ protocol, meterEveryMs: 500, tariff: 1700 })
      const card = `${own}-KNOCKS`
      await played.plugIn()
      for (let time = 0; time < 2; time += 1) expect(await played.tap(undefined, card)).not.toBe('Accepted')

      await page.setViewportSize({ width, height: 740 })
      await signIn(page, world.url, 'administrator', '/tag-groups')
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: 'Add a group' }).first().click()
      await dialog.getByLabel('Group').first().fill(`${own}-TAXI`)
      await dialog.getByLabel('Name').fill(`Taxi ${own}`)
      await dialog.getByText('own price', { exact: true }).click()
      await dialog.getByLabel('Per kWh, ₽').fill('10')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(page.getByText(`Taxi ${own}`)).toBeVisible()
      await expectAccessible(page)

      await page.getByRole('link', { name: 'Unknown cards' }).click()
      await page.getByPlaceholder('Card, station or location').fill(card)
      await page.getByRole('button', { name: `Register ${card}` }).click()
      await dialog.getByRole('combobox', { name: 'Group' }).fill(`${own}-TAXI`)
      await page.keyboard.press('Escape')
      await dialog.getByRole('button', { name: 'Register' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(page.getByText('No card fits the search')).toBeVisible()

      expect(await played.tap(undefined, card)).toBe('Accepted')
      await played.waitFor(() => (played.connectorView().sampledSessionWh ?? 0) > 40)
      const id = await world.openOrderAt(record.id)
      await played.stop()
      await expect.poll(async () => (await world.order(id)).status).toBe('completed')
      expect(await world.order(id)).toMatchObject({
        rfid: card,
        tariff: 1000,
        tag_group: { key: `${own}-TAXI`, name: `Taxi ${own}`, free: false },
      })
      await page.goto(`${world.url}/orders/${id}/information`)
      await expect(page.getByText(`Taxi ${own}`).first()).toBeVisible()
    },
  )
}

story(
  'a driver gets another card, which is blocked and charges nowhere any more',
  async ({ page, world }) => {
    const statusAt = async (protocol: 'ocpp1.6' | 'ocpp2.0.1') =>
      (await world.aStation({ protocol })).played.tap(undefined, 'SECOND-CARD')
    await signIn(page, world.url, 'administrator', `/drivers?q=${await world.aCard()}`)
    await page.getByRole('link', { name: 'Anna Petrova' }).click()
    const cards = page.getByRole('region', { name: 'Charging cards' })
    const dialog = page.getByRole('dialog')
    await cards.getByRole('button', { name: 'Add a card' }).click()
    await dialog.getByLabel('Number').fill('SECOND-CARD')
    await dialog.getByLabel('Good until').fill('2099-03-31')
    await dialog.getByRole('button', { name: 'Add a card' }).click()
    await expect(cards.getByRole('row', { name: /SECOND-CARD/ })).toContainText('31 Mar 2099')
    expect(await statusAt('ocpp1.6')).toBe('Accepted')

    await cards.getByRole('button', { name: 'Change card SECOND-CARD' }).click()
    await expect(dialog.getByLabel('Good until')).toHaveValue('2099-03-31')
    await dialog.getByLabel('Blocked: charges nowhere').check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(cards.getByRole('row', { name: /SECOND-CARD/ })).toContainText('blocked')
    await expect(cards.getByRole('row', { name: /SECOND-CARD/ })).toContainText('31 Mar 2099')
    expect(await statusAt('ocpp2.0.1')).toBe('Blocked')

    await cards.getByRole('button', { name: 'Add a card' }).click()
    await dialog.getByLabel('Number').fill('SECOND-CARD')
    await dialog.getByRole('button', { name: 'Add a card' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
  },
)
