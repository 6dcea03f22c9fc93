import { expect, type Page } from '@playwright/test'
import { contract, importColumns } from '@stationmaster/contract'
import { DoubleClicks } from '../../harness/looks/double-clicks.ts'
import { type Account, credentials, logIn } from '../../harness/looks/rest.ts'
import { keepSession } from '../../harness/sign-in.ts'
import { describeModel } from '../../harness/wizard.ts'
import { story } from '../../harness/world/story.ts'
import type { World } from '../../harness/world/world.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const panel = (page: Page, name: string) => page.getByRole('region', { name })

type Walk = (twice: DoubleClicks, world: World) => Promise<void>

const wayIn: Walk = async (twice, world) => {
  const { page } = twice
  const { url } = world
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${url}/login?step=forgot`)
  await page.getByLabel('E-mail').fill('nobody@example.com')
  await twice.on(button(page, 'Send the link'))
  await page.goto(`${url}/signup`)
  await page.getByLabel('E-mail').fill('twice@example.com')
  await page.getByLabel('First name').fill('Two')
  await page.getByLabel('Last name').fill('Times')
  await page.getByLabel(/^Password/).fill('first-pass-1')
  await page.getByLabel('Confirm password').fill('first-pass-1')
  // signs up, and logs in
  await twice.on(button(page, 'Sign Up'), { requests: 2 })
  await expect(page).toHaveURL(`${url}/dashboard`)
  const made = 'twice@example.com'
  const [person] = await world.administrator.call(contract.managers.list, { query: { search: made } })
  await world.administrator.call(contract.managers.change, {
    params: { id: person!.id },
    body: { email: 'moved@example.com' },
  })
  await page.goto(url + (await world.mailedLink(made, '/auth/keep-email/')))
  await expect(button(page, 'Keep my address')).toBeVisible()
  await twice.on(button(page, 'Keep my address'))
  await page.goto(url + (await world.mailedLink(made, '/auth/password-change/')))
  await page.getByLabel('New password').fill('first-pass-1')
  await page.getByLabel('Confirm password').fill('first-pass-1')
  await twice.on(button(page, 'Change password'))
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${url}/login`)
  const { email, password } = credentials('developer')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await twice.on(button(page, 'Log in'))
}

const ownSettings: Walk = async (twice, world) => {
  const { page } = twice
  await page.goto(`${world.url}/settings/profile`)
  await page.getByLabel('Phone').fill('+49 40 1')
  await twice.on(button(page, 'Save'))
  await logIn(world.url, 'accounter')
  await logIn(world.url, 'accounter')
  await page.reload()
  await twice.onConfirmed(page.getByRole('button', { name: /^Log out: / }).first(), 'Log out')
  await twice.onConfirmed(button(page, 'Log out all others'), 'Log out all others')
  await twice.on(button(page, 'Set up'))
  await page.getByLabel('Six-digit code').fill('000000')
  await twice.on(button(page, 'Switch on'))
  await page.goto(`${world.url}/settings/change-password`)
  await page.getByLabel('New password').fill('demo-pass-1')
  await page.getByLabel('Confirm password').fill('demo-pass-1')
  await twice.on(page.getByRole('main').getByRole('button', { name: 'Change password' }))
}

const staff: Walk = async (twice, world) => {
  const { page } = twice
  await page.goto(`${world.url}/managers`)
  await button(page, 'Invite').click()
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
  await dialog.getByLabel('E-mail').fill('tilda@example.com')
  await dialog.getByLabel('First name').fill('Tilda')
  await dialog.getByLabel('Last name').fill('Neu')
  await twice.on(dialog.getByRole('button', { name: 'Send the invitation' }))
  const drawer = page.getByRole('dialog', { name: 'Person' })
  await twice.on(drawer.getByRole('button', { name: 'Send the invitation again' }))
  await drawer.getByLabel('Phone').fill('+49 40 2')
  await twice.on(drawer.getByRole('button', { name: 'Save', exact: true }))
  await twice.onConfirmed(drawer.getByRole('button', { name: 'Block' }), 'Block')
  await twice.on(drawer.getByRole('button', { name: 'Unblock' }))
  await page.goto(`${world.url}/anti-sanction-protection`)
  await page.getByLabel('Android version').fill('7')
  await page.getByLabel('iOS version').fill('7.0')
  await twice.on(button(page, 'Set versions'))
}

