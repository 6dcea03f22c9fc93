import { expect } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { expectGoodRegion } from '../../harness/looks/region.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

story(
  'an administrator sees the values that a station streams, changes how often they come, and ends them',
  async ({ page, world }) => {
    const { record, played } = await world.aStation({ protocol: 'ocpp2.1' })
    const params = { id: record.id }
    const watched = {
      type: 'Periodic',
      value: 60,
      severity: 9,
      transaction: false,
      component: { name: 'OCPPCommCtrlr' },
      variable: { name: 'HeartbeatInterval' },
      periodicEventStream: { interval: 1 },
    }
    const { administrator } = world
    await page.setViewportSize({ width: 1440, height: 900 })
    await signIn(page, world.url, 'administrator', `/charge-points/${record.id}/controllers`)
    const streams = page.getByRole('region', { name: 'Streams of values' })
    await expect(streams).toContainText('No stream is open.')
    await administrator.call(contract.commands.message, {
      params,
      body: { action: 'SetVariableMonitoring', payload: { setMonitoringData: [watched] } },
    })
    await administrator.call(contract.stationTasks.run, { params, body: { task: 'read_monitors' } })
    await page.reload()
    const stream = streams.getByRole('listitem')
    await expect(stream).toContainText('OCPPCommCtrlr HeartbeatInterval')
    await expect(stream).toContainText('every second')
    await expect(stream).not.toContainText('no value yet')
    await expectGoodRegion(page, { en: 'Streams of values', de: 'Datenströme', ru: 'Потоки значений' })

    await page.reload()
    await stream.getByLabel('Seconds between two messages').fill('2')
    await stream.getByRole('button', { name: 'Adjust' }).click()
    await expect(stream).toContainText('every 2 seconds')
    played.setSetting('HeartbeatInterval', 240)
    await expect(stream).toContainText('240')

    await stream.getByRole('button', { name: 'End' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
    await expect(streams).toContainText('No stream is open.')
    await expect(stream).toHaveCount(0)
  },
)
