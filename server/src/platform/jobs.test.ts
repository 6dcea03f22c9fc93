import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { type Jobs, openJobs } from './jobs.ts'
import { openBothDatabases } from './testing.ts'

describe.each(openBothDatabases())('jobs ($name)', ({ open }) => {
  let database: Database
  let jobs: Jobs
  const done: object[] = []
  const reports: string[] = []
  let failures = 1
  beforeAll(async () => {
    database = await open()
    jobs = openJobs(database, { timeZone: 'Europe/Moscow' }, (_error, job) => reports.push(job ?? 'queue'))
    jobs.work<{ n: number }>('note', async (data) => {
      if (data.n === 2 && failures-- > 0) throw new Error('not yet')
      done.push(data)
    })
    jobs.schedule('nightly', '15 3 * * *', async () => {})
    await jobs.start()
  })
  afterAll(async () => {
    await jobs.stop()
    await database.close()
  })

  test('a job exists if and only if its transaction commits', async () => {
    const { db } = database
    await db.transaction().execute((tx) => jobs.send(tx, 'note', { n: 1 }))
    const rolledBack = db.transaction().execute(async (tx) => {
      await jobs.send(tx, 'note', { n: 99 })
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    await expect.poll(() => done, { timeout: 20_000 }).toEqual([{ n: 1 }])
  })

  test('a job that fails is reported and done again', async () => {
    await database.db.transaction().execute((tx) => jobs.send(tx, 'note', { n: 2 }))
    await expect.poll(() => done, { timeout: 40_000 }).toContainEqual({ n: 2 })
    expect(reports).toEqual(['note'])
  })

  test('a job that nobody does cannot be sent', async () => {
    const sent = database.db.transaction().execute((tx) => jobs.send(tx, 'typo', {}))
    await expect(sent).rejects.toThrow('Nobody does the job typo.')
  })
})
