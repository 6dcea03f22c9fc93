import { expect } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

story(
  'an administrator finds a driver, moves the balance, and blocks with a reason',
  async ({ page, world }) => {
    const body = { first_name: 'Olga', last_name: 'Driver', email: 'olga@people.example', tokens: ['OLGA1'] }
    await world.administrator.call(contract.drivers.add, { body })
    await signIn(page, world.url, 'administrator', '/drivers')
    await page.getByPlaceholder('Name, phone, e-mail or card').fill('olga@people')
    await page.getByRole('link', { name: 'Olga Driver' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Olga Driver')
    await expect(page.getByText('The driver has not charged yet.')).toBeVisible()
    const dialog = page.getByRole('dialog')
    const move = async (amount: string, action: 'Top up' | 'Take back') => {
      await page.getByRole('button', { name: 'Top up' }).click()
      await dialog.getByText('Cash', { exact: true }).click()
      if (action === 'Take back')
        await dialog.getByLabel('Correction: takes back what was noted wrongly').check()
      await dialog.getByLabel('Amount, ₽').fill(amount)
      await dialog.getByLabel('Reason').fill('the desk says so')
      await dialog.getByRole('button', { name: action, exact: true }).click()
      await expect(dialog).toHaveCount(0)
    }
    await move('500', 'Top up')
    await move('120.50', 'Take back')
    const balance = page.getByRole('region', { name: 'Balance' })
    await expect(balance.getByRole('row').nth(1)).toContainText(/Taken back.*120\.50/)
    await expect(balance.getByRole('row').nth(2)).toContainText(/Paid in.*\+500\.00/)
    const about = page.getByRole('region', { name: 'Contact and money' })
    await expect(about).toContainText('379.50')

    // an amount that makes the balance negative must be confirmed, once
    await page.getByRole('button', { name: 'Top up' }).click()
    await dialog.getByLabel('Correction: takes back what was noted wrongly').check()
    await dialog.getByLabel('Amount, ₽').fill('400')
    await dialog.getByLabel('Reason').fill('a wrong transfer')
    await dialog.getByRole('button', { name: 'Take back', exact: true }).click()
    await expect(dialog.getByRole('status')).toContainText(/Left on the balance: .?20\.50/)
    await dialog.getByLabel('Amount, ₽').fill('100')
    await expect(dialog.getByRole('button', { name: 'Take back', exact: true })).toBeVisible()
    await dialog.getByLabel('Amount, ₽').fill('400')
    await dialog.getByRole('button', { name: 'Take back all the same' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(about).toContainText(/.20\.50/)

    await page.getByRole('button', { name: 'Block' }).click()
    await expect(dialog.getByRole('button', { name: 'Block' })).toBeDisabled()
    await dialog.getByLabel('Reason').fill('lost the card')
    await dialog.getByRole('button', { name: 'Block' }).click()
    await expect(about).toContainText('lost the card')
    await page.getByRole('button', { name: 'Unblock' }).click()
    await dialog.getByLabel('Reason').fill('found it')
    await dialog.getByRole('button', { name: 'Unblock' }).click()
    await expect(about).toContainText('may charge')

    await page.keyboard.press('Control+k')
    await page.getByPlaceholder(/^Station number or id/).fill('OLGA1')
    await page.getByRole('button', { name: /Olga Driver/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Olga Driver')
  },
)

story('an operator sees of a driver what is theirs to see, and changes nothing', async ({ page, world }) => {
  const phone = '+49 30 5550199'
  const body = { first_name: 'Petra', last_name: 'Driver', phone }
  await world.administrator.call(contract.drivers.add, { body })
  await signIn(page, world.url, 'operator', '/drivers')
  await page.getByPlaceholder('Name, or the whole phone, e-mail or card').fill(phone)
  await expect(page.getByRole('row').filter({ hasText: 'Petra Driver' })).toContainText('•••••••••99')
})
