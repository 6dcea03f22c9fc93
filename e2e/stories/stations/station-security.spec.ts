import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { tlsRoot, tlsSettings } from '@stationmaster/server/tls-for-stories'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'
import { World } from '../../harness/world/world.ts'

let world: World
let secureUrl: string
let removeFiles: () => void

/** A port that nobody listens on just now. */
async function aFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

story.beforeAll(async () => {
  const port = await aFreePort()
  const { env, remove } = tlsSettings(port)
  removeFiles = remove
  secureUrl = `wss://127.0.0.1:${port}/ocpp`
  world = await World.start(env)
})
story.afterAll(async () => {
  await world?.stop()
  removeFiles?.()
})

const panel = (page: Page, title: string) => page.getByRole('region', { name: title })
const confirm = (page: Page, action: string) =>
  page.getByRole('dialog').getByRole('button', { name: action }).click()

for (const protocol of ['ocpp1.6', 'ocpp2.0.1'] as const) {
  story(
    `a station of ${protocol} gets a new password, and is led to TLS and to a certificate of its own`,
    async ({ page }) => {
      const { played, record } = await world.aStation({ protocol, secureUrl })
      await signIn(page, world.url, 'administrator', `/charge-points/${record.id}/commands`)
      const security = panel(page, 'Security')
      await expect(security.getByText(/^Security profile 1: logs in with a password/)).toBeVisible()

      await security.getByRole('button', { name: 'Give it a new password' }).click()
      await confirm(page, 'Give it a new password')
      await expect(security.getByText(/The station answered in \d+ ms: accepted/)).toBeVisible()
      await played.waitFor('accepted')
      await expect(security.getByText(/A new password was sent/)).toBeHidden()
      await security.getByRole('button', { name: 'Close' }).click()

      await expect(security.getByLabel('Address over TLS')).toHaveValue(secureUrl)
      const raise = async () => {
        await security.getByRole('button', { name: 'Raise the profile' }).click()
        await confirm(page, 'Raise the profile')
      }
      await raise()
      await expect(security.getByRole('alert')).toHaveText(/^The station did not carry out the command: /)
      await security.getByRole('button', { name: 'Close' }).click()

      const certificates = panel(page, 'Certificates')
      await certificates.getByLabel('Certificate (PEM)').fill(tlsRoot)
      await certificates.getByRole('button', { name: 'Install' }).click()
      await expect(certificates.getByRole('button', { name: 'Delete' })).toBeVisible()
      await raise()
      await expect(security.getByText('Security profile 2: logs in with a password, over TLS.')).toBeVisible()
      await played.waitFor('accepted')
      await security.getByRole('button', { name: 'Close' }).click()

      await security.getByRole('button', { name: 'Request a certificate' }).click()
      await expect(security.getByText(/certificate that was signed here, valid until/)).toBeVisible()
      await security.getByRole('button', { name: 'Close' }).click()
      await expect(security.getByLabel('Raise to')).toHaveValue('3')
      await raise()
      await expect(
        security.getByText('Security profile 3: logs in with its own certificate, over TLS.'),
      ).toBeVisible()
      await played.waitFor('accepted')
    },
  )
}
