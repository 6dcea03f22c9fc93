import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'
import { World } from '../../harness/world/world.ts'

const minuteMs = 60_000

/** Somebody else's server, which takes messages while `status` is 200. */
const receiver = { status: 200, taken: [] as string[] }
const theirs = createServer((request, response) => {
  let text = ''
  request.on('data', (part) => {
    text += part
  })
  request.on('end', () => {
    if (receiver.status === 200) receiver.taken.push(text)
    response.writeHead(receiver.status).end()
  })
})
let world: World
test.beforeAll(async () => {
  await new Promise<void>((resolve) => theirs.listen(0, '127.0.0.1', resolve))
  world = await World.startClocked({ OUTGOING_PRIVATE_NETWORKS: '127.0.0.0/8' })
})
test.afterAll(async () => {
  await world?.stop()
  theirs.close()
})

const both = async (page: Page) => {
  for (const size of [
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size)
    expect(await overflowOf(page)).toBeNull()
    await expectAccessible(page)
  }
}

story('an administrator adds a channel, tries it, and has it told as the second step', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, world.url, 'administrator', '/alerts')
  await expect(page.getByText('No rules yet')).toBeVisible()
  await both(page)
  await page.getByRole('button', { name: 'Add channel' }).click()
  const dialog = page.getByRole('dialog')
  const secret = 'a-secret-of-the-duty-room'
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Duty room')
  await dialog.getByLabel('Address').fill('nowhere')
  await expect(dialog.getByText('An address that begins with https://')).toBeVisible()
  await dialog.getByLabel('Address').fill(`http://127.0.0.1:${(theirs.address() as AddressInfo).port}/duty`)
  await dialog.getByRole('textbox', { name: 'Secret' }).fill(secret)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add channel' }).click()
  await expect(dialog).toHaveCount(0)

  const channel = page.getByRole('listitem').filter({ hasText: 'Duty room' })
  await channel.getByRole('button', { name: 'Send a test' }).click()
  await expect(channel.getByText('The test has arrived')).toBeVisible()
  expect(receiver.taken).toHaveLength(1)
  receiver.status = 500
  await channel.getByRole('button', { name: 'Send a test' }).click()
  await expect(channel.getByText('The test has not arrived')).toBeVisible()
  expect(await page.content()).not.toContain(secret)

  await page.getByRole('button', { name: 'Add rule' }).click()
  const save = dialog.getByRole('button', { name: 'Add rule' })
  await dialog.getByLabel('Name').fill('Nights')
  await expect(save).toBeDisabled()
  await dialog.getByLabel('By e-mail').click()
  await page.getByRole('option', { name: /Anna/ }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Add step' }).click()
  await dialog.getByLabel('By webhook or Telegram').last().click()
  await page.getByRole('option', { name: 'Duty room' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('switch', { name: 'Only at some hours' }).check()
  await expectAccessible(page)
  await save.click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('row', { name: /Nights.*On.*from “Major”.*2/ })).toBeVisible()
  await both(page)
})

story('a repair goes from dry run to on, and one switch stops all', async ({ page }) => {
  const { played } = await world.aStation({ protocol: 'ocpp1.6' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, world.url, 'administrator', '/alerts/repairs')
  await page.getByRole('button', { name: 'Add rule' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Ask again')
  await dialog.getByRole('combobox', { name: 'What is done' }).click()
  await page.getByRole('option', { name: 'Ask for the status' }).click()
  await dialog.getByLabel('Begins after minutes').fill('0')
  await expect(dialog.getByText('It begins in dry run')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  const mode = page.getByRole('radiogroup', { name: 'Mode of “Ask again”' })
  await expect(mode.getByLabel('Dry run')).toBeChecked()

  await played.fault(1)
  const list = page.getByRole('table', { name: 'What was done, and would have been' })
  await expect(async () => {
    await world.forward(5 * minuteMs)
    await page.reload()
    await expect(list.getByText('Would have')).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 120_000 })
  await both(page)

  await mode.getByText('On', { exact: true }).click()
  await expect(dialog).toContainText('In dry run it would have begun 1 repair')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(mode.getByLabel('On')).toBeChecked()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Stop all repairs' }).click()
  await expect(page.getByRole('dialog', { name: /Stop all repairs/ })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Stop all repairs' }).click()
  await expect(page.getByText('All repairs are stopped').first()).toBeVisible()
  await expect(page.getByText(/Stopped by Anna/)).toBeVisible()
  await both(page)
  await page.getByRole('button', { name: 'Let repairs run again' }).click()
  await dialog.getByRole('button', { name: 'Let repairs run again' }).click()
  await expect(page.getByText('Repairs may run')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Change the rule “Ask again”' }).click()
  await dialog.getByText('Off', { exact: true }).click()
  expect(await overflowOf(page)).toBeNull()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Off', { exact: true })).toBeVisible()
})
