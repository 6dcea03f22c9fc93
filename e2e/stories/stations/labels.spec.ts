import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

story('labels of a station and of its location are chosen and downloaded', async ({ page, world }) => {
  const { record, location } = await world.aStation({ protocol: 'ocpp1.6' })
  await page.setViewportSize({ width: 360, height: 740 })
  const dialog = page.getByRole('dialog', { name: 'Labels to print' })
  for (const [path, name] of [
    [`/charge-points/${record.id}/information`, /^label_\d+\.pdf$/],
    [`/locations/${location.id}/stations`, /^label(s|_\d+)\.pdf$/],
  ] as const) {
    await signIn(page, world.url, 'administrator', path)
    await page.getByRole('button', { name: 'Labels' }).click()
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    expect(await overflowOf(page)).toBeNull()
    for (const language of ['English', 'Deutsch', 'Русский'])
      await dialog.getByRole('checkbox', { name: language }).uncheck()
    await expect(dialog.getByRole('button', { name: 'Download PDF' })).toBeDisabled()
    await dialog.getByRole('checkbox', { name: 'Deutsch' }).check()
    await dialog.getByText('Medium', { exact: true }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download PDF' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(name)
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
    await expect(dialog).toBeHidden()
  }
})
