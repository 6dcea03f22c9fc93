import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { openPostgres } from '../../../platform/database/database.ts'
import { readMigrations } from '../../../platform/database/migrating/migrate.ts'
import { runOn } from '../../../platform/general/testing.ts'
import { Yard } from './yard.ts'

const command = fileURLToPath(new URL('../../../../dist/operate/migrate.js', import.meta.url))

let yard: Yard
afterEach(() => yard.close())

interface Ended {
  code: number
  lines: string[]
}

/** Runs `npm run migrate` for the yard's database. */
const migrateIt = ({ databaseUrl, dataDir }: Yard) =>
  new Promise<Ended>((resolve) => {
    const { DATABASE_URL: _unused, ...inherited } = process.env
    const env = { ...inherited, DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
    execFile(process.execPath, [command], { env }, (error, out, err) =>
      resolve({
        code: error ? Number(error.code) : 0,
        lines: `${out}${err}`.split('\n').filter((line) => line !== ''),
      }),
    )
  })

/** The lines with which a start ends that leaves the database as it is. */
async function refusal(): Promise<string[]> {
  yard.server.launch({ flags: ['--empty', '--no-migrate'] })
  expect(await yard.server.ended()).toBe(1)
  return yard.server.lines.filter((line) => !/^[·✓] /.test(line))
}

const newest = String(readMigrations().at(-1)!.number).padStart(4, '0')

test('migrate brings a database up to date as a start does, and a server that may not do so waits for nobody', async () => {
  yard = await Yard.open()
  expect(await refusal()).toEqual([
    `The database is empty, and this version needs ${newest}: run npm run migrate first, or start without --no-migrate.`,
  ])
  const runs = await Promise.all(yard.databaseUrl ? [migrateIt(yard), migrateIt(yard)] : [migrateIt(yard)])
  expect(runs.map(({ code }) => code)).toEqual(runs.map(() => 0))
  const lines = runs.flatMap((run) => run.lines)
  const laidOut = new RegExp(`^✓ Laying out the database \\(${newest}\\) [\\d.]+ s$`)
  expect(lines.filter((line) => laidOut.test(line))).toHaveLength(1)
  expect(await migrateIt(yard)).toEqual({ code: 0, lines: ['The database is up to date.'] })
  await yard.start('--no-migrate')
  expect(yard.server.lines.filter((line) => /Laying out/.test(line))).toEqual([])
  expect(await yard.charge(await yard.addStation('ONE'))).toMatchObject({ status: 'completed' })
})

/** Applies a migration of a version to come: what it does, and from which version on servers bear it. */
async function applyNewer(url: string, number: number, worksFrom: string | null, statements: string) {
  const database = openPostgres(url, 2)
  await database.db
    .insertInto('migrations')
    .values({
      number,
      name: `${number}-newer.sql`,
      hash: 'x',
      applied_at: new Date(),
      works_from: worksFrom,
    })
    .execute()
  await runOn(url, statements)
  await database.close()
}

describe.skipIf(!process.env.TEST_DATABASE_URL)('a database that a newer version has brought forward', () => {
  test('is accepted where it only got more, and charged with, also by servers that migrate', async () => {
    yard = await Yard.open()
    await yard.start()
    const station = await yard.addStation('TWO', 'ocpp2.0.1')
    const url = yard.databaseUrl!
    await applyNewer(
      url,
      9990,
      '0.0.0',
      `create table newer (id int primary key);
       alter table orders add column newer text, add column newer_count int not null default 7;
       alter table stations add column newer jsonb`,
    )
    // it runs on, and starts again
    expect(await yard.charge(station)).toMatchObject({ status: 'completed' })
    for (const flags of [['--no-migrate'], []]) {
      await yard.server.end('SIGKILL')
      await yard.start(...flags)
      await station.waitFor('accepted', { timeoutMs: 60_000 })
      expect(await yard.charge(station)).toMatchObject({ status: 'completed', needs_review: false })
    }
    expect((await migrateIt(yard)).lines).toEqual(['The database is up to date.'])
  })

  test.each([
    [
      '99.0.0',
      /^The database has migration 9990-newer\.sql, with which servers work from version 99\.0\.0 on, and this is \d/,
    ],
    [
      null,
      /^The database has migration 9990-newer\.sql, which this program does not know\. Start a newer one\.$/,
    ],
  ])('is refused where servers work with it from %s on', async (worksFrom, line) => {
    yard = await Yard.open()
    expect((await migrateIt(yard)).code).toBe(0)
    await applyNewer(yard.databaseUrl!, 9990, worksFrom, 'select 1')
    expect(await refusal()).toEqual([expect.stringMatching(line)])
    expect(await migrateIt(yard)).toEqual({ code: 1, lines: [expect.stringMatching(line)] })
  })
})
