import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' }).first()
const rowsOf = (page: Page, action: string) =>
  messages(page).getByRole('listitem').filter({ hasText: action })
const dialog = (page: Page) => page.getByRole('dialog')

async function chooseAction(page: Page, action: string): Promise<void> {
  const field = page.getByPlaceholder('Choose an action')
  await field.fill(action)
  await page.getByRole('option', { name: action, exact: true }).click()
}

for (const protocol of ['ocpp1.6', 'ocpp2.0.1'] as const) {
  const [word, keyword] = protocol === 'ocpp1.6' ? ['Soft', 'Hard'] : ['OnIdle', 'Immediate']

  story(
    `commands leave from the console of a station of ${protocol} and are answered there`,
    async ({ page, world }) => {
      const { record, played } = await world.aStation({ protocol })
      await signIn(page, world.url, 'administrator', `/charge-points/${record.id}/information`)
      await page.getByRole('link', { name: 'Console' }).click()
      await expect(rowsOf(page, 'BootNotification').first()).toBeVisible()
      await expect(page.getByText('live', { exact: true })).toBeVisible()

      // a ready command
      await page.getByRole('button', { name: 'Templates' }).click()
      await page.getByRole('menuitem', { name: 'Request statuses' }).click()
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(dialog(page).getByText('Accepted', { exact: true })).toBeVisible()
      await expect(dialog(page).getByText(/in \d+ ms/)).toBeVisible()
      await dialog(page).getByRole('button', { name: 'Close' }).last().click()
      await expect(rowsOf(page, 'TriggerMessage')).toContainText('Accepted')

      // the form: an enum of this version, and a question before what hurts
      await chooseAction(page, 'Reset')
      await page
        .getByRole('combobox', { name: 'type' })
        .or(page.getByRole('textbox', { name: 'type' }))
        .first()
        .click()
      await expect(page.getByRole('option', { name: keyword! })).toBeVisible()
      await page.getByRole('option', { name: word! }).click()
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await dialog(page).getByRole('button', { name: 'Send' }).click()
      await expect(dialog(page).getByText('Accepted', { exact: true })).toBeVisible()
      await dialog(page).getByRole('button', { name: 'Close' }).last().click()
      // the socket drops, a boot follows, and the page shows both without a reload
      await expect(rowsOf(page, 'BootNotification')).toHaveCount(2)
      await expect(page.getByText('The station is offline')).toHaveCount(0)
      await played.waitFor('accepted')

      // an exchange opens with both payloads
      await rowsOf(page, 'Reset').getByRole('button').first().click()
      await expect(messages(page).getByRole('heading', { name: 'Call' })).toBeVisible()
      await expect(messages(page).getByRole('heading', { name: 'Answer' })).toBeVisible()
      await expectAccessible(page)
    },
  )

  story(`JSON of ${protocol} is checked while it is written, and by the station`, async ({ page, world }) => {
    const { record, played } = await world.aStation({ protocol })
    await signIn(page, world.url, 'administrator', `/charge-points/${record.id}/console`)
    await chooseAction(page, 'DataTransfer')
    await page.getByText('JSON', { exact: true }).click()
    const editor = page.getByRole('textbox', { name: 'Payload' })
    await editor.click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('{"vendorId": ', { delay: 5 })
    await expect(page.getByText('Invalid JSON')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText('{"vendorId": 7}')
    await expect(page.getByText('is not of type string').first()).toBeVisible()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(dialog(page).getByText('The payload does not fit the schema of this command.')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Close' }).last().click()
    await editor.click()
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText('{"vendorId": "nobody"}')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(
      dialog(page).getByText('The station did not carry out the command: unknown vendor.'),
    ).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Close' }).last().click()
    // what was written stands in the form
    await page.getByText('Form', { exact: true }).click()
    await expect(page.getByLabel('vendorId')).toHaveValue('nobody')

    await played.goOffline()
    await expect(page.getByText('The station is offline')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  })
}

story(
  'the history is filtered by its address, searched and taken away as a file',
  async ({ page, world }) => {
    const { record, played } = await world.aStation({ protocol: 'ocpp1.6' })
    await played.plugIn()
    await signIn(page, world.url, 'administrator', `/charge-points/${record.id}/console`)
    await expect(rowsOf(page, 'StatusNotification').first()).toBeVisible()

    await page.keyboard.press('/')
    await page.keyboard.type('bootnotification')
    await expect(rowsOf(page, 'StatusNotification')).toHaveCount(0)
    await expect(rowsOf(page, 'BootNotification')).toHaveCount(1)
    await expect(page).toHaveURL(/q=bootnotification/)
    await page.reload()
    await expect(rowsOf(page, 'BootNotification')).toHaveCount(1)

    await page.getByRole('button', { name: 'Export' }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'JSON lines' }).click()
    const file = await (await downloading).path()
    const lines = (await readFile(file, 'utf8')).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).action)).toEqual(['BootNotification'])

    await page.getByRole('searchbox').fill('no such word')
    await expect(page.getByText('No message matches these filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Show everything' }).click()
    await expect(rowsOf(page, 'StatusNotification').first()).toBeVisible()
    await page.getByLabel('Errors only').check()
    await expect(page.getByText('No message matches these filters.')).toBeVisible()
    await page.getByLabel('Errors only').uncheck()

    // j and k go through the rows, Enter opens one
    await rowsOf(page, 'StatusNotification').first().getByRole('button').focus()
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    await expect(messages(page).getByRole('heading', { name: 'Call' })).toBeVisible()
  },
)

