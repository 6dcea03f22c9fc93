import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { migrate, readMigrations } from '../../../platform/database/migrating/migrate.ts'
import { openDump } from '../../../platform/general/testing.ts'
import { ensurePartitions } from '../../../platform/statements/partitions.ts'
import { Office } from '../../world/office.ts'
import { figuresOf, type ReleaseFigures } from './release-figures.ts'

/** What `npm run release` keeps of each release. */
interface Release {
  version: string
  /** sha256 of each migration, by file */
  migrations: Record<string, string>
  figures: ReleaseFigures
}

const folder = new URL('../../../../releases/', import.meta.url)
const releases = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Release)

test('there are releases, and the migrations of each are what they were', () => {
  expect(releases.length).toBeGreaterThan(0)
  const now = new Map(readMigrations().map(({ name, hash }) => [name, hash]))
  for (const { version, migrations } of releases)
    for (const [name, hash] of Object.entries(migrations))
      expect(now.get(name), `${name} of ${version}`).toBe(hash)
})

describe.each(releases)('a database of $version', ({ version, migrations, figures }) => {
  test('moves on to this version, and keeps and shows what it held', async () => {
    const dump = gunzipSync(readFileSync(new URL(`${version}.sql.gz`, folder))).toString()
    const database = await openDump(dump)
    const applied = await database.db.selectFrom('migrations').selectAll().execute()
    expect(applied.map(({ name }) => name).toSorted()).toEqual(Object.keys(migrations).toSorted())
    await migrate(database.db, new Date())
    await ensurePartitions(database.db, new Date())
    const office = await Office.open(database)
    try {
      const { counts, owners, accounts } = await figuresOf(office)
      expect({ counts, accounts }).toEqual({ counts: figures.counts, accounts: figures.accounts })
      // a report may tell more by now
      expect(owners).toMatchObject(figures.owners)
    } finally {
      await office.close()
    }
  })
})
