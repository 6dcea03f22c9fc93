import { expect } from '@playwright/test'
import { signIn } from '../../harness/sign-in.ts'
import { anOrder } from '../../harness/world/an-order.ts'
import { story } from '../../harness/world/story.ts'

story('a session is booked as paid at a terminal, and a part of it refunded', async ({ page, world }) => {
  const id = await anOrder(world)

  await signIn(page, world.url, 'administrator', `/orders/${id}/information`)
  const panel = page.getByRole('region', { name: 'Payment' })
  const dialog = page.getByRole('dialog')
  await expect(panel.getByText('Compensation')).toBeVisible()
  await panel.getByRole('button', { name: 'Book payment' }).click()
  const book = dialog.getByRole('button', { name: 'Book payment' })
  await expect(book).toBeDisabled()
  // nobody is known yet
  await dialog.getByLabel('Provider').fill('bank')
  await dialog.getByLabel('Shop or terminal').fill('T-17')
  await dialog.getByLabel('Document number').fill('00042')
  await book.click()
  await expect(dialog).toBeHidden()
  await expect(panel.getByText('T-17')).toBeVisible()
  await expect(page.getByText('Booked as paid at a terminal')).toBeVisible()

  await panel.getByRole('button', { name: 'Refund', exact: true }).click()
  const amount = dialog.getByLabel('Amount, ₽')
  const most = await amount.inputValue()
  const refund = dialog.getByRole('button', { name: 'Refund', exact: true })
  await dialog.getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('option', { name: 'The station was faulty' }).click()
  await dialog.getByLabel('Details').fill('The cable fell out')
  // exact to the kopeck: at, below and above
  const kopecks = Math.round(Number(most) * 100)
  for (const [minor, fits] of [
    [kopecks, true],
    [kopecks - 1, true],
    [kopecks + 1, false],
    [1, true],
    [0, false],
  ] as const) {
    await amount.fill((minor / 100).toFixed(2))
    await (fits ? expect(refund).toBeEnabled() : expect(refund).toBeDisabled())
  }
  await expect(
    dialog.getByText(`From 0.01 to ${kopecks % 100 === 0 ? kopecks / 100 : (kopecks / 100).toFixed(2)}.`),
  ).toBeVisible()
  await amount.fill('0.505')
  await expect(refund).toBeDisabled()
  await expect(dialog.getByText('At most 2 places after the point.')).toBeVisible()
  // filled in, pasted or typed
  await amount.fill('0,50')
  await expect(amount).toHaveValue('0.50')
  await amount.clear()
  await amount.pressSequentially('0,50')
  await expect(amount).toHaveValue('0.50')
  await expect(refund).toBeEnabled()
  await refund.click()
  await expect(dialog).toBeHidden()
  const list = panel.getByRole('list', { name: 'Refunds and chargebacks' })
  await expect(list.getByRole('listitem')).toContainText('The station was faulty: The cable fell out')
  await expect(page.getByRole('region', { name: 'Money' })).toContainText('Taken in all0.50 ₽ given back')
  await expect(panel.getByRole('button', { name: 'Book payment' })).toHaveCount(0)
  await expect(page.getByText('Refunded').first()).toBeVisible()
})

story(
  'an operator books a payment, and neither refunds it nor sees what of it is whose',
  async ({ page, world }) => {
    const id = await anOrder(world, { protocol: 'ocpp2.0.1' })
    await signIn(page, world.url, 'operator', `/orders/${id}/information`)
    const panel = page.getByRole('region', { name: 'Payment' })
    await panel.getByRole('button', { name: 'Book payment' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Payment type' }).click()
    await page.getByRole('option', { name: 'Cash' }).click()
    await dialog.getByRole('button', { name: 'Book payment' }).click()
    await expect(panel.getByText('Cash')).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
    await expect(panel.getByText('Agent fee')).toHaveCount(0)
  },
)

story('an administrator compares the books, which agree', async ({ page, world }) => {
  await signIn(page, world.url, 'administrator', '/inbox')
  const panel = page.getByRole('region', { name: 'Books and ledger' })
  // what is read above it moves the button, maybe away from under the click
  await expect(async () => {
    await panel.getByRole('button', { name: 'Compare now' }).click()
    await expect(panel.getByText('Last compared')).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await expect(panel.getByText('Everything agrees.')).toBeVisible()
})