story(
  'a range of time stands in the address, and ends the live tail when it ends',
  async ({ page, world }) => {
    const { record, played } = await world.aStation({ protocol: 'ocpp1.6' })
    await signIn(page, world.url, 'administrator', `/charge-points/${record.id}/console`)
    await expect(rowsOf(page, 'BootNotification')).toHaveCount(1)
    // our own answers tell how long the station waited for them
    await expect(rowsOf(page, 'BootNotification')).toContainText(/[1-9]\d* ms/)
    const time = messages(page).getByRole('button', { name: /Any time|since|until|–/ })
    const choices = dialog(page)

    await time.click()
    await expectAccessible(page)
    await choices.getByRole('button', { name: 'Last hour' }).click()
    await expect(page).toHaveURL(/since=/)
    await expect(rowsOf(page, 'BootNotification')).toHaveCount(1)
    await expect(page.getByText('live', { exact: true })).toBeVisible()
    await played.plugIn()
    await expect(rowsOf(page, 'StatusNotification').filter({ hasText: 'Preparing' }).first()).toBeVisible()

    await time.click()
    await choices.getByRole('button', { name: 'Yesterday' }).click()
    await expect(page).toHaveURL(/since=.*until=/)
    await expect(page.getByText('No message matches these filters.')).toBeVisible()
    await expect(page.getByText('in the past')).toBeVisible()

    await time.click()
    await choices.getByLabel('From').fill('2026-01-01T00:00:00')
    await choices.getByLabel('To', { exact: true }).fill('2025-01-01T00:00:00')
    await expect(choices.getByText('The end is before the beginning.')).toBeVisible()
    await expect(choices.getByRole('button', { name: 'Show' })).toBeDisabled()
    await choices.getByLabel('To', { exact: true }).fill('2099-01-01T00:00:00')
    await choices.getByRole('button', { name: 'Show' }).click()
    await expect(page).toHaveURL(/since=2025-12-31T21%3A00%3A00.000Z&until=2098-12-31T21%3A00%3A00.999Z/)
    await expect(rowsOf(page, 'BootNotification')).toHaveCount(1)
    await page.reload()
    await expect(rowsOf(page, 'BootNotification')).toHaveCount(1)
  },
)

story(
  'log lines come by themselves, by connector, and clear; a description is kept',
  async ({ page, world }) => {
    const { record, played } = await world.aStation({ protocol: 'ocpp2.0.1' })
    await played.sendLog(1, 'error', 'Contactor stuck')
    await signIn(page, world.url, 'administrator', `/charge-points/${record.id}/logs`)
    await expect(page.getByText('Contactor stuck')).toBeVisible()
    await played.sendLog(2, 'info', 'Fan on')
    await expect(page.getByText('Fan on')).toBeVisible()
    const connectors = page.getByRole('radiogroup', { name: 'Connector' })
    await connectors.getByText('1', { exact: true }).click()
    await expect(page).toHaveURL(/\/logs\/1$/)
    await expect(page.getByText('Fan on')).toHaveCount(0)
    await page.getByRole('button', { name: 'Clear' }).click()
    await dialog(page).getByRole('button', { name: 'Clear' }).click()
    await expect(page.getByText('No log lines.')).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Description' }).click()
    await page.getByLabel('Description 1').fill('By the gate')
    await page.getByRole('link', { name: 'Information' }).click()
    await expect(dialog(page).getByText('Leave without saving?')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved.')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Description 1')).toHaveValue('By the gate')
    await expectAccessible(page)
  },
)
