import { appendFileSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import { FolderStore } from '../../../platform/files/folder-store.ts'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { readShapes } from '../../../slices/operations/full-export/catalogue-store.ts'
import { readExport } from '../../../slices/operations/full-export/read/read.ts'
import { tables, writtenTables } from '../../../slices/operations/full-export/tables/tables.ts'
import {
  type ExportOptions,
  prepareExport,
  writeExport,
} from '../../../slices/operations/full-export/write/export.ts'
import { folderSink } from '../../../slices/operations/full-export/write/folder.ts'
import type { Manifest } from '../../../slices/operations/full-export/write/manifest.ts'
import { pictureEach } from '../../../slices/operations/full-export/write/picture-store.ts'
import { agreeWithBanks, playMonth } from '../../figures/compared/random-month.ts'
import { ReportWorld } from '../../figures/report-world.ts'
import { insertBelongings, insertPersonal } from '../../interface/roles/role-network.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'wayout-'))
const secretKey = 'the network’s own key'

let world: ReportWorld
let store: FolderStore
let sample: Awaited<ReturnType<typeof insertBelongings>>

beforeAll(async () => {
  world = await ReportWorld.open(await openTestDatabase())
  const { office } = world
  await agreeWithBanks(world)
  await playMonth(world, 1)
  // the month's orders are numbered by hand, from 1 on
  await sql`select setval(pg_get_serial_sequence('orders', 'id'), 1000000)`.execute(office.database.db)
  sample = await insertBelongings(office.database.db, world.ownerId, 'Sample', office.clock.now())
  await insertPersonal(office.database.db, world.ownerId, 'Sample', office.clock.now())
  store = new FolderStore(office.config.dataDir)
})
afterAll(() => world.office.close())

async function exported(given: Partial<ExportOptions> = {}, folder = newFolder()): Promise<string> {
  const { db } = world.office.database
  const options = { scope: null, secretKey: null, rowsMost: 40, picture: pictureEach(db), ...given }
  const ready = await prepareExport(db, folderSink(folder))
  await writeExport({ clock: world.office.clock, store, currency: 'RUB' }, ready, options)
  return folder
}

const manifestIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest

const textOf = (folder: string, path: string) => gunzipSync(readFileSync(join(folder, path))).toString('utf8')

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))

/** Rows of a table as text, without the columns that an export lacks. */
async function rowsOf(db: Db, table: string, without: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select (to_jsonb(t) - ${without}::text[])::text as row from ${sql.table(table)} t order by 1`.execute(db)
  return rows.map(({ row }) => row)
}

async function compare(fresh: Database, hasSecrets: boolean): Promise<number> {
  let compared = 0
  for (const [table, { secret = {}, passing = [], withSecretsOnly }] of writtenTables) {
    if (withSecretsOnly && !hasSecrets) continue
    const without = [...(hasSecrets ? [] : Object.keys(secret)), ...passing]
    const [before, after] = [
      await rowsOf(world.office.database.db, table, without),
      await rowsOf(fresh.db, table, without),
    ]
    expect(after, table).toEqual(before)
    compared += before.length
  }
  return compared
}

describe('a whole network', () => {
  test.each([false, true])('is read again row by row (with secrets: %s)', async (hasSecrets) => {
    const folder = await exported({ secretKey: hasSecrets ? secretKey : null })
    const fresh = await openTestDatabase()
    const parts = { db: fresh.db, store: new FolderStore(newFolder()), secretKey }
    await readExport(parts, folder)
    expect(await compare(fresh, hasSecrets)).toBeGreaterThan(1000)
    await expect(readExport(parts, folder)).rejects.toThrow('There is a network in the database already')
    await fresh.close()
  })

  test('goes on after a kill: parts that are written stay as they are', async () => {
    const [folder, killed] = [newFolder(), new Error('killed')]
    let kept = 0
    const onPart = () => {
      kept += 1
      if (kept === 30) throw killed
    }
    await expect(exported({ onPart }, folder)).rejects.toThrow(killed)
    const before = new Map(filesIn(folder).map((name) => [name, statSync(join(folder, name)).ino]))
    expect(before.has('manifest.json')).toBe(false)
    await exported({}, folder)
    for (const [name, inode] of before)
      if (/^(data|csv)/.test(name)) expect(statSync(join(folder, name)).ino, name).toBe(inode)
    const fresh = await openTestDatabase()
    await readExport({ db: fresh.db, store: new FolderStore(newFolder()), secretKey: null }, folder)
    await compare(fresh, false)
    await fresh.close()
  })

  test('is refused where a file has been changed', async () => {
    const folder = await exported()
    const { path } = manifestIn(folder).tables.orders!.files[0]!
    appendFileSync(join(folder, path), ' ')
    const fresh = await openTestDatabase()
    const read = readExport({ db: fresh.db, store, secretKey: null }, folder)
    await expect(read).rejects.toThrow(`${path} is not as the manifest says`)
    await fresh.close()
  })

  test('has nothing that a spreadsheet would run, and says each row in the schema’s words', async () => {
    const { db } = world.office.database
    await sql`update locations set name = '=HYPERLINK("http://evil.example")' where id = ${sample.location}`.execute(
      db,
    )
    const folder = await exported()
    const cells = textOf(folder, 'csv/locations-0001.csv.gz')
    expect(cells).toContain(`'=HYPERLINK`)
    expect(cells).not.toMatch(/[,\n]"?=/)
    const { $defs } = JSON.parse(readFileSync(join(folder, 'schema.json'), 'utf8'))
    for (const [name, { files, rows, sums }] of Object.entries(manifestIn(folder).tables)) {
      const lines = files
        .filter(({ path }) => path.startsWith('data/'))
        .flatMap(({ path }) => textOf(folder, path).trimEnd().split('\n'))
      expect(lines.length, name).toBe(rows)
      for (const line of lines)
        expect(Object.keys(JSON.parse(line)), name).toEqual(Object.keys($defs[name].properties))
      for (const [column, sum] of Object.entries(sums))
        expect(
          lines.reduce((all, line) => all + (JSON.parse(line)[column] ?? 0), 0),
          `${name}.${column}`,
        ).toBe(sum)
    }
  })
})

