import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Database, openPostgres } from '../../../../platform/database/database.ts'
import { systemClock } from '../../../../platform/general/clock.ts'
import { openLog } from '../../../../platform/watching/log.ts'
import { StatusKeeper } from './status-keeper.ts'

let database: Database
let keeper: StatusKeeper

/** Nothing listens where its database is: what it writes fails at once. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  database = openPostgres('postgres://127.0.0.1:1/none', 1)
  keeper = new StatusKeeper({
    db: database.db,
    clock: systemClock,
    log: openLog({ logLevel: 'silent' }),
    publish: () => {},
  })
})
afterEach(async () => {
  vi.useRealTimers()
  await database.close()
})

test('several notes are one write, a moment later', () => {
  keeper.queue([])
  expect(vi.getTimerCount()).toBe(0)
  keeper.queue(['S1'])
  keeper.queue(['S2'])
  expect(vi.getTimerCount()).toBe(1)
})

test('what is noted after the end is not written', async () => {
  await keeper.close()
  keeper.queue(['S1'])
  expect(vi.getTimerCount()).toBe(0)
})

test('a write that fails at the end is not tried again', async () => {
  keeper.queue(['S1'])
  await keeper.close()
  expect(vi.getTimerCount()).toBe(0)
})
