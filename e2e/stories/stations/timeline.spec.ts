import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

const list = (page: Page) => page.getByRole('region', { name: 'Timeline' })
const rows = (page: Page, text: string | RegExp) => list(page).getByRole('listitem').filter({ hasText: text })
const strip = (page: Page) => page.getByRole('group', { name: 'Uptime by day' })

for (const protocol of ['ocpp1.6', 'ocpp2.0.1'] as const) {
  story(
    `a station of ${protocol} that faults, is cut, returns and is reset tells so on its timeline`,
    async ({ page, world }) => {
      const { record, played } = await world.aStation({ protocol })
      await signIn(page, world.url, 'administrator', `/charge-points/${record.id}/information`)
      await page.getByRole('link', { name: 'Timeline' }).click()
      await expect(rows(page, /Connected/)).toHaveCount(1)
      await expect(rows(page, 'The station started')).toHaveCount(1)
      await expect(rows(page, 'Connector 1: Available')).toHaveCount(1)

      // what happens now comes by itself
      await played.fault(1, 'GroundFailure', 'relay 2')
      await expect(rows(page, 'Connector 1: Faulted')).toHaveCount(1)
      if (protocol === 'ocpp1.6') await expect(rows(page, 'Ground fault · “relay 2”')).toHaveCount(1)
      await expect(rows(page, 'Connector 1: Faulted')).toContainText('still')
      await played.recover(1)
      await expect(rows(page, 'was: Faulted')).toHaveCount(1)
      await expect(rows(page, 'Connector 1: Faulted')).toContainText(/for \d+ /)

      played.cutCable()
      await expect(rows(page, 'the connection was lost')).toHaveCount(1)
      await expect(rows(page, /Connected/)).toHaveCount(2)
      await page.getByRole('button', { name: 'Reset' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
      await expect(rows(page, 'Reset, command by')).toHaveCount(1)
      await expect(rows(page, /Connected/)).toHaveCount(3)
      if (protocol === 'ocpp2.0.1') await expect(rows(page, 'after a reset command')).toHaveCount(1)
      await played.link.call('SecurityEventNotification', {
        type: 'TamperDetectionActivated',
        timestamp: new Date().toISOString(),
      })
      await expect(rows(page, 'the case was opened')).toHaveCount(1)

      // the figure, and the days: today counts, those before are empty
      const uptime = page.getByRole('region', { name: 'Uptime' })
      await expect(uptime.getByText(/^\d+(\.\d\d)?\s%$/).first()).toBeVisible()
      await expect(strip(page).getByRole('button')).toHaveCount(30)
      const today = strip(page).getByRole('button', { name: /^Today, .*% so far/ })
      await expect(today).toBeVisible()
      await expect(strip(page).getByRole('button', { name: /No data/ })).toHaveCount(29)
      await expectAccessible(page)
    },
  )
}

story(
  'the timeline is filtered by its address and by a day chosen with the keyboard, and kept as a file',
  async ({ page, world }) => {
    const { record, played } = await world.aStation({ protocol: 'ocpp2.0.1' })
    await played.fault()
    await played.recover()
    await signIn(page, world.url, 'administrator', `/charge-points/${record.id}/timeline`)
    await page.getByText('Faults', { exact: true }).click()
    await expect(page).toHaveURL(/kinds=fault/)
    await expect(rows(page, /Connected/)).toHaveCount(0)
    await expect(rows(page, 'Connector 1')).toHaveCount(2)
    await page.reload()
    await expect(rows(page, 'Connector 1')).toHaveCount(2)
    await page.getByRole('group', { name: 'What to show' }).getByText('Firmware', { exact: true }).click()
    await page.getByText('Faults', { exact: true }).click()
    await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Show everything' }).click()
    await expect(rows(page, /Connected/)).toHaveCount(1)

    await strip(page)
      .getByRole('button', { name: /^Today/ })
      .focus()
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('tooltip', { name: /No data/ })).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tooltip', { name: /Today.*%/ })).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/day=\d{4}-\d{2}-\d{2}/)
    await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(rows(page, /Connected/)).toHaveCount(1)

    await page.getByText('90 days', { exact: true }).click()
    await expect(strip(page).getByRole('button')).toHaveCount(90)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save the days as a CSV file' }).click()
    await page.getByRole('menuitem', { name: 'CSV with ; and decimal comma' }).click()
    const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(1 + 2 * 90)
    expect(lines[0]).toContain('station_id;connector;day;percent')
  },
)

story('an operator sees the timeline without what is technical', async ({ page, world }) => {
  const { record } = await world.aStation({ protocol: 'ocpp2.0.1' })
  await signIn(page, world.url, 'operator', `/charge-points/${record.id}/timeline`)
  await expect(rows(page, 'The station started')).toHaveCount(1)
  await expect(rows(page, 'firmware')).toHaveCount(0)
  await expect(page.getByText('Security', { exact: true })).toHaveCount(0)
})