const locations: Walk = async (twice, world) => {
  const { page } = twice
  await page.goto(`${world.url}/locations/add`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Twice Quay')
  await twice.on(button(page, 'Add location'))
  const made = await world.administrator.call(contract.locations.list, { query: { search: 'Twice Quay' } })
  expect(made).toHaveLength(1)
  const { id } = made[0]!
  await page.goto(`${world.url}/locations/${id}/settings`)
  for (const name of ['Country', 'City', 'Street and house'])
    await page.getByRole('textbox', { name, exact: true }).fill('Hamburg')
  await twice.on(button(page, 'Save'))

  await page.goto(`${world.url}/locations/${id}/stations/add`)
  await describeModel(
    page,
    { vendor: 'Voltwerk', model: 'Twice 50' },
    [[{ type: 'CCS 2', powerKw: 50 }]],
    (create) => twice.on(create),
  )
  await expect(page.getByLabel('Price per kWh, kopecks')).toHaveValue('1 700')
  await twice.on(button(page, 'Continue'))
  // it is shown once
  await page.reload()
  await twice.onConfirmed(button(page, 'New password'), 'New password')
  const [station] = await world.administrator.call(contract.stations.ofLocation, { params: { id } })
  expect(station!.evses[0]!.connectors[0]).toMatchObject({ tariff: 1700, monetized: true })

  await page.goto(`${world.url}/locations/${id}/pricing`)
  await button(page, 'Change the price').click()
  await button(page, 'Set the price').click()
  await twice.on(page.getByRole('dialog').last().getByRole('button', { name: 'Set the price' }))
  await button(page, 'Change the price').click()
  await page.getByText('Later', { exact: true }).click()
  await page.getByLabel('Day').fill('2099-05-01')
  await button(page, 'Set the price').click()
  await twice.on(page.getByRole('dialog').last().getByRole('button', { name: 'Set the price' }))
  await twice.onConfirmed(button(page, 'Withdraw'), 'Withdraw it')

  await page.goto(`${world.url}/locations/tariffs`)
  await page.getByRole('searchbox').fill('Twice Quay')
  await page.getByRole('checkbox', { name: 'Twice Quay' }).check()
  await button(page, 'Set the price').click()
  await twice.on(page.getByRole('dialog').last().getByRole('button', { name: 'Set the price' }))

  await page.goto(`${world.url}/locations/import`)
  const csv = `${importColumns.join(',')}\n,Twice Market${','.repeat(importColumns.length - 2)}\n`
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'twice.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await button(page, 'Apply').click()
  await twice.on(page.getByRole('dialog').getByRole('button', { name: 'Apply' }))
  const imported = await world.administrator.call(contract.locations.list, {
    query: { search: 'Twice Market' },
  })
  expect(imported).toHaveLength(1)
  await page.goto(`${world.url}/locations/${imported[0]!.id}/settings`)
  await button(page, 'Delete location').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Type/).fill('Twice Market')
  await twice.on(dialog.getByRole('button', { name: 'Delete location' }))
}

const stations: Walk = async (twice, world) => {
  const { page } = twice
  const { played, record, location, connectorId } = await world.aStation({ protocol: 'ocpp2.0.1' })
  const list = `${world.url}/locations/${location.id}/stations`
  await page.goto(list)
  // of the answer, not of the question before it, whose cross has the name too
  const close = () => page.getByRole('dialog').getByText('Close', { exact: true }).click()
  const flip = (name: string) => page.getByRole('switch', { name })
  const monetized = async () =>
    (await world.administrator.call(contract.stations.get, { params: { id: record.id } })).monetized
  await twice.onConfirmed(flip('Charging costs money'), 'Make free of charge')
  await expect(flip('Charging costs money')).not.toBeChecked()
  expect(await monetized()).toBe(false)
  await twice.onConfirmed(flip('Charging costs money'), 'Charge for it')
  await expect(flip('Charging costs money')).toBeChecked()
  await twice.onConfirmed(flip('In operation'), 'Take out of operation')
  await close()
  const item = async (name: string) => {
    await page.getByRole('button', { name: /Actions for station/ }).click()
    return page.getByRole('menuitem', { name })
  }
  await twice.onConfirmed(await item('Put into operation'), 'Put into operation')
  await close()
  await twice.onConfirmed(await item('Put on hold'), 'Put on hold')
  await close()
  await twice.on(await item('Let in'))
  await close()
  await page.goto(`${list}/${record.id}/settings`)
  await page.getByLabel('Bike').check()
  await twice.on(button(page, 'Confirm'))

  const part = (name: string) => page.goto(`${world.url}/charge-points/${record.id}/${name}`)
  await part('information')
  await twice.on(button(page, 'Start charging'))
  await played.waitFor('charging')
  await twice.onConfirmed(button(page, 'Stop charging'), 'Stop charging')
  await played.unplug()
  const { id } = await world.administrator.call(contract.connectors.start, {
    params: { id: connectorId },
    body: {},
  })
  await played.waitFor('charging')
  await page.goto(`${world.url}/orders/${id}/information`)
  await twice.onConfirmed(button(page, 'Stop charging'), 'Stop charging')
  await played.unplug()
  await part('controllers')
  await twice.on(button(page, 'Read from the station'))
  await page.getByLabel('Find a setting').fill('HeartbeatInterval')
  await button(page, 'Change HeartbeatInterval').click()
  await page.getByRole('dialog').getByLabel('Value').fill('78')
  // is set, and read back
  await twice.on(page.getByRole('dialog').getByRole('button', { name: 'Change' }), { requests: 2 })
  await part('logs')
  await twice.onConfirmed(button(page, 'Clear'), 'Clear')
  await part('console')
  for (const file of ['JSON lines', 'CSV with ; and decimal comma']) {
    await button(page, 'Export').click()
    await twice.on(page.getByRole('menuitem', { name: file }))
  }
  await part('information')
  await twice.onConfirmed(button(page, 'Reset'), 'Reset')
  await page.goto(list)
  await twice.onConfirmed(await item('Delete'), 'Delete')
}

