import { expect } from '@playwright/test'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

story('a manager makes a key that reads stations, replaces and revokes it', async ({ page, world }) => {
  await signIn(page, world.url, 'manager', '/api-keys')
  await expect(page.getByText('No keys yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Make a key' }).click()
  const dialog = page.getByRole('dialog')
  const make = dialog.getByRole('button', { name: 'Make a key' })
  await expect(make).toBeDisabled()
  await dialog.getByLabel('Name').fill('Billing export')
  await dialog.getByRole('checkbox', { name: 'Stations: Read' }).check()
  await dialog.getByLabel('Allowed addresses').fill('127.0.0.0/8, nowhere')
  // what a manager may not do is not offered
  await expect(dialog.getByText('Roaming')).toHaveCount(0)
  await expectAccessible(page)
  await make.click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel('Allowed addresses').fill('127.0.0.0/8')
  await make.click()
  await expect(dialog.getByText('it is shown this once and kept nowhere')).toBeVisible()
  await expectAccessible(page)
  const keyShown = () => dialog.getByLabel('Key', { exact: true }).inputValue()
  const first = await keyShown()
  await dialog.getByRole('button', { name: 'Close' }).click()

  const ask = async (key: string, path = 'stations') => {
    const answer = await fetch(`${world.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${key}` } })
    return [answer.status, ((await answer.json()) as { code?: string }).code] as const
  }
  expect(await ask(first)).toEqual([200, undefined])
  expect(await ask(first, 'locations')).toEqual([403, 'key.scope_missing'])

  const keys = page.getByRole('table', { name: 'API keys' })
  await expect(keys.getByRole('row', { name: /Billing export.*stations:read.*In use/ })).toBeVisible()
  await expect(page.getByText(first)).toHaveCount(0)
  await page.getByRole('button', { name: 'Replace the key “Billing export”' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await expect(dialog.getByText('it is shown this once')).toBeVisible()
  const second = await keyShown()
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect(await ask(first)).toEqual([200, undefined])
  expect(await ask(second)).toEqual([200, undefined])

  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByText('Replaced')).toBeVisible()
  expect(await overflowOf(page)).toBeNull()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Revoke the key “Billing export”' }).first().click()
  await expect(dialog).toContainText('Programs that use it are refused at once.')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Revoked')).toBeVisible()
  expect(await ask(second)).toEqual([401, 'key.revoked'])
})
