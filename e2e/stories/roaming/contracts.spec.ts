import { expect } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

story('prices are agreed on with a partner, and end on a phone', async ({ page, world }) => {
  await world.administrator.call(contract.roamingPartners.setParty, {
    body: { country_code: 'DE', party_id: 'STM', name: 'Stationmaster' },
  })
  const { partner } = await world.administrator.call(contract.roamingPartners.invite, {
    body: { name: 'Cards of Bremen' },
  })
  await signIn(page, world.url, 'administrator', `/roaming/${partner.id}`)
  const panel = page.getByRole('region', { name: 'Contracts', exact: true })
  await expect(panel).toContainText('pays the public prices')
  await panel.getByRole('button', { name: 'Add a contract' }).click()
  const dialog = page.getByRole('dialog')
  const agree = dialog.getByRole('button', { name: 'Agree' })
  await dialog.getByText('Dearer', { exact: true }).click()
  await expect(agree).toBeDisabled()
  await dialog.getByLabel('Percent').fill('20')
  await dialog.getByRole('combobox', { name: 'VAT' }).click()
  await page.getByRole('option', { name: 'reverse charge' }).click()
  await expect(dialog).toContainText('owes the tax itself')
  await agree.click()
  await expect(dialog).toBeHidden()
  const row = panel.getByRole('row').filter({ hasText: 'our prices + 20 %' })
  await expect(row).toContainText('in force')
  await expect(row).toContainText('reverse charge')

  // of two on one day the second is refused, in words
  await panel.getByRole('button', { name: 'Add a contract' }).click()
  await dialog.getByText('Own tariff', { exact: true }).click()
  await dialog.getByLabel(/^Per kWh/).fill('12')
  await agree.click()
  await expect(dialog.getByRole('alert')).toContainText('Another contract with this partner')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.setViewportSize({ width: 360, height: 740 })
  await panel.getByRole('button', { name: 'End today' }).click()
  await dialog.getByRole('button', { name: 'End today' }).click()
  await expect(dialog).toBeHidden()
  // the dialog closes before the server has answered
  const listed = async () => {
    const { contracts } = await world.administrator.call(contract.partnerContracts.list, {
      params: { id: partner.id },
    })
    return contracts
  }
  await expect.poll(async () => (await listed())[0]?.valid_to).not.toBeNull()
  expect(await listed()).toMatchObject([{ charging: 'percent', percent: 20, state: 'current' }])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
