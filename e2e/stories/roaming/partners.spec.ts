import { expect, type Page } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { startEmsp } from '@stationmaster/simulator/emsp'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'
import { World } from '../../harness/world/world.ts'

/** Confirms what the menu of a partner offers. */
async function act(page: Page, deed: string): Promise<void> {
  await page.getByRole('button', { name: /^Actions on/ }).click()
  await page.getByRole('menuitem', { name: deed }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: deed, exact: true }).click()
  await expect(dialog).toBeHidden()
}

story('a partner is invited, registers, is checked, exchanges its token, and leaves', async ({ page }) => {
  // nobody has named the party of this network
  const world = await World.start()
  const emsp = await startEmsp({ name: 'Cards of Hamburg', partyId: 'HAM' })
  try {
    await signIn(page, world.url, 'administrator', '/roaming')
    await page.getByRole('button', { name: 'Name our party' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Country code').fill('de')
    await dialog.getByLabel('Party ID').fill('stm')
    await dialog.getByLabel('Company').fill('Stationmaster')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('region', { name: 'Our party' })).toContainText('DE*STM')

    await page.getByRole('button', { name: 'Invite a partner' }).click()
    await dialog.getByLabel('Name of the partner').fill('Hamburg')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    const url = await dialog.getByRole('textbox', { name: 'Address of the versions' }).inputValue()
    const token = await dialog.getByRole('textbox', { name: 'Token', exact: true }).inputValue()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hamburg')
    await expect(page.getByRole('status').filter({ hasText: 'has not registered yet' })).toBeVisible()

    await emsp.partner.register(url, token, '2.2.1')
    const about = page.getByRole('region', { name: 'Connection' })
    await expect(about).toContainText('connected')
    await expect(about).toContainText('DE*HAM eMSP')
    await expect(about).toContainText('OCPI 2.2.1')
    await expect(page.getByRole('region', { name: 'Its modules' })).toContainText('tokens')
    emsp.wallet.put({ uid: 'AB12CD34' })
    const tokens = page.getByRole('region', { name: 'Its drivers’ tokens' })
    await tokens.getByRole('button', { name: 'Read now' }).click()
    await expect(tokens).toContainText('Known here1')
    await expect(page.getByRole('region', { name: 'Still to be sent' })).toContainText('Given up0')

    await page.getByRole('button', { name: 'Check', exact: true }).click()
    const check = page.getByRole('region', { name: 'Check this partner' })
    await expect(
      check.getByRole('listitem').filter({ hasText: 'It refuses calls without a token' }),
    ).toBeVisible()
    await expect(check.getByRole('img', { name: 'Not in order' })).toHaveCount(0)

    await act(page, 'Exchange tokens')
    await page.getByRole('link', { name: 'Messages' }).click()
    const messages = page.getByRole('list', { name: 'Calls in both directions' })
    const renewed = messages.getByRole('button', { name: /to the partner PUT credentials HTTP 200/ })
    await renewed.click()
    await expect(messages).toContainText('"token": "***"')
    expect(await messages.innerText()).not.toContain(token)

    await act(page, 'Withdraw')
    await expect(page.getByRole('status').filter({ hasText: 'The connection has ended' })).toBeVisible()
    expect(emsp.partner.connection).toBeNull()
  } finally {
    await emsp.close()
    await world.stop()
  }
})

story(
  'an invitation is accepted on a phone, and what fails is said in plain words',
  async ({ page, world }) => {
    const emsp = await startEmsp({ name: 'Cards of Kiel', partyId: 'KIE' })
    try {
      await page.setViewportSize({ width: 360, height: 740 })
      await world.administrator.call(contract.roamingPartners.setParty, {
        body: { country_code: 'DE', party_id: 'STM', name: 'Stationmaster' },
      })
      await signIn(page, world.url, 'administrator', '/roaming')
      const dialog = page.getByRole('dialog')
      const accept = async (versionsUrl: string, token: string) => {
        await page.getByRole('button', { name: 'Accept an invitation' }).click()
        await dialog.getByLabel('Name of the partner').fill('Kiel')
        await dialog.getByRole('textbox', { name: 'Its address of the versions' }).fill(versionsUrl)
        await dialog.getByRole('textbox', { name: 'Its token' }).fill(token)
        await dialog.getByRole('button', { name: 'Connect' }).click()
      }
      const { token, versionsUrl } = emsp.partner.invite()
      await accept('https://10.0.0.1/ocpi/versions', token)
      await expect(dialog.getByRole('alert')).toContainText('The server does not call this address')
      await dialog.getByRole('button', { name: 'Cancel' }).click()

      await emsp.goAway()
      await accept(versionsUrl, token)
      await expect(page.getByRole('alert')).toContainText('Its versions: No connection')
      await emsp.comeBack()
      await page.getByRole('button', { name: 'Connect' }).click()
      await expect(page.getByRole('region', { name: 'Connection' })).toContainText('OCPI 2.3.0')
      await expect(page.getByRole('alert')).toHaveCount(0)
      expect(emsp.partner.connection?.version).toBe('2.3.0')
    } finally {
      await emsp.close()
    }
  },
)
