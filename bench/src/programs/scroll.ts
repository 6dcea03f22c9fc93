/// <reference lib="dom" />
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { administrator } from '../measuring/asking.ts'
import { startStationmaster } from '../measuring/servers.ts'
import { endAll } from '../processes/processes.ts'
import { seedPostgres } from '../seeding/seeded.ts'

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
    const down = await tasksOf(browser, page, () => scrollDown(page, rows))
    const back = await tasksOf(browser, page, () => leap(page))
    console.log(
      `\n${rows.toLocaleString('en')} rows of the payment report; tasks of the main thread, in its own time:\n`,
    )
    for (const [what, { count, over, longestMs }] of [
      ['down, while they are loaded', down],
      ['up and down among them', back],
    ] as const)
      console.log(
        `${what}: ${count.toLocaleString('en')} tasks, the longest ${longestMs.toFixed(1)} ms, over ${taskMostMs} ms ${over === 0 ? 'none: met' : `${over}: MISSED`}`,
      )
    return strict && down.over + back.over > 0 ? 1 : 0
  } finally {
    await browser.close()
    await drop()
    await endAll()
  }
}

interface Tasks {
  count: number
  /** longer than they may be */
  over: number
  longestMs: number
}

/** What of a trace is read: a task of a thread with the time that the thread itself spent on it. */
interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** microseconds of the thread: what another process did meanwhile is not in it */
  tdur?: number
  args?: { name?: string }
}

/** The tasks of the page's main thread while something is done. */
async function tasksOf(browser: Browser, page: Page, act: () => Promise<void>): Promise<Tasks> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await act()
  await page.waitForTimeout(500)
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString())
  const threads = traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  )
  // the page's own process is the one that worked
  const [times] = threads.map((thread) => timesOf(traceEvents, thread)).sort((a, b) => b.length - a.length)
  if (!times?.length) throw new Error('The trace has no tasks of the page.')
  return {
    count: times.length,
    over: times.filter((ms) => ms > taskMostMs).length,
    longestMs: times.reduce((most, ms) => Math.max(most, ms), 0),
  }
}

const timesOf = (events: readonly TraceEvent[], thread: TraceEvent): number[] =>
  events.flatMap(({ name, pid, tid, tdur }) =>
    pid === thread.pid && tid === thread.tid && tdur !== undefined && name.endsWith('RunTask')
      ? [tdur / 1000]
      : [],
  )

/** Scrolls as a hand does, a screen a frame at most, to the end of what is loaded, until so many rows are. */
const scrollDown = (page: Page, rows: number) =>
  page.evaluate(
    async ([most, height]) => {
      // a loaded list has a table, within a box that scrolls
      const box = document.querySelector('table')!.parentElement!
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      // both come from the arguments below
      while (box.scrollTop < most! * height!) {
        box.scrollTop += box.clientHeight
        await frame()
      }
    },
    [rows, rowPx],
  )

/** Scrolls a screen at a time, and by leaps, among rows that are there. */
const leap = (page: Page) =>
  page.evaluate(async () => {
    // a loaded list has a table, within a box that scrolls
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
