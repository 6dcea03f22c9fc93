import { expect, type Page } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { signIn } from '../../harness/sign-in.ts'
import { confirmStation, describeModel, setUp } from '../../harness/wizard.ts'
import { story } from '../../harness/world/story.ts'
import type { World } from '../../harness/world/world.ts'

const phase = (page: Page) => page.locator('[data-phase]')

async function aLocation(world: World, name: string): Promise<string> {
  const { id } = await world.administrator.call(contract.locations.add, { body: { name, city: 'Tver' } })
  return `/locations/${id}/stations`
}

story('the wizard says why a station is not let in, and turns green when it is', async ({ page, world }) => {
  const stations = await aLocation(world, 'Wizard yard')
  await signIn(page, world.url, 'administrator', stations)
  await page.getByRole('link', { name: 'Add a station' }).click()
  await describeModel(page, { vendor: 'Voltwerk', model: 'Solo' }, [[{ type: 'CCS 2', powerKw: 150 }]])
  await expectAccessible(page)

  const confirmed = await confirmStation(page)
  expect(confirmed.id).toMatch(/^[0-9a-f]{20}$/)
  expect(confirmed.backend).toBe(`${world.url.replace('http', 'ws')}/ocpp`)
  expect(confirmed.whole).toBe(`${confirmed.backend}/${confirmed.id}`)
  await expect(page.getByRole('img', { name: 'QR code of the URL with the ID' })).toBeVisible()
  await expect(phase(page)).toHaveText('Waiting for the station…')
  await expectAccessible(page)

  const careless = await setUp({ ...confirmed, password: 'typo' }, { protocol: 'ocpp1.6', patient: true })
  await expect(page.getByText('with a wrong password')).toBeVisible()
  await careless.close()

  const stranger = await setUp(
    { ...confirmed, id: `${confirmed.id}x` },
    { protocol: 'ocpp1.6', patient: true },
  )
  await expect(page.getByText(`An unknown station "${confirmed.id}x" tried to connect`)).toBeVisible()
  await stranger.close()

  const station = await setUp(confirmed, {
    protocol: 'ocpp1.6',
    connectors: [{ number: 1, type: 'CCS 2', powerW: 150_000 }],
  })
  await expect(phase(page)).toHaveAttribute('data-phase', 'accepted')
  await expect(page.getByText('with a wrong password')).toHaveCount(0)
  await expectAccessible(page)
  await station.close()
})

story('the wizard keeps its place, but not the password', async ({ page, world }) => {
  const stations = await aLocation(world, 'Patient yard')
  await signIn(page, world.url, 'administrator', `${stations}/add`)
  await describeModel(page, { vendor: 'Voltwerk', model: 'Patient' }, [
    [
      { type: 'Type 2', powerKw: 22 },
      { type: 'Schuko', powerKw: 3.7 },
    ],
  ])
  await expect(page).toHaveURL(/step=99/)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('list', { name: 'Station models' })).toContainText('Patient')
  await page.goBack()
  await expect(page).toHaveURL(/step=99/)
  await page.reload()
  await page.getByLabel('Station ID').fill('')
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()

  const confirmed = await confirmStation(page, ' PATIENT 1 ')
  expect(confirmed.id).toBe('PATIENT1')
  await page.goto(`${world.url}${stations}/add`)
  await expect(page).toHaveURL(/step=3/)
  await expect(page.getByRole('textbox', { name: 'OCPP password' })).toHaveCount(0)
  await page.getByRole('button', { name: 'New password' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'New password' }).click()
  const password = await page.getByRole('textbox', { name: 'OCPP password' }).inputValue()
  expect(password).not.toBe(confirmed.password)
  const station = await setUp({ ...confirmed, password }, { protocol: 'ocpp2.0.1' })
  await expect(phase(page)).toHaveAttribute('data-phase', 'accepted')
  await station.close()

  await page.getByRole('button', { name: 'Add another one' }).click()
  await page.getByLabel('Station ID').fill('PATIENT1')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toHaveText('A station with this ID exists already.')
  await page.getByLabel('Station ID').fill('PATIENT2')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(`${world.url}${stations}`)
  await expect(page.getByText('2 stations', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Add a station' }).click()

  const models = page.getByRole('list', { name: 'Station models' })
  const act = async (what: string) => {
    await page.getByRole('button', { name: /^Voltwerk Patient.*: what to do$/ }).click()
    await page.getByRole('menuitem', { name: what }).click()
  }
  await act('Change')
  await page.getByRole('textbox', { name: 'Model', exact: true }).fill('Patient 22')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(models).toContainText('Patient 22')
  await expectAccessible(page)
  await act('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(models.getByText('Patient 22')).toHaveCount(0)
  // its stations show it as they are
  await expect(models.getByText('Patient', { exact: true })).toBeVisible()

  await page.getByPlaceholder('Manufacturer, model…').fill('terra 54')
  const known = page.getByRole('list', { name: 'Well-known models' })
  await expect(known.getByRole('listitem')).toHaveCount(1)
  await known.getByText('Terra 54 CJG').click()
  await confirmStation(page, 'TERRA1')
  await expect(phase(page)).toHaveText('Waiting for the station…')
})
