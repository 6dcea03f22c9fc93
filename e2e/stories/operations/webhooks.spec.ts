import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'
import { World } from '../../harness/world/world.ts'

let world: World
let server: Server
/** of messages with a good signature */
const arrived: string[] = []
let secret = ''
let answers = 204

/** Whether a message is signed with the secret as Standard Webhooks says. */
function isSigned({ headers }: IncomingMessage, body: string): boolean {
  const signature = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64')
  return String(headers['webhook-signature']).split(' ').includes(`v1,${signature}`)
}

story.beforeAll(async () => {
  world = await World.start({ OUTGOING_PRIVATE_NETWORKS: 'loopback' })
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const isGood = isSigned(request, body)
      if (isGood && answers === 204) arrived.push((JSON.parse(body) as { type: string }).type)
      response.writeHead(isGood ? answers : 401).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
story.afterAll(async () => {
  server?.closeAllConnections()
  server?.close()
  await world?.stop()
})

story(
  'an address is added, verifies a test, goes away, and is sent again what it missed',
  async ({ page }) => {
    await signIn(page, world.url, 'administrator', '/webhooks')
    await expect(page.getByText('Nobody is told yet')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add an address' }).click()
    const dialog = page.getByRole('dialog')
    const add = dialog.getByRole('button', { name: 'Add an address' })
    await expect(add).toBeDisabled()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Billing')
    await dialog.getByRole('textbox', { name: 'Address' }).fill('http://10.0.0.1/hooks')
    await dialog.getByRole('checkbox', { name: 'A session has ended' }).check()
    await dialog.getByRole('button', { name: 'Stations: All' }).click()
    await expect(dialog.getByRole('checkbox', { name: 'A station has lost its connection' })).toBeChecked()
    await expectAccessible(page)
    await add.click()
    // an address inside is refused
    await expect(dialog.getByRole('alert')).toBeVisible()
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
    await dialog.getByRole('textbox', { name: 'Address' }).fill(url)
    await add.click()
    await expect(dialog.getByText('it is shown this once')).toBeVisible()
    await expectAccessible(page)
    secret = await dialog.getByLabel('Secret', { exact: true }).inputValue()
    await dialog.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('link', { name: 'Billing' }).click()
    await expect(page.getByRole('heading', { name: 'Billing' })).toBeVisible()
    await expect(page.getByText(secret)).toHaveCount(0)
    await page.getByRole('button', { name: 'Send a test' }).click()
    await expect(dialog.getByText('Arrived')).toBeVisible()
    await expect(dialog.getByText('HTTP 204')).toBeVisible()
    await expect(dialog.getByText('webhook.test').first()).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(arrived).toEqual(['webhook.test'])

    // it says that it wants nothing more, and is switched off
    answers = 410
    await page.getByRole('button', { name: 'Send a test' }).click()
    await expect(dialog.getByText('Given up')).toBeVisible()
    await expect(dialog.getByText('HTTP 410')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText('Off: wants no more')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send a test' })).toHaveCount(0)

    await page.setViewportSize({ width: 360, height: 740 })
    await expect(page.getByText('Off: wants no more')).toBeVisible()
    expect(await overflowOf(page)).toBeNull()
    await expectAccessible(page)
    answers = 204
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByRole('button', { name: 'Send what was given up' }).click()
    await dialog.getByRole('button', { name: 'Send 1 message' }).click()
    await expect(dialog).toHaveCount(0)
    await expect.poll(() => arrived).toEqual(['webhook.test', 'webhook.test'])
    await page.getByRole('button', { name: 'New secret' }).click()
    await dialog.getByRole('button', { name: 'New secret' }).click()
    await expect(dialog.getByText('it is shown this once')).toBeVisible()
    expect(await dialog.getByLabel('Secret', { exact: true }).inputValue()).not.toBe(secret)
    expect(await overflowOf(page)).toBeNull()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Remove' }).click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Nobody is told yet')).toBeVisible()
  },
)
