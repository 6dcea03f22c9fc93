import { expect } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { signIn } from '../../harness/sign-in.ts'
import { anOrder } from '../../harness/world/an-order.ts'
import { story } from '../../harness/world/story.ts'
import { World } from '../../harness/world/world.ts'

/** A session that was paid in cash. */
async function aPaidOrder(world: World): Promise<number> {
  const id = await anOrder(world)
  await world.administrator.call(contract.payments.book, { params: { id }, body: { method_type: 'cash' } })
  return id
}

story(
  'the money of a faulty day goes back at once, after a question with count and sum',
  async ({ page }) => {
    // all that is found is all that the network has
    const world = await World.start()
    try {
      const ids = [await aPaidOrder(world), await aPaidOrder(world)]
      const paid = async (id: number) =>
        (await world.administrator.call(contract.payments.get, { params: { id } })).payment!
      const sum = (await paid(ids[0]!)).captured_amount + (await paid(ids[1]!)).captured_amount
      await signIn(page, world.url, 'administrator', '/dashboard')
      const all = page.getByRole('button', { name: 'Refund all found' })
      await all.click()
      const dialog = page.getByRole('dialog')
      const amount = new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(sum / 100)
      await expect(dialog).toContainText(`${amount} ₽ goes back for 2 orders`)
      await dialog.getByRole('button', { name: 'Cancel' }).click()

      for (const [language, words] of [
        ['de', ['Ladevorgang', 'Alle gefundenen erstatten', 'gehen für 2 Ladevorgänge zurück']],
        ['ru', ['заказ', 'Вернуть по всем найденным', 'По 2 заказам вернётся']],
      ] as const) {
        await page.evaluate((chosen) => localStorage.setItem('stationmaster.language', chosen), language)
        await page.reload()
        await page.getByRole('button', { name: words[1] }).click()
        await expect(dialog).toContainText(words[2])
      }
      await page.evaluate(() => localStorage.setItem('stationmaster.language', 'en'))
      await page.reload()
      for (const id of ids) await page.getByRole('checkbox', { name: `Choose order ${id}` }).check()
      await page.getByRole('button', { name: 'Refund 2 orders' }).click()
      const go = dialog.getByRole('button', { name: `Refund ${amount} ₽` })
      await expect(go).toBeDisabled()
      await dialog.getByRole('combobox', { name: 'Reason' }).click()
      await page.getByRole('option', { name: 'The station was faulty' }).click()
      await expectAccessible(page)
      await go.click()

      await expect(page).toHaveURL(/\/refund-runs\/\d+$/)
      await expect(page.getByText('Done', { exact: true })).toBeVisible()
      const table = page.getByRole('table', { name: 'Refunded payments' })
      for (const id of ids)
        await expect(table.getByRole('row').filter({ hasText: `Order ${id}` })).toContainText('Refunded')
      await expectAccessible(page)
      await page.setViewportSize({ width: 360, height: 780 })
      expect(await overflowOf(page)).toBeNull()
      for (const id of ids) {
        const { refundable_amount, given_back } = await paid(id)
        expect(refundable_amount).toBe(0)
        expect(given_back).toMatchObject([{ kind: 'refund', reason: 'The station was faulty' }])
      }
    } finally {
      await world.stop()
    }
  },
)