const commandsOf =
  (protocol: 'ocpp1.6' | 'ocpp2.0.1'): Walk =>
  async (twice, world) => {
    const { page } = twice
    const { record } = await world.aStation({ protocol })
    await world.aCard()
    await page.goto(`${world.url}/charge-points/${record.id}/commands`)
    const control = panel(page, 'Control')
    await twice.on(control.getByRole('button', { name: 'Send it now' }))
    await twice.onConfirmed(control.getByRole('button', { name: 'Unlock' }), 'Unlock')
    await twice.onConfirmed(
      control.getByRole('button', { name: 'Clear the card cache' }),
      'Clear the card cache',
    )
    const limits = panel(page, 'Power limits')
    await twice.on(limits.getByRole('button', { name: 'Set the limit' }))
    await twice.on(limits.getByRole('button', { name: 'Show what applies' }))
    await limits.getByLabel('Where').selectOption('EVSE 1')
    await twice.on(limits.getByRole('button', { name: 'Set the limit' }))
    await twice.onConfirmed(limits.getByRole('button', { name: 'Clear all' }), 'Clear all')
    await twice.on(limits.getByRole('button', { name: 'Set the limit' }))
    await twice.on(limits.getByRole('button', { name: 'Clear', exact: true }))
    const logs = panel(page, 'Logs and diagnostics')
    await twice.on(logs.getByRole('button', { name: 'Request' }))
    await twice.on(logs.getByRole('button', { name: /^Download/ }))
    const cards = panel(page, 'Local card list')
    for (const name of ['Send the whole list', 'Send the changes', 'Ask for the version'])
      await twice.on(cards.getByRole('button', { name }))
    const reservations = panel(page, 'Reservations')
    await reservations.getByLabel('Card').fill('ANNA')
    await twice.on(reservations.getByRole('button', { name: 'Reserve' }))
    await twice.on(reservations.getByRole('button', { name: 'Cancel it' }))
    await twice.on(panel(page, 'Certificates').getByRole('button', { name: 'List' }))
    await twice.onConfirmed(button(page, 'Give it a new password'), 'Give it a new password')
    const firmware = panel(page, 'Firmware')
    await firmware.getByLabel('Address of the file').fill('http://127.0.0.1:9/nothing.bin')
    await twice.onConfirmed(
      firmware.getByRole('button', { name: 'Update the firmware' }),
      'Update the firmware',
    )
  }

const many: Walk = async (twice, world) => {
  const { page } = twice
  const { location, played } = await world.aStation({ protocol: 'ocpp2.0.1' })
  await played.goOffline()
  await page.goto(`${world.url}/charge-points?location=${location.id}`)
  await page.getByRole('checkbox', { name: 'Select 1 that matches' }).check()
  await expect(page.getByText('1 selected: all that match')).toBeVisible()
  await button(page, 'Send a command').click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Command' }).click()
  await page.getByRole('option', { name: 'Request a message' }).click()
  await page.getByLabel('Message').selectOption('Heartbeat')
  await page.getByLabel('Send it to offline stations when they connect').check()
  await twice.on(page.getByRole('dialog').getByRole('button', { name: 'Send to 1 station' }))
  await twice.onConfirmed(button(page, 'Stop the rest'), 'Stop the rest')
  await button(page, 'CSV').click()
  await twice.on(page.getByRole('menuitem', { name: 'CSV', exact: true }))
}

/** Who signs in, and how many buttons there are at least. */
const walks: Record<string, { walk: Walk; who?: Account; least: number }> = {
  'the staff': { walk: staff, least: 6 },
  'locations and prices': { walk: locations, least: 11 },
  'one station': { walk: stations, least: 17 },
  'commands of 1.6': { walk: commandsOf('ocpp1.6'), least: 18 },
  'commands of 2.0.1': { walk: commandsOf('ocpp2.0.1'), least: 18 },
  'many stations': { walk: many, least: 3 },
  'own settings': { walk: ownSettings, who: 'accounter', least: 6 },
  'the way in': { walk: wayIn, least: 5 },
}

for (const [name, { walk, who = 'administrator', least }] of Object.entries(walks))
  story(`a button that changes something acts once for a double click: ${name}`, async ({ page, world }) => {
    await keepSession(page, world.url, who)
    const twice = new DoubleClicks(page)
    await walk(twice, world)
    console.log(`${twice.walked.length} buttons were double-clicked: ${twice.walked.join(', ')}`)
    expect(twice.walked.length).toBeGreaterThanOrEqual(least)
  })

story('the double-clicked buttons are sixty at least', () => {
  expect(Object.values(walks).reduce((sum, { least }) => sum + least, 0)).toBeGreaterThanOrEqual(60)
})
