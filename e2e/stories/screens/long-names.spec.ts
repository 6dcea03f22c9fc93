import { expect } from '@playwright/test'
import { languages } from '@stationmaster/contract'
import { aLongNamedNetwork } from '../../harness/looks/long-names.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { keepSession } from '../../harness/sign-in.ts'
import { visit } from '../../harness/visit.ts'
import { story } from '../../harness/world/story.ts'

story('the longest names fit every window, in every language', async ({ page, world }) => {
  const long = await aLongNamedNetwork(world.administrator)
  await keepSession(page, world.url, 'administrator')
  const station = `/charge-points/${long.station}`
  const location = `/locations/${long.location}`
  const screens = [
    '/dashboard',
    '/charge-points',
    '/locations',
    '/locations/tariffs',
    `${location}/stations`,
    `${location}/pricing`,
    `${location}/settings`,
    `${station}/information`,
    `${station}/controllers`,
    `${station}/commands`,
    `${station}/console`,
    `${station}/timeline`,
    `/orders/${long.order}/information`,
    `/managers?person=${long.person}`,
    '/settlements',
    '/wall',
    '/statistics-reports?mode=detailed',
    long.openMonth,
    long.payLink,
  ]
  const wide: string[] = []
  for (const language of languages) {
    await page.evaluate((tag) => localStorage.setItem('stationmaster.language', tag), language)
    for (const path of screens) {
      if (path === screens[0]) await page.goto(`${world.url}${path}`)
      else await visit(page, `${world.url}${path}`)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        const overflow = await overflowOf(page)
        if (overflow) wide.push(`${language} ${path}: ${overflow}`)
      }
    }
  }
  await long.close()
  expect(wide).toEqual([])
})
