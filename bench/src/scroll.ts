/// <reference lib="dom" />
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { administrator } from './asking.ts'
import { endAll } from './processes.ts'
import { seedPostgres } from './seeded.ts'
import { startStationmaster } from './servers.ts'

/** No task of the page's main thread may last longer. */
const taskMostMs = 50
const rowPx = 52

/** Days with sessions that make more rows, of a day and a location each, than are scrolled through. */
const orders = 200_000

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Scrolls the table of payment reports through its rows in a browser, as they are loaded and back, and prints its longest tasks. */
async function bench(rows: number, strict: boolean): Promise<number> {
  const { place, password, drop } = await seedPostgres(orders)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-component-update'],
  })
  try {
    const server = await startStationmaster(place, undefined)
    const url = `http://${new URL(server.url).host}`
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${url}/login`)
    await page.getByLabel('E-mail').fill(administrator)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/dashboard')
    await page.goto(`${url}/statistics-reports?from=${daysAgo(365)}&to=${daysAgo(0)}`)
    await page.locator('table tbody tr th').first().waitFor()
    const down = await longestTasks(page, () => scrollDown(page, rows))
    const back = await longestTasks(page, () => leap(page))
    console.log(
      `\n${rows.toLocaleString('en')} rows of the payment report; main-thread tasks over ${taskMostMs} ms:\n`,
    )
    for (const [what, tasks] of [
      ['down, while they are loaded', down],
      ['up and down among them', back],
    ] as const)
      console.log(
        `${what}: ${tasks.length === 0 ? 'none: met' : `${tasks.length}, the longest ${Math.max(...tasks)} ms: MISSED`}`,
      )
    return strict && down.length + back.length > 0 ? 1 : 0
  } finally {
    await browser.close()
    await drop()
    await endAll()
  }
}

/** How long each long task of the main thread took, while something is done, in ms. */
async function longestTasks(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const kept: number[] = []
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) kept.push(Math.round(duration))
    })
    observer.observe({ type: 'longtask' })
    Object.assign(window, { longTasks: kept })
  })
  await act()
  await page.waitForTimeout(500)
  return page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks)
}

/** Scrolls a screen at a time to the end of what is loaded, until so many rows are. */
const scrollDown = (page: Page, rows: number) =>
  page.evaluate(
    async ([most, height]) => {
      const box = document.querySelector('table')!.parentElement!
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      while (box.scrollTop < most! * height!) {
        const end = box.scrollHeight - box.clientHeight
        box.scrollTop = Math.min(end, box.scrollTop + 10 * box.clientHeight)
        await frame()
      }
    },
    [rows, rowPx],
  )

/** Scrolls a screen at a time, and by leaps, among rows that are there. */
const leap = (page: Page) =>
  page.evaluate(async () => {
    const box = document.querySelector('table')!.parentElement!
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let step = 0; step < 300; step += 1) {
      box.scrollTop = step % 10 === 0 ? Math.random() * box.scrollHeight : box.scrollTop - box.clientHeight
      await frame()
    }
  })

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '50000' }, strict: { type: 'boolean', default: false } },
})
process.exitCode = await bench(Number(values.rows), values.strict)
