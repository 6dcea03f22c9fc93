import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { openServerUrls } from '../../platform/general/testing.ts'
import { freePort, ServerProcess } from '../world/server-process.ts'

/** What a server may cost that nobody speaks to, on machines of every speed. */
const budgets = { modules: 850, statementsAMinute: 480 }
const watchedMs = 5000

const undo: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one()
})

test('an idle server has loaded few modules, and sends its database few queries', async () => {
  const databases = openServerUrls()
  const database = await databases.at(-1)!.create()
  undo.push(() => database.drop())
  const dataDir = mkdtempSync(join(tmpdir(), 'budgets-'))
  undo.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const counted = new URL('./counted.mjs', import.meta.url).href
  const server = new ServerProcess(dataDir, await freePort(), database.url, {
    NODE_OPTIONS: `--import ${counted}`,
  })
  undo.push(() => server.end('SIGTERM'))
  await server.start()
  const count = async () => {
    const before = server.lines.length
    server.signal('SIGUSR2')
    const line = await expect
      .poll(() => server.lines.slice(before).find((one) => one.startsWith('counted ')))
      .toBeDefined()
      .then(() => server.lines.findLast((one) => one.startsWith('counted '))!)
    return line.match(/\d+/g)!.map(Number) as [modules: number, statements: number]
  }
  const [modules, first] = await count()
  await delay(watchedMs)
  const [, second] = await count()
  await delay(watchedMs)
  const [, third] = await count()
  expect(modules).toBeLessThanOrEqual(budgets.modules)
  // what is sent once a minute falls into one of the two
  const fewest = Math.min(second - first, third - second)
  expect(fewest * (60_000 / watchedMs)).toBeLessThanOrEqual(budgets.statementsAMinute)
})
