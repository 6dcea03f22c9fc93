import { expect, type Page } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { openFileHost } from '@stationmaster/server/commands'
import { signIn } from '../harness/sign-in.ts'
import { story } from '../harness/story.ts'

const partOf = (id: string, part: string) => `/charge-points/${id}/${part}`
const panel = (page: Page, title: string) => page.getByRole('region', { name: title })
const confirm = (page: Page, action: string) =>
  page.getByRole('dialog').getByRole('button', { name: action }).click()

for (const protocol of ['ocpp1.6', 'ocpp2.0.1'] as const) {
  story(`an administrator works on a station of ${protocol} by its commands`, async ({ page, world }) => {
    const { played, record, connectorId } = await world.aStation({ protocol })
    await world.administrator.call(contract.connectors.start, { params: { id: connectorId }, body: {} })
    await played.waitFor('charging')
    await signIn(page, world.url, 'administrator', partOf(record.id, 'commands'))

    const control = panel(page, 'Control')
    await control.getByLabel('Message').selectOption('Heartbeat')
    await control.getByRole('button', { name: 'Send it now' }).click()
    await expect(control.getByText(/The station answered in \d+ ms: accepted/)).toBeVisible()
    await played.waitFor(() => played.said('station.beat').length > 0)

    const limits = panel(page, 'Power limits')
    const powerW = () => played.connectorView().powerW
    await expect.poll(powerW).toBeGreaterThan(6_000)
    await limits.getByLabel('Where').selectOption('EVSE 1')
    await limits.getByRole('textbox', { name: 'Limit' }).fill('5000')
    await limits.getByLabel('Unit').selectOption('W')
    await limits.getByRole('textbox', { name: 'Minutes' }).fill('60')
    await limits.getByRole('button', { name: 'Set the limit' }).click()
    await expect(page.getByRole('dialog', { name: 'Limit EVSE 1 to 5000 W?' })).toContainText(
      '1 session is running there.',
    )
    await confirm(page, 'Set the limit')
    await expect(limits.getByText('5 000 W · EVSE 1')).toBeVisible()
    await expect.poll(powerW).toBeLessThanOrEqual(5_000)
    await limits.getByRole('button', { name: 'Show what applies' }).click()
    await expect(limits.getByRole('figure').getByRole('listitem')).toHaveCount(2)
    await limits.getByLabel('Where').selectOption('Whole station')
    await limits.getByRole('textbox', { name: 'Limit' }).fill('4')
    await limits.getByLabel('Unit').selectOption('kW')
    await limits.getByRole('button', { name: 'Set the limit' }).click()
    await confirm(page, 'Set the limit')
    await expect(limits.getByText('4 000 W · Whole station')).toBeVisible()
    await expect.poll(powerW).toBeLessThanOrEqual(4_000)
    await limits.getByRole('button', { name: 'Clear all' }).click()
    await confirm(page, 'Clear all')
    await expect(limits.getByText('No limit has been set from here.')).toBeVisible()
    await expect.poll(powerW).toBeGreaterThan(5_000)
    await played.stop(1)
    await played.unplug(1)

    const logs = panel(page, 'Logs and diagnostics')
    await logs.getByRole('button', { name: 'Request' }).click()
    await expect(logs.getByText(/uploaded/)).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      logs.getByRole('button', { name: /^Download/ }).click(),
    ])
    expect(download.suggestedFilename()).toContain(record.id)

    const cards = panel(page, 'Local card list')
    await world.aCard()
    await cards.getByRole('button', { name: 'Send the whole list' }).click()
    await expect(cards.getByText('The station has version 1.')).toBeVisible()

    const reservations = panel(page, 'Reservations')
    await reservations.getByLabel('Card').fill('ANNA')
    await reservations.getByRole('button', { name: 'Reserve' }).click()
    await expect.poll(() => played.connectorView().state).toBe('Reserved')
    await reservations.getByRole('button', { name: 'Cancel it' }).click()
    await expect.poll(() => played.connectorView().state).toBe('Available')

    const certificates = panel(page, 'Certificates')
    await certificates.getByRole('button', { name: 'List' }).click()
    await expect(certificates.getByText('None is installed.')).toBeVisible()
    await certificates.getByLabel('Certificate (PEM)').fill('no certificate')
    await certificates.getByLabel('Purpose').focus()
    await expect(certificates.getByText(/A PEM certificate begins/)).toBeVisible()

    const files = await openFileHost()
    const firmware = panel(page, 'Firmware')
    await firmware.getByLabel('Address of the file').fill('fw-5.0.1.bin')
    await expect(firmware.getByText('Enter a full address')).toBeHidden()
    await firmware.getByLabel('Address of the file').blur()
    await expect(firmware.getByText('Enter a full address')).toBeVisible()
    await expect(firmware.getByRole('button', { name: 'Update the firmware' })).toBeDisabled()
    await firmware.getByLabel('Address of the file').fill(`${files.url}/fw-5.0.1.bin`)
    await firmware.getByRole('button', { name: 'Update the firmware' }).click()
    await confirm(page, 'Update the firmware')
    await expect(firmware.getByText('installed', { exact: true })).toBeVisible()
    await expect(firmware.getByText('Before: 1.4.2 · now: 5.0.1')).toBeVisible()
    files.close()
  })

  story(`a setting of a station of ${protocol} is changed and reads back`, async ({ page, world }) => {
    const { record } = await world.aStation({ protocol })
    await signIn(page, world.url, 'administrator', partOf(record.id, 'controllers'))
    await page.getByRole('button', { name: 'Read from the station' }).click()
    await page.getByLabel('Find a setting').fill('HeartbeatInterval')
    await page.getByRole('button', { name: 'Change HeartbeatInterval' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Value').fill('77')
    await dialog.getByRole('button', { name: 'Change' }).click()
    await expect(dialog.getByText(/The station answered in \d+ ms: accepted/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await expect(page.getByRole('cell', { name: '77', exact: true })).toBeVisible()
  })
}

story('a station that has gone is told on the screen, and takes no command', async ({ page, world }) => {
  const { played, record } = await world.aStation({ protocol: 'ocpp1.6' })
  await played.goOffline()
  await signIn(page, world.url, 'administrator', partOf(record.id, 'commands'))
  await expect(page.getByText('The station is offline: a command cannot reach it now.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send it now' })).toBeDisabled()
})
