import { expect } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { startEmsp } from '@stationmaster/simulator/emsp'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'
import { World } from '../../harness/world/world.ts'

const { locations, roamingPartners, tariffs } = contract

story('what partners are shown is switched, and what is lost by it is said before', async ({ page }) => {
  const world = await World.start()
  const emsp = await startEmsp({ name: 'Cards of Hamburg', partyId: 'HAM' })
  const { administrator } = world
  try {
    await signIn(page, world.url, 'administrator', '/roaming/locations')
    await expect(page.getByText('Who are you in roaming?')).toBeVisible()
    await administrator.call(roamingPartners.setParty, {
      body: { country_code: 'DE', party_id: 'STM', name: 'Stationmaster' },
    })
    const first = (await world.aRecord()).location
    const second = (await world.aRecord()).location
    const nowhere = (await world.aRecord()).location
    for (const { id } of [first, second])
      await administrator.call(locations.change, {
        params: { id },
        body: { coordinates: { lat: 53.5, lng: 10 } },
      })
    await administrator.call(locations.change, { params: { id: nowhere.id }, body: { country: 'Atlantis' } })
    await administrator.call(tariffs.priceLocation, {
      params: { id: first.id },
      body: { tariff: 1700, min_price: 5000 },
    })
    const { token, versions_url: url } = await administrator.call(roamingPartners.invite, {
      body: { name: 'Hamburg' },
    })
    await emsp.partner.register(url, token, '2.2.1')
    await page.reload()

    // one by its switch, the others together by the keyboard
    const list = page.getByRole('region', { name: 'Locations for partners' })
    await list.getByRole('switch', { name: `Show ${first.name} to partners` }).press('Space')
    await expect.poll(() => [...emsp.book.locations.values()].map(({ name }) => name)).toEqual([first.name])
    await list.getByRole('checkbox', { name: 'Pick all that are listed' }).press('Space')
    await list.getByRole('checkbox', { name: `Pick ${first.name}` }).press('Space')
    await expect(list.getByRole('status')).toHaveText('2 picked')
    await list.getByRole('button', { name: 'Publish' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Publish 2 locations?' })
    await expect(dialog.getByRole('listitem')).toHaveText([`${nowhere.name}: no known country`])
    await dialog.getByRole('button', { name: 'Publish' }).press('Enter')
    await expect(dialog).toBeHidden()
    await expect(list.getByRole('switch', { checked: true })).toHaveCount(3)
    await expect.poll(() => emsp.book.locations.size).toBe(2)

    // a tariff with losses is not published before they have been read
    await page.getByRole('link', { name: 'Tariffs', exact: true }).last().click()
    const priced = page.getByRole('region', { name: 'Tariffs for partners' })
    const lossy = priced.getByRole('row').filter({ hasText: 'does not pay the lowest price' })
    await lossy.getByRole('switch').press('Space')
    const warned = page.getByRole('dialog', { name: 'Publish 1 tariff?' })
    await expect(warned).toContainText('that a charge without energy does not pay the lowest price')
    await warned.getByRole('button', { name: 'Cancel' }).click()
    await expect(lossy.getByRole('switch')).not.toBeChecked()
    expect(emsp.book.tariffs.size).toBe(0)
    await lossy.getByRole('switch').press('Space')
    await warned.getByRole('button', { name: 'Publish' }).click()
    await expect(lossy.getByRole('switch')).toBeChecked()
    await expect.poll(() => emsp.book.tariffs.size).toBe(1)

    // in each version, on a phone
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${world.url}/roaming/locations`)
    await page.getByRole('link', { name: first.name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(first.name)
    const seen = page.getByRole('region', { name: 'As partners see it' })
    await expect(seen).toContainText(`"name": "${first.name}"`)
    await expect(seen).toContainText('Nothing of it is lost in this version.')
    await page.getByText('OCPI 2.2.1').click()
    await expect(page.getByRole('region', { name: /^Tariff:/ })).toContainText('"min_price"')
    await page.goto(`${world.url}/roaming/locations/${nowhere.id}`)
    await expect(page.getByText('Partners do not see this location')).toBeVisible()
    await expect(seen).toContainText('no known country')
    await page.goto(`${world.url}/roaming/locations/999999`)
    await expect(page.getByText('There is no such location')).toBeVisible()

    // taken back by the switch, its EVSEs are removed there
    await page.goto(`${world.url}/roaming/locations/${second.id}`)
    await page.getByRole('switch', { name: `Show ${second.name} to partners` }).press('Space')
    await expect(page.getByText('Partners are not shown this location')).toBeVisible()
    const removed = () =>
      [...emsp.book.locations.values()]
        .find(({ name }) => name === second.name)
        ?.evses?.map(({ status }) => status)
    await expect.poll(removed).toEqual(['REMOVED'])
    expect(emsp.book.refusals()).toEqual([])

    await page.goto(`${world.url}/roaming`)
    await page.getByRole('link', { name: 'Hamburg' }).click()
    await page.getByRole('button', { name: /^Actions on/ }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    const renaming = page.getByRole('dialog', { name: 'Rename' })
    await renaming.getByLabel('Name of the partner').fill('Hamburg cards')
    await renaming.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hamburg cards')
  } finally {
    await emsp.close()
    await world.stop()
  }
})
