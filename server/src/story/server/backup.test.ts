import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { simulate, type VirtualStation } from '@stationmaster/simulator'
import { afterEach, describe, expect, test } from 'vitest'
import { lastBackup } from '../../platform/general/backup.ts'
import { openServerUrls } from '../../platform/general/testing.ts'
import { postgresPrograms } from '../world/postgres-cluster.ts'
import { Api, freePort, ServerProcess } from '../world/server-process.ts'

const run = promisify(execFile)
const command = fileURLToPath(new URL('../../../dist/operate/backup.js', import.meta.url))

interface Copier {
  name: string
  create(): Promise<{ url: string | null; drop(): Promise<void> }>
  backUp(dataDir: string, url: string | null, to: string): Promise<unknown>
  /** answers the URL of the database that the backup was put into, and how it is removed */
  restore(
    dataDir: string,
    url: string | null,
    from: string,
  ): Promise<{ url: string | null; drop(): Promise<unknown> }>
}

const [embedded, postgres] = openServerUrls()
const ours = (dataDir: string, ...args: string[]) => {
  const { DATABASE_URL: _unused, ...env } = process.env
  return run(process.execPath, [command, ...args], { env: { ...env, DATA_DIR: dataDir } })
}
const copiers: Copier[] = [
  {
    ...embedded!,
    backUp: (dataDir, _url, to) => ours(dataDir, 'backup', '--to', to),
    restore: async (dataDir, _url, from) => {
      await ours(dataDir, 'restore', '--from', from)
      return { url: null, drop: async () => {} }
    },
  },
]
if (postgres && postgresPrograms) {
  const program = (name: string, ...args: string[]) => run(join(postgresPrograms!, name), args)
  copiers.push({
    ...postgres,
    backUp: (_dataDir, url, to) => program('pg_dump', '-Fc', '-d', url!, '-f', to),
    restore: async (_dataDir, url, from) => {
      const fresh = new URL(url!)
      fresh.pathname = `/test_${randomBytes(6).toString('hex')}`
      const at = ['--maintenance-db', process.env.TEST_DATABASE_URL!, fresh.pathname.slice(1)]
      await program('createdb', ...at)
      await program('pg_restore', '--no-owner', '-d', fresh.href, from)
      return { url: fresh.href, drop: () => program('dropdb', '--force', ...at) }
    },
  })
}

describe.each(copiers)('a backup of $name', ({ create, backUp, restore }) => {
  const undo: (() => Promise<unknown> | unknown)[] = []
  afterEach(async () => {
    for (const one of undo.splice(0).reverse()) await one()
  })

  test('that is made while cars charge can be restored, and their sessions end correctly', async () => {
    const database = await create()
    undo.push(() => database.drop())
    const dataDir = mkdtempSync(join(tmpdir(), 'backup-'))
    undo.push(() => rmSync(dataDir, { recursive: true, force: true }))
    const port = await freePort()
    const server = new ServerProcess(dataDir, port, database.url)
    undo.push(() => server.end('SIGKILL'))
    await server.start()
    let api = await Api.open(server.url)
    const location = await api.post<{ id: number }>('locations', { name: 'Yard' })
    await api.post(`locations/${location.id}/pricing`, { tariff: 1700 })
    const stations: VirtualStation[] = []
    undo.push(() => Promise.all(stations.map((station) => station.close())))
    for (const protocol of ['ocpp1.6', 'ocpp2.0.1'] as const) {
      const id = `BACK${stations.length}`
      const { password } = await api.post<{ password: string }>(`locations/${location.id}/stations`, {
        id,
        vendor_name: 'Story',
        model: 'One',
        connectors: [{ evse_number: 1, number: 1, type: 'CCS 2', current: 'DC', power: 150 }],
      })
      await api.post('id-tokens', { token: id })
      stations.push(
        await simulate({
          url: `${server.url.replace('http', 'ws')}/ocpp`,
          stationId: id,
          protocol,
          password,
          seed: id,
          connectors: [{ number: 1, evse: 1, type: 'CCS 2', current: 'DC', powerW: 150_000 }],
          meterEveryMs: 200,
          retry: { connectMs: 50, connectMostMs: 200, messageMs: 100, messageAttempts: 50 },
        }),
      )
    }
    await Promise.all(stations.map((station) => station.begin({ token: station.id })))
    for (const station of stations) station.addEnergy(undefined, 3000)

    const picture = join(dataDir, 'files', 'a-picture')
    mkdirSync(join(dataDir, 'files'), { recursive: true })
    writeFileSync(picture, 'of the yard')
    const backup = join(dataDir, 'taken')
    const before = lastBackup(dataDir)
    await backUp(dataDir, database.url, backup)
    // what the check of the settings looks at; PostgreSQL's own programs leave nothing there
    expect([before, lastBackup(dataDir) !== null]).toEqual([null, database.url === null])
    if (database.url === null) rmSync(picture)
    for (const station of stations) station.addEnergy(undefined, 2000)
    if (database.url === null) {
      await expect(backUp(dataDir, null, backup)).rejects.toThrow(/exists already/)
      await expect(ours(dataDir, 'restore', '--from', backup)).rejects.toThrow(/is in use by process \d+/)
    }
    await server.end('SIGTERM')

    const restored = await restore(dataDir, database.url, backup)
    undo.push(() => restored.drop())
    expect(existsSync(picture)).toBe(true)
    const again = new ServerProcess(dataDir, port, restored.url)
    undo.push(() => again.end('SIGKILL'))
    await again.start()
    await Promise.all(stations.map((station) => station.waitFor('accepted', { timeoutMs: 60_000 })))
    for (const station of stations) station.addEnergy(undefined, 1000)
    await Promise.all(stations.map((station) => station.stop()))

    api = await Api.open(again.url)
    const orders = await api.orders()
    expect(orders).toHaveLength(stations.length)
    for (const station of stations) {
      const { order } = await api.details(orders.find((one) => one.station.id === station.id)!.id)
      const [transaction] = station.transactions()
      const energyWh = transaction!.meterStopWh! - transaction!.meterStartWh
      expect(energyWh).toBeGreaterThanOrEqual(6000)
      expect(order).toMatchObject({
        status: 'completed',
        meter_start: transaction!.meterStartWh,
        meter_stop: transaction!.meterStopWh,
        captured_amount: Math.round(energyWh * 1.7),
        needs_review: false,
      })
    }
  })

  test('of a folder whose server has ended is copied without one, and never over another', async () => {
    if (postgres && create === postgres.create) return
    const dataDir = mkdtempSync(join(tmpdir(), 'backup-'))
    undo.push(() => rmSync(dataDir, { recursive: true, force: true }))
    await expect(ours(dataDir, 'backup', '--to', join(dataDir, 'taken'))).rejects.toThrow(
      /There is no database/,
    )
    await expect(ours(dataDir, 'restore', '--from', join(dataDir, 'taken'))).rejects.toThrow(
      /holds no backup/,
    )
    await expect(ours(dataDir, 'backup')).rejects.toThrow(/npm run backup -- --to FOLDER/)
    expect(existsSync(join(dataDir, 'taken'))).toBe(false)
  })
})
