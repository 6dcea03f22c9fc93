import { createServerDatabase } from '@stationmaster/server/testing'
import { expect, test } from 'vitest'
import { chaos } from './chaos.ts'

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a partner that is away for an hour amid sessions has each bill once, though it and the servers are killed',
  async () => {
    // skipped where there is none
    const database = (await createServerDatabase())!
    try {
      const result = await chaos(database.url, {
        sessions: 30,
        atOnce: 10,
        kills: 4,
        version: '2.3.0',
        seed: process.env.SEED ?? '1',
      })
      expect(result.faults, result.happened.join('\n')).toEqual([])
      expect(result).toMatchObject({
        sessions: { charged: 30, orders: 30, atPartner: 30 },
        refunds: 6,
        cdrs: { credits: 6 },
      })
      expect(result.waited).toBeGreaterThan(0)
    } finally {
      await database.drop()
    }
  },
  600_000,
)