describe('an owner’s export', () => {
  test('holds nothing of others, and no secrets', async () => {
    const { db } = world.office.database
    await insertBelongings(db, await world.office.idOf('administrator'), 'Stranger', world.office.clock.now())
    const folder = await exported({ scope: { locationIds: [sample.location], ownerId: world.ownerId } })
    const { tables: written, sequences } = manifestIn(folder)
    expect(sequences).toEqual({})
    expect(written.orders!.rows).toBeGreaterThan(0)
    expect(written.drivers).toBeUndefined()
    expect(written['audit-log']).toBeUndefined()
    const { rows: others } = await sql<{ ids: string }>`
      select id as ids from stations where location_id <> ${sample.location}
      union select name from locations where id <> ${sample.location}`.execute(db)
    for (const name of filesIn(folder).filter((one) => one.endsWith('.gz'))) {
      const text = textOf(folder, name)
      for (const { ids } of others) expect(text.includes(`"${ids}"`), `${ids} in ${name}`).toBe(false)
      for (const [, id] of text.matchAll(/"location_id":(\d+)/g))
        expect(Number(id), name).toBe(sample.location)
      expect(text, name).not.toMatch(/password_hash|"sealed"|key_hash/)
    }
    const fresh = await openTestDatabase()
    const read = readExport({ db: fresh.db, store, secretKey: null }, folder)
    await expect(read).rejects.toThrow('only that of a whole network')
    await fresh.close()
  })
})

test('what looks like a secret is listed as one, or is said here to be none', async () => {
  const plain = [
    ...[
      'bank_lines.key',
      'fiscal_receipts.refund_key',
      'id_tokens.token',
      'incidents.dedupe_key',
      'meter_keys.public_key',
    ],
    ...[
      'orders.start_key',
      'payment_operations.key',
      'provider_payments.driver_key',
      'roaming_contracts.tokens_read_at',
    ],
    ...[
      'roaming_sessions.token',
      'roaming_tokens.token',
      'signed_values.public_key',
      'sso_settings.password_log_in',
      'station_reservations.token',
    ],
    ...[
      'stations.next_password_at',
      'tag_groups.key',
      'takeover_records.key',
      'takeovers.after_key',
      'unknown_tags.token',
    ],
    ...['unmatched_transactions.event_key', 'unmatched_transactions.session_key'],
  ]
  const shapes = await readShapes(world.office.database.db)
  const suspects = [...writtenTables].flatMap(([table, { secret = {}, passing = [] }]) =>
    (shapes.get(table)?.columns ?? [])
      .filter(({ name }) => /hash|secret|token|password|sealed|(^|_)key$/.test(name))
      .filter(({ name }) => !(name in secret) && !passing.includes(name as never))
      .map(({ name }) => `${table}.${name}`),
  )
  expect(suspects.sort()).toEqual(plain)
})

test('the page of tables is that of the list (vitest --update writes it)', async () => {
  const marks = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ')
  const rows = [...writtenTables].map(([table, listing]) => {
    const { name, what, own, secret = {}, passing = [], ownersLack = [], withSecretsOnly, by } = listing
    const lacks = [
      ...(withSecretsOnly ? ['only with secrets'] : []),
      ...Object.entries(secret).map(([column, why]) => `\`${column}\`: ${why}`),
      ...(passing.length > 0 ? [`${marks(passing)}: of one server`] : []),
      ...(ownersLack.length > 0 ? [`to owners: ${marks(ownersLack)}`] : []),
    ]
    return `| \`${name}${by ? `-${by === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM'}` : ''}\` | \`${table}\` | ${what} | ${own ? 'yes' : ''} | ${lacks.join('; ')} |`
  })
  const stay = Object.entries(tables).flatMap(([table, listing]) =>
    'left' in listing ? [`| \`${table}\` | ${listing.left} |`] : [],
  )
  const text = `<!-- Written by vitest --update out of server/src/slices/operations/full-export/tables. -->

# Tables of a full export

[How exports are made and read](../../../../../../docs/in-and-out/full-export.md).

| files | table | a row is | owners have it | what it lacks |
|---|---|---|---|---|
${rows.join('\n')}

## What stays

| table | why |
|---|---|
${stay.join('\n')}
`
  await expect(text).toMatchFileSnapshot('../../../slices/operations/full-export/tables/README.md')
})
