import { expect, type Page } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

const operational = (page: Page) => page.getByRole('switch', { name: 'In operation' })

for (const protocol of ['ocpp1.6', 'ocpp2.0.1'] as const) {
  story(
    `a station of ${protocol} is taken out of operation on its card, and back in its settings`,
    async ({ page, world }) => {
      const { record, location } = await world.aStation({ protocol })
      await signIn(page, world.url, 'administrator', `/locations/${location.id}/stations`)
      const card = page.getByRole('article')
      await expect(card.getByText('Available').first()).toBeVisible()
      await expect(card.getByText('0 sessions')).toBeVisible()
      await expect(card.getByText('none in 30 days')).toBeVisible()
      await operational(page).click({ force: true })
      await page.getByRole('dialog').getByRole('button', { name: 'Take out of operation' }).click()
      await expect(page.getByText('The station has carried it out.')).toBeVisible()
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
      await expect(card.getByText('Out of use').first()).toBeVisible()

      await page.getByRole('button', { name: /Actions for station/ }).click()
      await page.getByRole('menuitem', { name: 'Settings' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Settings of station')
      const number = page.getByRole('textbox', { name: 'Number' })
      await number.fill('')
      await number.blur()
      await expect(page.getByText('This field is required.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Confirm' })).toBeDisabled()
      await number.fill('77')
      await page.getByRole('switch', { name: 'Bike' }).click({ force: true })
      await page.getByRole('switch', { name: 'EVSE 1' }).click({ force: true })
      await page.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByText('The station has carried it out.')).toBeVisible()
      await page.getByRole('button', { name: 'To the stations' }).click()
      await expect(card.getByRole('heading')).toHaveText('#0077')
      await expect(card.getByText('Available').first()).toBeVisible()
      const saved = await world.administrator.call(contract.stations.get, { params: { id: record.id } })
      expect(saved).toMatchObject({ number: 77, parking: { car: true, bike: true } })
    },
  )
}

story('who saves a station second is told, and nothing is overwritten', async ({ page, world }) => {
  const { record, location } = await world.aStation({ protocol: 'ocpp1.6' })
  const params = { id: record.id }
  await signIn(page, world.url, 'administrator', `/locations/${location.id}/stations/${record.id}/settings`)
  await page.getByRole('textbox', { name: 'Model' }).fill('Mine')
  await world.administrator.call(contract.stations.change, { params, body: { model: 'Theirs' } })
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Someone else has changed this station.')).toBeVisible()
  expect((await world.administrator.call(contract.stations.get, { params })).model).toBe('Theirs')
  await page.getByRole('button', { name: 'Load again' }).click()
  await expect(page.getByRole('textbox', { name: 'Model' })).toHaveValue('Theirs')
})

story(
  'the list is searched and filtered in the URL, and a station is deleted from it',
  async ({ page, world }) => {
    const { played, record, location } = await world.aStation({ protocol: 'ocpp2.0.1' })
    played.setTamper(true)
    await played.sendVendorMessages()
    await signIn(page, world.url, 'administrator', '/charge-points')
    await page.getByRole('searchbox').first().fill(record.id)
    await page.getByRole('button', { name: 'Search', exact: true }).last().click()
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(page.getByTitle('Tamper open!')).toBeVisible()
    await page.getByRole('combobox', { name: 'Connection' }).click()
    await page.getByRole('option', { name: 'Offline' }).click()
    await expect(page.getByText(`No station matches "${record.id}".`)).toBeVisible()
    await expect(page).toHaveURL(/online=false/)
    await page.goto(
      `${world.url}/charge-points?q=${record.id}&online=true&status=available&location=${location.id}`,
    )
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('link', { name: location.name })).toBeVisible()
    const model = record.model
    await page.goto(`${world.url}/charge-points?q=${record.id}&model=${encodeURIComponent(model)}`)
    await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue(model)
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Down', exact: true }).click()
    await expect(page).toHaveURL(/down=true/)
    await expect(page.getByText(`No station matches "${record.id}".`)).toBeVisible()

    await page.goto(`${world.url}/charge-points?q=${record.id}`)
    await page.getByRole('button', { name: 'Last contact' }).click()
    await expect(page).toHaveURL(/sort=last_seen%3Aasc/)
    await expect(page.getByRole('columnheader', { name: 'Last contact' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    await expect(page.getByRole('columnheader', { name: 'Reservations' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Model' }).check()
    await expect(page.getByRole('cell', { name: model, exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    try {
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByRole('menuitem', { name: 'Save this view' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill(`View ${record.id}`)
      await page.getByRole('checkbox', { name: 'Open the list with it' }).check()
      await expectAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      const menu = page.getByRole('button', { name: `View ${record.id}` })
      await expect(menu).toBeVisible()
      const saved = page.url()
      await page.goto(`${world.url}/charge-points`)
      await expect(page).toHaveURL(saved)
      await expect(page.getByRole('cell', { name: model, exact: true })).toBeVisible()
      await menu.click()
      await page.getByRole('menuitem', { name: 'All stations' }).click()
      await expect(page).toHaveURL(`${world.url}/charge-points`)
    } finally {
      const views = await world.administrator.call(contract.savedViews.list, {})
      for (const { id } of views)
        await world.administrator.call(contract.savedViews.remove, { params: { id } })
    }

    await page.route('**/api/v1/stations?*', (route) =>
      route.fulfill({ status: 403, json: { error: 'Not now.', code: 'request.invalid' } }),
    )
    await page.goto(`${world.url}/charge-points?q=${record.id}`)
    await expect(page.getByRole('alert')).toContainText('Not now.')
    await expect(page.getByRole('table')).toHaveCount(0)
    await page.unroute('**/api/v1/stations?*')
    await page.getByRole('button', { name: 'Try again' }).click()

    await page.getByText(record.id).click()
    await expect(page).toHaveURL(`${world.url}/charge-points/${record.id}/information`)
    await page.getByRole('link', { name: 'Controllers' }).click()
    await page.getByRole('button', { name: 'Read from the station' }).click()
    await expect(page.getByText('HeartbeatInterval')).toBeVisible()

    await page.goto(`${world.url}/charge-points?q=${record.id}`)
    await page.getByRole('button', { name: /Actions for station/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText(`No station matches "${record.id}".`)).toBeVisible()
  },
)

story('an operator sees a station, but its switches and its settings are closed', async ({ page, world }) => {
  const { location } = await world.aStation({ protocol: 'ocpp1.6' })
  await signIn(page, world.url, 'operator', `/locations/${location.id}/stations`)
  await page.getByRole('radiogroup', { name: 'Show as' }).getByText('List').click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('columnheader', { name: 'Last session' })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Cards').click()
  await expect(operational(page)).toBeDisabled()
  await expect(page.getByRole('switch', { name: 'Charging costs money' })).toBeDisabled()
  await page.getByRole('button', { name: /Actions for station/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Open' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toHaveCount(0)
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
})

story('an address that leads nowhere keeps the menu for who is signed in', async ({ page, world }) => {
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const lost = page.getByText('There is no such page')
  for (const path of ['/there-is-no-such-screen', '/locations/1/there-is-none']) {
    await signIn(page, world.url, 'operator', path)
    await expect(lost).toBeVisible()
    await expect(menu).toHaveCount(1)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  }
  await menu.getByRole('link', { name: 'Stations' }).click()
  await expect(page.getByRole('heading', { name: 'All stations' })).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${world.url}/there-is-no-such-screen`)
  await expect(lost).toBeVisible()
  await expect(menu).toHaveCount(0)
})
