import type { Report } from '@stationmaster/contract'
import { DAY_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openPostgres } from '../../../platform/database/database.ts'
import { Replica } from '../../../platform/database/replica/replica.ts'
import { noBus } from '../../../platform/nodes/bus.ts'
import { readNatsAddress } from '../../../platform/nodes/nats-address.ts'
import { NatsBus } from '../../../platform/nodes/nats-bus.ts'
import { type Cluster, makeCluster, makeReplica, postgresPrograms } from '../../world/postgres-cluster.ts'
import { World } from '../../world/world.ts'

interface Nats {
  url: string
  start(): Promise<void>
  end(signal?: NodeJS.Signals): Promise<void>
}
const { startNats }: { startNats(): Promise<Nats> } = await import(
  /* @vite-ignore */ new URL('../../../../../scripts/lib/provide/programs/nats.mjs', import.meta.url).href
)

const log = pino({ level: 'silent' })
const mostLagSeconds = 10
const accounts = {
  administrator: 'administrator@demo.stationmaster.example',
  colleague: 'colleague@demo.stationmaster.example',
}

/** Reports come from a streaming replica of a real PostgreSQL while that is close behind, and nobody misses a change of their own. */
describe.skipIf(!postgresPrograms)('a replica of the database', () => {
  const undo: (() => Promise<unknown> | unknown)[] = []
  const tokens = new Map<string, string>()
  let primary: Cluster
  let replica: Cluster
  let world: World
  let ofReplica: Database

  beforeAll(async () => {
    primary = await makeCluster()
    undo.push(() => primary.remove())
    replica = await makeReplica(primary)
    undo.push(() => replica.remove())
    world = await World.open(openPostgres(primary.url, 5), undefined, {
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URL: replica.url,
      DATABASE_REPLICA_LAG_SECONDS: String(mostLagSeconds),
      LOG_LEVEL: 'silent',
    })
    undo.push(() => world.close())
    ofReplica = openPostgres(replica.url, 2)
    undo.push(() => ofReplica.close())
    await world.addCard('SIM-TOKEN')
    const station = await world.simulate('ocpp1.6')
    await station.charge({ energyWh: 10_000 })
    await world.until(
      'the session is paid',
      async () => (await world.paymentsOf(station.made.id)).length === 1,
    )
    await world.forward(2 * DAY_MS)
    await sql`insert into managers (email, password_hash, role, first_name, last_name, created_at, email_verified_at)
      select ${accounts.colleague}, password_hash, role, first_name, last_name, created_at, email_verified_at
      from managers where email = ${accounts.administrator}`.execute(world.db)
    for (const [who, email] of Object.entries(accounts)) tokens.set(who, await logIn(email))
  })
  afterAll(async () => {
    for (const one of undo.splice(0).reverse()) await one()
  })

  async function logIn(email: string): Promise<string> {
    const answer = await fetch(`${world.server.url}/api/v1/auth/manager/log-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'demo-pass-1' }),
    })
    return ((await answer.json()) as { access_token: string }).access_token
  }

  async function readsFrom(where: 'replica' | 'primary'): Promise<number> {
    const metrics = await (await fetch(`${world.server.url}/metrics`)).text()
    return Number(
      new RegExp(`^database_replica_reads_total\\{from="${where}"\\} (\\d+)`, 'm').exec(metrics)?.[1] ?? 0,
    )
  }

  /** What somebody's report of days that end so many days ago calls the only location, and where it was read. */
  async function read(who: keyof typeof accounts, daysAgo = 1): Promise<{ name: unknown; from: string }> {
    const before = { replica: await readsFrom('replica'), primary: await readsFrom('primary') }
    const at = (days: number) => new Date(world.clock.now().getTime() - days * DAY_MS).toISOString()
    const answer = await fetch(
      `${world.server.url}/api/v1/statistics/report?mode=location&from=${at(10)}&to=${at(daysAgo)}`,
      { headers: { authorization: `Bearer ${tokens.get(who)}` } },
    )
    if (!answer.ok) throw new Error(await answer.text())
    const { rows } = (await answer.json()) as Report
    const from = ['replica', 'primary'] as const
    const counts = await Promise.all(from.map(readsFrom))
    return {
      name: rows[0]?.location,
      from: from.filter((where, i) => counts[i] !== before[where]).join() || 'always the primary',
    }
  }

  const rename = async (name: string) => {
    await fetch(`${world.server.url}/api/v1/locations/${world.locationId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.get('administrator')}` },
      body: JSON.stringify({ name }),
    })
  }
  const comesFrom = (who: keyof typeof accounts, expected: { name: string; from: string }) =>
    expect.poll(() => read(who), { timeout: 60_000, interval: 200 }).toEqual(expected)

  test('reports of days that are over come from it, and those of today from the primary', async () => {
    await comesFrom('colleague', { name: 'Yard', from: 'replica' })
    expect(await read('colleague', 0)).toEqual({ name: 'Yard', from: 'always the primary' })
  })

  test('whoever changes something sees it at once, others within the stated time', async () => {
    await comesFrom('administrator', { name: 'Yard', from: 'replica' })
    await sql`select pg_wal_replay_pause()`.execute(ofReplica.db)
    await rename('Court')
    expect(await read('administrator')).toEqual({ name: 'Court', from: 'primary' })
    expect(await read('colleague')).toEqual({ name: 'Yard', from: 'replica' })
    await comesFrom('colleague', { name: 'Court', from: 'primary' })
    await sql`select pg_wal_replay_resume()`.execute(ofReplica.db)
    for (const who of ['colleague', 'administrator'] as const)
      await comesFrom(who, { name: 'Court', from: 'replica' })
  })

  test('a replica that is frozen or gone is not waited for, and is used again when it is back', async () => {
    replica.freeze()
    await rename('Park')
    expect((await read('colleague')).name).toMatch(/Court|Park/)
    await comesFrom('colleague', { name: 'Park', from: 'primary' })
    replica.thaw()
    await comesFrom('colleague', { name: 'Park', from: 'replica' })
    await replica.kill()
    await rename('Lane')
    await comesFrom('colleague', { name: 'Lane', from: 'primary' })
    await replica.start()
    await comesFrom('colleague', { name: 'Lane', from: 'replica' })
  })

  test('a change that was made at another server counts here too; without contact to the others the primary is read', async () => {
    const nats = await startNats()
    undo.push(() => nats.end('SIGKILL'))
    const open = async (name: string) => {
      const bus = await NatsBus.open(readNatsAddress(nats.url), name, log)
      const one = new Replica({
        primary: world.db,
        replica: openPostgres(replica.url, 1),
        mostLagMs: 60_000,
        bus,
        log,
      })
      one.start()
      undo.push(() => one.close().then(() => bus.close()))
      return one
    }
    const [here, there] = [await open('here'), await open('there')]
    const placeOf = (managerId: number) =>
      here.read({ managerId, mayLag: true }, async (db) => (db === world.db ? 'primary' : 'replica'))
    const serves = (isSo: boolean) => expect.poll(() => here.serves, { timeout: 60_000 }).toBe(isSo)
    await serves(true)
    await sql`select pg_wal_replay_pause()`.execute(ofReplica.db)
    await sql`update locations set city = 'Kazan'`.execute(world.db)
    there.changed(7)
    await expect.poll(() => placeOf(7), { timeout: 60_000 }).toBe('primary')
    expect(await placeOf(8)).toBe('replica')
    await sql`select pg_wal_replay_resume()`.execute(ofReplica.db)
    await expect.poll(() => placeOf(7), { timeout: 60_000 }).toBe('replica')
    await nats.end('SIGKILL')
    await serves(false)
    expect(await placeOf(8)).toBe('primary')
    await nats.start()
    await serves(true)
  })

  test('a database that is no replica is not read', async () => {
    const lines: string[] = []
    const log = {
      warn: (_: object, line: string) => lines.push(line),
      info: (line: string) => lines.push(line),
    }
    const other = new Replica({
      primary: world.db,
      replica: openPostgres(primary.url, 1),
      mostLagMs: 60_000,
      bus: noBus,
      log: log as never,
    })
    await other.look()
    await other.look()
    expect(other.serves).toBe(false)
    expect(lines).toEqual(['the replica of the database cannot be read: reports are read from the primary'])
    expect(await other.read({ managerId: 1, mayLag: true }, async (db) => db === world.db)).toBe(true)
    await other.close()
  })
})
