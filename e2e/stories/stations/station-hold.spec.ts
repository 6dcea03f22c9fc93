import { expect } from '@playwright/test'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

story('an administrator puts a station on hold and lets it in, and maintains it', async ({ page, world }) => {
  const { played, record } = await world.aStation({ protocol: 'ocpp2.0.1' })
  await signIn(page, world.url, 'administrator', `/charge-points/${record.id}/information`)
  await page.getByRole('button', { name: /^Actions for station/ }).click()
  await page.getByRole('menuitem', { name: 'Put on hold' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('charges nobody')
  await dialog.getByLabel('It may ask again after (seconds)').fill('600')
  await dialog.getByRole('button', { name: 'Put on hold' }).click()
  await expect(page.getByText('The station learns of this at its next start.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('note')).toContainText('On hold from its next start on')

  const rebooted = played.reboot().catch(() => undefined)
  await expect(page.getByRole('note')).toContainText('On hold (Pending)')
  await expect(page.getByText('It asks again every 600 s')).toBeVisible()
  await page.getByRole('note').getByRole('button', { name: 'Let in' }).click()
  await expect(page.getByRole('note')).toBeHidden()
  await rebooted
  await played.waitFor('accepted')

  await page.getByRole('button', { name: /^Actions for station/ }).click()
  await page.getByRole('menuitem', { name: 'Plan maintenance' }).click()
  await dialog.getByLabel('Note').fill('New cable')
  await dialog.getByRole('button', { name: 'Plan maintenance' }).click()
  await expect(page.getByRole('note')).toContainText('Under maintenance until')
  await expect(page.getByRole('note')).toContainText('New cable')
  await played.waitFor('unavailable')
  await page.getByRole('note').getByRole('button', { name: 'End now' }).click()
  await expect(page.getByRole('note')).toBeHidden()
})
