import { expect } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { SandboxPki } from '@stationmaster/simulator/pki'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

story('an administrator reads a root before it is added, and removes it', async ({ page, world }) => {
  const pki = await SandboxPki.open()
  const pem = pki.moRoot.certificate.toString()
  await pki.close()
  await signIn(page, world.url, 'administrator', '/plug-and-charge')
  await expect(page.getByText('No root yet')).toBeVisible()
  await expect(page.getByText('No station shows a certificate to cars yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add a root' }).click()
  const dialog = page.getByRole('dialog')
  const add = dialog.getByRole('button', { name: 'Add a root' })
  await dialog.getByLabel('Certificate (PEM)').fill('no certificate')
  await expect(dialog.getByRole('alert')).toHaveText('This is not one certificate in PEM.')
  await expect(add).toBeDisabled()
  await dialog.getByLabel('Certificate (PEM)').fill(pem)
  await expect(dialog.getByText('CN=Trial MO Root')).toBeVisible()
  await expectAccessible(page)
  await add.click()
  const roots = page.getByRole('table', { name: 'Root certificates' })
  await expect(roots.getByRole('row', { name: /CN=Trial MO Root.*Mobility operators/ })).toBeVisible()

  await page.getByRole('button', { name: 'Add a root' }).click()
  await dialog.getByLabel('Certificate (PEM)').fill(pem)
  await expect(dialog.getByText('It is there already for: Mobility operators (MO)')).toBeVisible()
  await expect(add).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByText('CN=Trial MO Root')).toBeVisible()
  expect(await overflowOf(page)).toBeNull()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove: CN=Trial MO Root' }).click()
  await expect(dialog).toContainText('all contracts of this mobility operator stop charging')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No root yet')).toBeVisible()
})

story(
  'an administrator gives a station the root that it lacks, and the inbox knows of it before',
  async ({ page, world }) => {
    const pki = await SandboxPki.open()
    const [mo, v2g] = [pki.moRoot.certificate.toString(), pki.v2gRoot.certificate.toString()]
    await pki.close()
    const { played, record } = await world.aStation({ protocol: 'ocpp2.1', contracts: {} })
    const params = { id: record.id }
    await world.administrator.call(contract.stations.refreshConfiguration, { params })
    for (const [kind, pem] of [['mo', mo] as const, ['v2g', v2g] as const])
      await world.administrator.call(contract.plugAndCharge.addRoot, { body: { kind, pem } })
    await expect
      .poll(async () => (await world.administrator.call(contract.plugAndCharge.lacking, {})).total)
      .toBe(1)

    await signIn(page, world.url, 'administrator', '/inbox')
    const roots = page.getByRole('region', { name: 'Roots of Plug & Charge' })
    await expect(roots.getByText('1 station lacks it').first()).toBeVisible()
    await expectAccessible(page)
    await roots.getByRole('link', { name: 'To the roots' }).first().click()

    const lacking = page.getByRole('table', { name: 'Stations that lack a root' })
    await expect(lacking.getByText('CN=Trial MO Root')).toBeVisible()
    await expect(lacking.getByText('CN=Trial V2G Root')).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(page.getByText('lacks MO, V2G')).toBeVisible()
    expect(await overflowOf(page)).toBeNull()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Install what is missing at 1 station' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Install' }).click()
    await expect(page.getByText('The stations are being given what they lack.')).toBeVisible()
    await page.getByRole('link', { name: 'Follow it' }).click()
    await expect(page.getByText('Install missing roots (Plug & Charge)').first()).toBeVisible()
    await expect
      .poll(async () => (await world.administrator.call(contract.plugAndCharge.lacking, {})).total)
      .toBe(0)
    expect(played.online).toBe(true)
  },
)
