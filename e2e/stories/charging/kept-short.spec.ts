import { expect, type Page } from '@playwright/test'
import { contract, languages } from '@stationmaster/contract'
import { simulate } from '@stationmaster/simulator'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { Walk } from '../../harness/looks/walk.ts'
import { keepSession } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'
import { World } from '../../harness/world/world.ts'

/** In each language, at a width. */
async function inEach(page: Page, width: number, path: string, look: (walk: Walk) => Promise<void>) {
  for (const language of languages) {
    const walk = await Walk.begin(page, language, width)
    await page.goto(path)
    await look(walk)
    // the same elements in each
    if (language === 'en') await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 780 })
    expect(await overflowOf(page)).toBeNull()
  }
}

/** A station with this many connectors at a new location. */
async function aStationOf(world: World, count: number) {
  const { administrator } = world
  const location = await administrator.call(contract.locations.add, {
    body: { name: 'Long Yard', country: 'Germany', city: 'Hamburg', street: 'Quay 1' },
  })
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const { id, password } = await administrator.call(contract.stations.add, {
    params: { id: location.id },
    body: {
      id: 'LONG-YARD',
      vendor_name: 'AutoEnterprise',
      model: 'AE-Fast 150',
      connectors: numbers.map((number) => ({
        evse_number: number,
        number: 1,
        type: 'CCS 2' as const,
        current: 'DC' as const,
        power: 150,
      })),
    },
  })
  const played = await simulate({
    url: `${world.url.replace(/^http/, 'ws')}/ocpp`,
    stationId: id,
    password,
    protocol: 'ocpp2.0.1',
    connectors: numbers.map((number) => ({ number, type: 'CCS 2', powerW: 150_000 })),
    meterEveryMs: 60_000,
  })
  return { played, numbers }
}

story(
  'what is long is folded, says how much more there is, and opens, in each language',
  async ({ page }) => {
    // the counts include the whole network
    const world = await World.start()
    const { played, numbers } = await aStationOf(world, 8)
    try {
      await keepSession(page, world.url, 'administrator')
      for (const number of numbers) {
        await played.plugIn(number)
        await played.tap(number, await world.aCard())
      }
      await inEach(page, 1440, `${world.url}/dashboard`, async ({ t }) => {
        const now = page.getByRole('table', { name: t('dashboard.charging.title') }).getByRole('row')
        await expect(now).toHaveCount(1 + 5)
        const language = await page.evaluate(() => document.documentElement.lang)
        const all = t(`dashboard.charging.${language === 'ru' ? 'all_many' : 'all_other'}`, { n: '8' })
        await page.getByRole('button', { name: all, exact: true }).click()
        await expect(now).toHaveCount(1 + 8)
        await page.getByRole('button', { name: t('dashboard.charging.fewer'), exact: true }).click()
        await expect(now).toHaveCount(1 + 5)
      })

      for (const day of ['2026-02-02', '2026-02-03'])
        await world.administrator.call(contract.reconciliation.compare, { body: { day } })
      await inEach(page, 1440, `${world.url}/reconciliation`, async ({ t }) => {
        const days = page.getByRole('region', { name: t('reconciliation.days') })
        await expect(days.getByText(t('reconciliation.onlyIdle'))).toBeVisible()
        await expect(days.getByText(/^2 /)).toBeVisible()
        await expect(days.getByText('sandbox')).toHaveCount(0)
        await days.getByRole('button', { name: t('reconciliation.showIdle') }).click()
        await expect(days.getByText('sandbox')).toHaveCount(2)
        await days.getByRole('button', { name: t('reconciliation.hideIdle') }).click()
        await expect(days.getByText('sandbox')).toHaveCount(0)
      })

      for (const number of numbers) await played.fault(number, 'GroundFailure')
      await inEach(page, 1280, `${world.url}/wall`, async ({ t }) => {
        await page.setViewportSize({ width: 1280, height: 560 })
        const wall = page.getByRole('region', { name: t('dashboard.attention.title') })
        const shown = wall.getByRole('listitem')
        await expect(shown.first()).toBeVisible()
        // its text has the number of elements without room
        const words = t('wall.more_other', { n: String.raw`(\d+)` })
        const more = async () => Number(new RegExp(words).exec(await wall.innerText())?.[1])
        await expect.poll(more).toBeGreaterThan(0)
        const seen = await shown.evaluateAll(
          (rows) =>
            rows.filter((row) => {
              const { left, top, height } = row.getBoundingClientRect()
              return row.contains(document.elementFromPoint(left + 5, top + height / 2))
            }).length,
        )
        const total = Number(await wall.getByRole('heading').locator('span').innerText())
        expect(seen + (await more())).toBe(total)
      })
    } finally {
      await played.close()
      await world.stop()
    }
  },
)
