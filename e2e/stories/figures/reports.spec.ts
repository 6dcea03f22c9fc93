import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { postPastTakings } from '@stationmaster/server/past-takings'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { Person } from '../../harness/looks/rest.ts'
import { signIn } from '../../harness/sign-in.ts'
import { dayOfMonth } from '../../harness/world/business-day.ts'
import { story } from '../../harness/world/story.ts'
import { World } from '../../harness/world/world.ts'

async function csvOf(page: Page): Promise<{ name: string; rows: string[][] }> {
  await page.getByRole('button', { name: 'Download' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV', exact: true }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  return {
    name: download.suggestedFilename(),
    rows: text
      .trim()
      .split('\r\n')
      .map((line) => line.split(',')),
  }
}

story('an accounter closes a month: filters, modes, files, and all of them agree', async ({ page }) => {
  const world = await World.start()
  try {
    const [yard, field] = [(await world.aRecord()).location, (await world.aRecord()).location]
    const owner = await (await Person.signIn(world.url, 'manager')).call(contract.auth.currentManager)
    await world.server.halt()
    const taking = (orderId: number, locationId: number, day: number, capturedMinor: number) => ({
      orderId,
      ownerId: owner.id,
      locationId,
      day: dayOfMonth(1, day),
      capturedMinor,
      agentFeeMinor: capturedMinor / 8,
      energyWh: 20_000,
    })
    await postPastTakings(world.server, [
      taking(1, yard.id, 5, 34_000),
      taking(2, yard.id, 15, 10_000),
      taking(3, field.id, 15, 8000),
    ])
    await world.server.resume()

    const month = `from=${dayOfMonth(1, 1)}&to=${dayOfMonth(1, 28)}`
    await signIn(page, world.url, 'accounter', `/statistics-reports?${month}`)
    const payments = page.getByRole('table', { name: 'Payment statistics' })
    await expect(payments.getByRole('row')).toHaveCount(5)
    const total = payments.getByRole('row', { name: /^Total/ })
    await expect(total).toContainText('455.00')
    await payments.getByRole('button', { name: field.name }).press('Enter')
    await expect(payments.getByRole('row', { name: /Card · bank · T-1/ })).toContainText('70.00')
    await expectAccessible(page)
    const days = await csvOf(page)
    expect(days.name).toBe(`payments_${dayOfMonth(1, 1)}_${dayOfMonth(1, 28)}.csv`)
    expect(days.rows.at(-1)!.at(-1)).toBe('455.00')

    await page.getByRole('combobox', { name: 'Report' }).click()
    await expect(page.getByRole('option')).toHaveText(['Payments', 'By owners', 'Income', 'Unique drivers'])
    await page.getByRole('option', { name: 'By owners' }).click()
    await expect(page).toHaveURL(/mode=owner/)
    const owners = page.getByRole('table', { name: 'By owners' })
    await expect(owners.getByRole('row', { name: /^Total/ })).toContainText('455.00')
    const file = await csvOf(page)
    expect(file.name).toBe(`owner_${dayOfMonth(1, 1)}_${dayOfMonth(1, 28)}.csv`)
    expect(file.rows.at(-1)!.at(-1)).toBe('455.00')

    await page.getByRole('button', { name: 'Send me this' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
    const sent = page.getByRole('table', { name: 'Sent to you' })
    await expect(sent.getByRole('row').nth(1)).toContainText('On the 1st, the month before')
    await sent.getByRole('button', { name: 'Actions for “By owners”' }).click()
    await page.getByRole('menuitem', { name: 'Pause' }).click()
    await expect(sent.getByRole('row').nth(1)).toContainText('Paused')

    await page.getByRole('button', { name: 'All locations' }).click()
    await page.getByRole('checkbox', { name: yard.name }).uncheck()
    await page.getByRole('button', { name: 'OK' }).click()
    await expect(page).toHaveURL(new RegExp(`locations=${field.id}`))
    await expect(owners.getByRole('row', { name: /^Total/ })).toContainText('70.00')

    await page.goto(`${world.url}/statistics-by-day?${month}`)
    const byDay = page.getByRole('table', { name: 'Payments by day' })
    await expect(byDay.getByRole('row')).toHaveCount(4)
    await expect(byDay.getByRole('row', { name: /^Total/ })).toContainText('520.00')
    await byDay.getByRole('button', { name: /15 / }).click()
    await expect(byDay.getByRole('row', { name: new RegExp(field.name) })).toContainText('80.00')
    expect((await csvOf(page)).rows).toEqual(days.rows)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectAccessible(page)
    expect(await overflowOf(page)).toBeNull()
    await page.goto(`${world.url}/statistics-reports?${month}`)
    await expect(total).toContainText('455.00')
    expect(await overflowOf(page)).toBeNull()
  } finally {
    await world.stop()
  }
})
