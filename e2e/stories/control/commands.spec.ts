import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { contract, type ReadingsAnswer } from '@stationmaster/contract'
import { openFileHost } from '@stationmaster/server/commands'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

const partOf = (id: string, part: string) => `/charge-points/${id}/${part}`
const panel = (page: Page, title: string) => page.getByRole('region', { name: title })
const confirm = (page: Page, action: string) =>
  page.getByRole('dialog').getByRole('button', { name: action }).click()

for (const protocol of ['ocpp1.6', 'ocpp2.0.1'] as const) {
  story(`an administrator works on a station of ${protocol} by its commands`, async ({ page, world }) => {
    const { played, record, connectorId } = await world.aStation({ protocol })
    const { id: orderId } = await world.administrator.call(contract.connectors.start, {
      params: { id: connectorId },
      body: {},
    })
    await played.waitFor('charging')
    await signIn(page, world.url, 'administrator', `/orders/${orderId}/information`)
    await expect(panel(page, 'Money')).toBeVisible()
    const there = panel(page, 'At the station')
    if (protocol === 'ocpp2.0.1') {
      await there.getByRole('button', { name: 'Ask the station' }).click()
      await expect(there.getByText(/The session runs at the station, and no messages/)).toBeVisible()
      await expect(panel(page, 'Chronology').getByText('Asked the station about the session')).toBeVisible()
    } else await expect(there).toHaveCount(0)
    await page.goto(world.url + partOf(record.id, 'commands'))

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

    const texts = panel(page, 'Texts on the display')
    if (protocol === 'ocpp2.0.1') await showAText(page, texts)
    else await expect(texts).toHaveCount(0)

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
    // its row goes after that, and moves all that stands below away from under a click
    await expect(reservations.getByRole('button', { name: 'Cancel it' })).toHaveCount(0)

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

    await control.getByRole('button', { name: 'Restart at once' }).click()
    await expect(page.getByRole('dialog')).toContainText('It does not wait until it is idle.')
    await confirm(page, 'Restart at once')
    await expect(control.getByText(/The station answered in \d+ ms: accepted/)).toBeVisible()
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

    const [reports, monitors] = [panel(page, 'Reports'), panel(page, 'Monitoring')]
    if (protocol === 'ocpp1.6') {
      await expect(reports).toHaveCount(0)
      return expect(monitors).toHaveCount(0)
    }
    await reports.getByLabel('What to report').selectOption('Availability and problems')
    await reports.getByRole('button', { name: 'Ask for the report' }).click()
    await expect(reports.getByRole('alert')).toContainText('not supported')
    await reports.getByLabel('What to report').selectOption('Chosen components')
    await reports.getByLabel('Component', { exact: true }).fill('OCPPCommCtrlr')
    await reports.getByRole('button', { name: 'Ask for the report' }).click()
    await expect(reports.getByText(/^OCPPCommCtrlr: \d+ variables$/)).toBeVisible()
    await reports.getByRole('button', { name: 'Show the variables' }).click()
    await reports.getByLabel('Search component, variable, value').fill('heartbeat')
    await expect(reports.getByRole('row')).toHaveCount(2)
    await expectAccessible(page)
    await reports.getByRole('button', { name: 'CSV' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV with ; and decimal comma' }).click(),
    ])
    expect(file.suggestedFilename()).toContain(record.id)
    expect(await readFile(await file.path(), 'utf8')).toContain('Component;Variable;Value;Unit\r\n')

    await monitors.getByRole('button', { name: 'New monitor' }).click()
    await page.getByRole('dialog').getByRole('combobox', { name: 'Variable' }).fill('HeartbeatInterval')
    await page.getByRole('option', { name: 'OCPPCommCtrlr · HeartbeatInterval' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Value' }).fill('400')
    await expectAccessible(page)
    await confirm(page, 'Watch it')
    await expect(monitors.getByText('above 400 · 6, warning · set here')).toBeVisible()
    await monitors.getByRole('button', { name: 'Remove: OCPPCommCtrlr HeartbeatInterval' }).click()
    await confirm(page, 'Remove')
    await expect(monitors.getByText('It watches nothing.')).toBeVisible()
    // something else of the station changes: the query finds its readings unchanged, and they stay on the screen
    const unchanged = page.waitForResponse(async (answer) => {
      if (!answer.url().includes('/readings?since=')) return false
      return ((await answer.json()) as ReadingsAnswer).readings === null
    })
    const params = { id: record.id }
    await world.administrator.call(contract.stations.change, { params, body: { number: 4711 } })
    await unchanged
    await expect(reports.getByText(/^OCPPCommCtrlr: \d+ variables$/)).toBeVisible()
  })
}

/** A text is shown, refused in the station's own words, changed, and removed; it is there after a reload. */
async function showAText(page: Page, texts: ReturnType<typeof panel>): Promise<void> {
  const dialog = page.getByRole('dialog')
  await texts.getByRole('button', { name: 'New text' }).click()
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('The lift is out of order')
  await expectAccessible(page)
  await dialog.getByLabel('Format').selectOption('HTML')
  await confirm(page, 'Show it')
  await expect(dialog.getByText(/the format of the text is not supported/)).toBeVisible()
  await dialog.getByLabel('Format').selectOption('Plain text, any letters')
  await dialog.getByLabel('When it is shown').selectOption('While nobody charges')
  await dialog.getByLabel('Until').fill('2001-01-01T10:00')
  await dialog.getByLabel('From').fill('2001-01-02T10:00')
  await expect(dialog.getByText('It ends before it begins.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Show it' })).toBeDisabled()
  await dialog.getByLabel('Until').fill('2101-01-02T10:00')
  await confirm(page, 'Show it')
  await expect(texts.getByRole('listitem')).toContainText('While nobody charges')
  await page.reload()
  await texts.getByRole('button', { name: 'Change: The lift is out of order' }).click()
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('The lift works')
  await confirm(page, 'Change')
  await expect(texts.getByRole('listitem')).toContainText('The lift works')
  await texts.getByRole('button', { name: 'Remove: The lift works' }).click()
  await confirm(page, 'Remove')
  await expect(texts.getByText('It shows no texts.')).toBeVisible()
}

story(
  'the screen shows that a station has disconnected, and it takes no command',
  async ({ page, world }) => {
    const { played, record } = await world.aStation({ protocol: 'ocpp1.6' })
    await played.goOffline()
    await signIn(page, world.url, 'administrator', partOf(record.id, 'commands'))
    await expect(page.getByText('The station is offline: a command cannot reach it now.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send it now' })).toBeDisabled()
  },
)

story('the second connector of an EVSE is unlocked and limited by itself', async ({ page, world }) => {
  const { record } = await world.aStation({ protocol: 'ocpp1.6', twin: true })
  await signIn(page, world.url, 'administrator', partOf(record.id, 'commands'))
  const second = 'EVSE 1 · connector 2 (CHAdeMO)'
  const control = panel(page, 'Control')
  await control.getByLabel('Where').nth(1).selectOption(second)
  await control.getByRole('button', { name: 'Unlock' }).click()
  const dialog = page.getByRole('dialog', { name: `Unlock ${second}?` })
  await dialog.getByRole('button', { name: 'Unlock' }).click()
  await expect(control.getByText(/The station answered in \d+ ms/)).toBeVisible()

  const limits = panel(page, 'Power limits')
  await limits.getByLabel('Where').selectOption(second)
  await limits.getByRole('button', { name: 'Set the limit' }).click()
  await expect(limits.getByText(`16 A · ${second}`)).toBeVisible()
  await expectAccessible(page)
  await page.goto(world.url + partOf(record.id, 'timeline'))
  await expect(page.getByText('connector 2', { exact: true })).toBeVisible()
})
