import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { expectAccessible } from '../harness/accessibility.ts'
import { overflowOf } from '../harness/overflow.ts'
import { signIn } from '../harness/sign-in.ts'
import { story } from '../harness/story.ts'

story(
  'the success rate fell: an administrator finds the one connector that causes it, and a chart becomes a table and files',
  async ({ page, world }) => {
    const good = await world.aStation({ protocol: 'ocpp1.6', meterEveryMs: 1000 })
    const bad = await world.aStation({ protocol: 'ocpp2.0.1', meterEveryMs: 1000 })
    for (const [{ connectorId, played }, reason] of [
      [good, 'Local'],
      [bad, 'EmergencyStop'],
    ] as const) {
      const { id } = await world.administrator.call(contract.connectors.start, {
        params: { id: connectorId },
        body: {},
      })
      await played.waitFor(() => (played.connectorView().sampledSessionWh ?? 0) > 120)
      await played.stop(1, { reason })
      await expect.poll(async () => (await world.order(id)).status).toBe('completed')
      await played.unplug()
    }
    const { id: locationId, name } = bad.location
    await signIn(page, world.url, 'administrator', `/dashboard?locations=${good.location.id},${locationId}`)
    const history = page.getByRole('region', { name: 'Charging history' })
    const success = page.getByRole('region', { name: 'Success rate' })
    await history.scrollIntoViewIfNeeded()
    await expect(success).toContainText('50.0')
    await expect(success).toContainText('1 of 2 sessions charged')
    await expectAccessible(page)

    await success.getByRole('button', { name: 'End' }).click()
    await expect(page).toHaveURL(/stage=stop/)
    await success.getByRole('link', { name }).click()
    await expect(page).toHaveURL(
      new RegExp(`connector=${bad.connectorId}.*failed=stop|failed=stop.*connector=${bad.connectorId}`),
    )
    await expect(history.getByRole('row')).toHaveCount(2)
    await expect(history.getByRole('row').last()).toContainText(name)
    await history.getByRole('button', { name: 'Show all again, not only End' }).click()
    await expect(page).not.toHaveURL(/failed/)

    await page.goto(`${world.url}/locations/${locationId}/insight`)
    await expect(success).toContainText('0 of 1 session charged')
    const used = page.getByRole('region', { name: 'Utilisation' }).first()
    const menu = async (item: string) => {
      await used.getByRole('button', { name: 'Chart: Utilisation' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    const [csv] = await Promise.all([page.waitForEvent('download'), menu('Save as CSV')])
    expect(csv.suggestedFilename()).toBe('Utilisation.csv')
    expect(await readFile(await csv.path(), 'utf8')).toContain('Weekday,Hour,%\r\n')
    const [png] = await Promise.all([page.waitForEvent('download'), menu('Save as PNG')])
    expect((await readFile(await png.path())).subarray(1, 4).toString()).toBe('PNG')
    await menu('Read as a table')
    await expect(used.getByRole('columnheader', { name: 'Hour' })).toBeVisible()
    await expectAccessible(page)

    await page.goto(`${world.url}/charge-points/${bad.record.id}/insight`)
    await expect(success).toContainText('0 of 1 session charged')
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await overflowOf(page)).toBeNull()
  },
)
