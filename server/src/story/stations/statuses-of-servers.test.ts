import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { openLog } from '../../platform/watching/log.ts'
import { StatusKeeper } from '../../slices/stations/stations/status/status-keeper.ts'
import { lockStatuses } from '../../slices/stations/stations/status/status-store.ts'
import { World } from '../world/world.ts'

// the embedded database takes one server only
const onPostgres = openTestDatabases().filter(({ name }) => name === 'postgres')

describe.each(onPostgres)('two servers derive the status of one station ($name)', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
  })
  afterAll(() => world?.close())

  test('the later one reads what the earlier one was queued for', async () => {
    const { made } = await world.simulate('ocpp1.6')
    const statusOf = async () => {
      const rows = world.db.selectFrom('stations').select('status').where('id', '=', made.id)
      return (await rows.executeTakeFirstOrThrow()).status
    }
    await world.until('it is available', async () => (await statusOf()) === 'available')
    const other = new StatusKeeper({
      db: world.db,
      clock: world.clock,
      log: openLog({ logLevel: 'silent' }),
      publish: () => undefined,
    })
    const waits = async () => {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(world.db)
      return rows.length > 0
    }
    let isLocked = false
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const first = world.db.transaction().execute(async (tx) => {
      await lockStatuses(tx)
      await tx.updateTable('evses').set({ operational: false }).where('station_id', '=', made.id).execute()
      isLocked = true
      await released
    })
    await world.until('the first has its turn', () => isLocked)
    other.queue([made.id])
    const written = other.close()
    await world.until('the other waits for its turn', waits)
    release()
    await first
    await written
    expect(await statusOf()).toBe('not_operative')
  })
})
