import { execFileSync } from 'node:child_process'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Everything in files' })

/** The paths in the archive that a page's button brings, without its first folder. */
async function archived(page: Page): Promise<string[]> {
  const download = page.waitForEvent('download')
  await panel(page).getByRole('button', { name: 'Download' }).click()
  const listed = execFileSync('tar', ['tf', await (await download).path()], { encoding: 'utf8' })
  return listed.split('\n').map((path) => path.replace(/^[^/]*\//, ''))
}

story(
  'an administrator has everything written to files, takes them and removes them',
  async ({ page, world }) => {
    await signIn(page, world.url, 'administrator', '/settings/profile')
    await panel(page).getByRole('button', { name: 'Write to files' }).click()
    await expect(panel(page).getByRole('listitem')).toContainText('ready')
    await expectAccessible(page)
    const paths = await archived(page)
    expect(paths).toEqual(
      expect.arrayContaining(['manifest.json', 'data/managers-0001.jsonl.gz', 'csv/managers-0001.csv.gz']),
    )

    await panel(page).getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(panel(page).getByRole('listitem')).toHaveCount(1)
    await panel(page).getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(panel(page).getByRole('listitem')).toHaveCount(0)
  },
)

story('a manager gets what is of the own locations on a phone', async ({ page, world }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, world.url, 'manager', '/settings/profile')
  await expect(panel(page).getByText('All that belongs to your locations')).toBeVisible()
  await expect(panel(page).getByLabel('With secrets')).toHaveCount(0)
  await panel(page).getByRole('button', { name: 'Write to files' }).click()
  await expect(panel(page).getByRole('listitem')).toContainText('ready')
  expect(await overflowOf(page)).toBeNull()
  const paths = await archived(page)
  expect(paths).toContain('manifest.json')
  expect(paths).not.toContain('data/time-zone-0001.jsonl.gz')
})
