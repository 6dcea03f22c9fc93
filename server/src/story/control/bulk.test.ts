import type { BulkCommand, BulkRun, BulkSelection, BulkStation, ErrorCode } from '@stationmaster/contract'
import { HOUR_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { removeOldRuns } from '../../slices/control/bulk/store.ts'
import { ConsoleWorld } from '../stations/journal/console-world.ts'
import { World } from '../world/world.ts'

const softly: BulkCommand = { kind: 'reset', hard: false }
/** How often an action went over a station's socket, as a call. */
const calls = async (world: World, stationId: string, action: string): Promise<number> => {
  const frames = world.db.selectFrom('frames').select('id').where('station_id', '=', stationId)
  return (await frames.where('action', '=', action).where('message_type', '=', 2).execute()).length
}
const silently = () => new Promise<object>(() => {})
const forget: BulkCommand = { kind: 'task', task: { task: 'clear_cache' } }
const heartbeat: BulkCommand = { kind: 'task', task: { task: 'trigger', message: 'Heartbeat' } }

describe.each(openTestDatabases())('commands to many stations ($name)', ({ open }) => {
  let world: World
  let stationConsole: ConsoleWorld
  beforeAll(async () => {
    world = await World.open(await open(), undefined, { OCPP_CALL_TIMEOUT_SECONDS: '4' })
    stationConsole = new ConsoleWorld(world)
  })
  afterAll(async () => {
    stationConsole?.close()
    await world?.close()
  })

  const named = (...ids: string[]): BulkSelection => ({ of: 'stations', ids })
  const start = (selection: BulkSelection, command: BulkCommand, more: { wait_hours?: number } = {}) =>
    world.post<BulkRun>('bulk-commands', { selection, command, ...more })
  const run = (id: number) => world.get<BulkRun>(`bulk-commands/${id}`)
  const stations = (id: number, query = '') =>
    world.get<BulkStation[]>(`bulk-commands/${id}/stations${query}`)
  const results = async (id: number) =>
    Object.fromEntries((await stations(id)).map((one) => [one.station_id, one.result]))
  const finished = async ({ id }: BulkRun) => {
    await world.until(`run ${id} has finished`, async () => (await run(id)).finished_at !== null)
    return run(id)
  }
  const fails = async (path: string, body: object): Promise<ErrorCode> => {
    const answer = await world.post(path, body).catch((error: { body: string }) => JSON.parse(error.body))
    return (answer as { code: ErrorCode }).code
  }
  const auditsOf = (subjectType: 'bulk_run' | 'station', subjectId: string | number) =>
    world.db
      .selectFrom('audit_log')
      .select(['action', 'after', 'manager_id', 'remote_address'])
      .where('subject_type', '=', subjectType)
      .where('subject_id', '=', String(subjectId))
      .execute()

  test('each station has its own end: accepted, not connected, silent', async () => {
    const [old, young] = [await world.simulate('ocpp1.6'), await world.simulate('ocpp2.0.1')]
    const silent = await stationConsole.aStation('ocpp1.6', silently)
    const away = await world.addStation()
    const ids = [old, young, silent].map(({ made }) => made.id)
    const begun = await start(named(...ids, away.id), forget)
    expect(begun).toMatchObject({ total: 4, finished_at: null, command: forget })
    const ended = await finished(begun)
    expect(ended.counts).toMatchObject({ accepted: 2, failed: 2, waiting: 0, sent: 0 })
    const [first, second, third, fourth] = await stations(begun.id)
    expect([first, second]).toMatchObject([
      {
        station_id: ids[0],
        result: 'accepted',
        status: 'Accepted',
        latency_ms: expect.any(Number),
        code: null,
      },
      { station_id: ids[1], result: 'accepted' },
    ])
    expect(third).toMatchObject({ result: 'failed', code: 'station.timeout', status: null })
    expect(third!.error).toContain('within 4 s')
    expect(fourth).toMatchObject({
      station_id: away.id,
      location_name: 'Yard',
      result: 'failed',
      error: 'The station is not connected.',
    })

    expect(await stations(begun.id, `?result=failed&limit=1&offset=1`)).toMatchObject([
      { station_id: away.id },
    ])
    expect(await stations(begun.id, `?search=${ids[1]}`)).toMatchObject([{ station_id: ids[1] }])
    const audits = await auditsOf('bulk_run', begun.id)
    expect(audits).toMatchObject([{ action: 'bulk.start', after: { total: 4, command: forget } }])
    const [single] = await auditsOf('station', ids[0]!).then((all) =>
      all.filter(({ action }) => action === 'station.clear_cache'),
    )
    expect(single).toMatchObject({
      manager_id: audits[0]!.manager_id,
      remote_address: audits[0]!.remote_address,
    })
  })

  test('a message of one version is not sent to stations of another', async () => {
    const [old, young] = [await world.simulate('ocpp1.6'), await world.simulate('ocpp2.0.1')]
    const selection = named(old.made.id, young.made.id)
    const message = { kind: 'message', protocol: 'ocpp1.6' } as const
    const { id } = await finished(
      await start(selection, {
        ...message,
        action: 'GetConfiguration',
        payload: { key: ['HeartbeatInterval'] },
      }),
    )
    expect(await stations(id)).toMatchObject([
      { result: 'accepted' },
      { result: 'failed', code: 'station.unsupported', error: expect.stringContaining('(ocpp2.0.1)') },
    ])
    const wrong = { selection, command: { ...message, action: 'Reset', payload: { type: 'Gently' } } }
    expect(await fails('bulk-commands', wrong)).toBe('station.message_invalid')
    expect(
      await fails('bulk-commands', { selection, command: { ...message, action: 'Nap', payload: {} } }),
    ).toBe('station.unsupported')
    expect(await fails('bulk-commands', { selection: named('NOBODY'), command: softly })).toBe(
      'station.not_found',
    )
    const nobody = { of: 'filter', filter: { search: 'no such station' } }
    expect(await fails('bulk-commands', { selection: nobody, command: softly })).toBe('bulk.nobody')
    const unlock = { kind: 'task', task: { task: 'unlock', evse: 1 } }
    expect(await fails('bulk-commands', { selection, command: unlock })).toBe('request.invalid')
  })

  test('what was refused or failed is tried again, as a run of its own, with its secret kept sealed', async () => {
    const [old, young] = [await world.simulate('ocpp1.6'), await world.simulate('ocpp2.0.1')]
    const set: BulkCommand = {
      kind: 'task',
      task: { task: 'configure', name: 'AuthorizationKey', value: 'a-password-that-fits' },
    }
    await young.goOffline()
    await world.untilOffline(young.made.id)
    const first = await finished(await start(named(old.made.id, young.made.id), set))
    expect(first.command).toEqual({ ...set, task: { ...set.task, value: '***' } })
    expect(await stations(first.id)).toMatchObject([
      { result: 'accepted' },
      { result: 'failed', code: 'station.offline' },
    ])
    const rows = await world.db.selectFrom('bulk_runs').selectAll().where('id', '=', first.id).execute()
    expect(JSON.stringify(rows)).not.toContain('a-password-that')
    expect(JSON.stringify(await auditsOf('bulk_run', first.id))).not.toContain('a-password-that')

    await young.goOnline()
    await world.until(
      'it is back',
      () => world.server.stations.commands.links.get(young.made.id) !== undefined,
    )
    const again = await finished(await world.post<BulkRun>(`bulk-commands/${first.id}/retry`))
    expect(again).toMatchObject({ retry_of: first.id, total: 1 })
    expect(await stations(again.id)).toMatchObject([
      {
        station_id: young.made.id,
        code: 'station.unsupported',
        error: expect.stringContaining('component'),
      },
    ])
    const refused = await finished(
      await start(named(old.made.id), {
        kind: 'task',
        task: { task: 'configure', name: 'NumberOfConnectors', value: '9' },
      }),
    )
    expect(await stations(refused.id)).toMatchObject([
      { result: 'rejected', error: 'The station refused the command: no reason given.' },
    ])
    const good = await finished(await start(named(old.made.id), heartbeat))
    expect(await fails(`bulk-commands/${good.id}/retry`, {})).toBe('bulk.nothing_failed')

    await removeOldRuns(world.db, new Date(first.finished_at!))
    expect((await run(again.id)).retry_of).toBe(first.id)
    await removeOldRuns(world.db, new Date(Date.parse(first.finished_at!) + 1))
    const { retry_of, finished_at } = await run(again.id)
    expect([retry_of, finished_at]).toEqual([null, again.finished_at])
    expect(await fails(`bulk-commands/${first.id}/retry`, {})).toBe('bulk.not_found')
  })

  test('a station that is not connected is waited for, until it comes or the time is over', async () => {
    const comes = await world.simulate('ocpp1.6')
    const stays = await world.addStation()
    await comes.goOffline()
    await world.untilOffline(comes.made.id)
    const { id } = await start(named(comes.made.id, stays.id), softly, { wait_hours: 2 })
    await world.until('both are waited for', async () => (await run(id)).counts.away === 2)
    await comes.goOnline()
    await world.until('it has been reset', async () => (await run(id)).counts.accepted === 1)
    await world.until(
      'it boots once more',
      async () => (await calls(world, comes.made.id, 'BootNotification')) === 3,
    )
    expect((await run(id)).finished_at).toBeNull()
    await world.forward(2 * HOUR_MS + 1000)
    await finished(await run(id))
    expect(await results(id)).toEqual({ [comes.made.id]: 'accepted', [stays.id]: 'failed' })
  })

  test('waiting stations can be canceled, those that were sent the command cannot', async () => {
    const silent = await stationConsole.aStation('ocpp2.0.1', silently)
    const away = await world.addStation()
    const { id } = await start(named(silent.made.id, away.id), forget, { wait_hours: 24 })
    await world.until('one is asked', async () => {
      const { counts } = await run(id)
      return counts.sent === 1 && counts.away === 1
    })
    const canceled = await world.post<BulkRun>(`bulk-commands/${id}/cancel`)
    expect(canceled).toMatchObject({ canceled_at: expect.any(String), counts: { canceled: 1, sent: 1 } })
    const { canceled_at } = await finished(canceled)
    expect(await results(id)).toEqual({ [silent.made.id]: 'failed', [away.id]: 'canceled' })
    const after = await world.post<BulkRun>(`bulk-commands/${id}/cancel`)
    expect(after.canceled_at).toBe(canceled_at)
  })

  test('a requested status is stored for a station that is not connected', async () => {
    const here = await world.simulate('ocpp1.6')
    const away = await world.addStation()
    const { id } = await finished(
      await start(named(here.made.id, away.id), { kind: 'availability', operative: false }),
    )
    expect(await stations(id)).toMatchObject([
      { result: 'accepted', status: 'Accepted' },
      { result: 'failed', code: 'station.told_later' },
    ])
    const [evse] = await world.db
      .selectFrom('evses')
      .select(['operational', 'availability_pending'])
      .where('station_id', '=', away.id)
      .execute()
    expect(evse).toEqual({ operational: false, availability_pending: true })
  })

  test('all that a filter finds but one, as the list finds them; runs are listed and exported', async () => {
    const location = await world.post<{ id: number }>('locations', { name: 'Far away', city: 'Omsk' })
    const add = (id: string) =>
      world.post(`locations/${location.id}/stations`, {
        id,
        vendor_name: 'Far',
        model: '=One',
        connectors: [{ evse_number: 1, number: 1, type: 'CCS 2', current: 'DC', power: 50 }],
      })
    for (const id of ['FAR-3', 'FAR-1', 'FAR-2']) await add(id)
    const selection: BulkSelection = {
      of: 'filter',
      filter: { search: 'far', location_id: location.id, online: 'false' },
      except: ['FAR-3'],
    }
    expect(await world.post('bulk-commands/reach', { selection })).toEqual({
      total: 2,
      online: 0,
      protocols: [{ protocol: null, total: 2, online: 0 }],
    })
    const { id } = await finished(await start(selection, heartbeat))
    expect((await stations(id)).map(({ station_id }) => station_id)).toEqual(['FAR-1', 'FAR-2'])
    const [newest] = await world.get<BulkRun[]>('bulk-commands?limit=1')
    expect(newest).toMatchObject({ id, counts: { failed: 2 } })
    const [older] = await world.get<BulkRun[]>(`bulk-commands?limit=1&before=${id}`)
    expect(older!.id).toBeLessThan(id)
    const { url } = await world.post<{ url: string }>(`bulk-commands/${id}/export`)
    const lines = (await (await fetch(world.server.url + url)).text()).trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain('FAR-1')
    expect(lines[1]).toContain('failed,,station.offline,The station is not connected.')
    const commas = await world.post<{ url: string }>(`bulk-commands/${id}/export?format=csv_comma`)
    const text = await (await fetch(world.server.url + commas.url)).text()
    expect(text.trim().split('\r\n')).toEqual(lines.map((line) => line.replaceAll(',', ';')))
  })

  test('nothing more is sent for somebody who is no administrator any more', async () => {
    const away = await world.addStation()
    const { id, by } = await start(named(away.id), softly, { wait_hours: 5 })
    await world.until('it is waited for', async () => (await run(id)).counts.away === 1)
    const change = (role: 'manager' | 'administrator') =>
      world.db.updateTable('managers').set({ role }).where('id', '=', by.id).execute()
    await change('manager')
    const result = () =>
      world.db.selectFrom('bulk_run_stations').select('result').where('run_id', '=', id).executeTakeFirst()
    await world.until('it is taken back', async () => (await result())?.result === 'canceled')
    await change('administrator')
  })
})

describe.each(openTestDatabases())('a server that ends in the middle ($name)', ({ open }) => {
  test('goes on with what waited, and sends nothing twice', async () => {
    const database = await open()
    const kept: Database = { ...database, close: async () => undefined }
    const env = {
      DATA_DIR: `/tmp/stationmaster-bulk-${process.pid}-${Date.now()}`,
      SECRET_KEY: 'the same key for both of them, before and after',
    }
    const before = await World.open(kept, undefined, env)
    const stationConsole = new ConsoleWorld(before)
    let heard = false
    const inFlight = await stationConsole.aStation('ocpp1.6', () => {
      heard = true
      return silently()
    })
    const waits = await before.addStation()
    const { id } = await before.post<BulkRun>('bulk-commands', {
      selection: { of: 'stations', ids: [inFlight.made.id, waits.id] },
      command: forget,
      wait_hours: 1,
    })
    const results = async (world: World) =>
      (await world.get<BulkStation[]>(`bulk-commands/${id}/stations`)).map(({ result }) => result)
    await before.until('it is under way', async () => String(await results(before)) === 'sent,away')
    await before.until('the station has it', () => heard)
    await before.close()
    stationConsole.close()

    // what a kill leaves behind: sent without an answer, and one whose turn had not come
    const rows = kept.db.updateTable('bulk_run_stations').where('run_id', '=', id)
    const [ended] = await kept.db
      .selectFrom('bulk_run_stations')
      .select('result')
      .where('run_id', '=', id)
      .orderBy('position')
      .execute()
    expect(ended).toEqual({ result: 'unknown' })
    await rows.set({ result: 'sent' }).where('station_id', '=', inFlight.made.id).execute()
    await rows.set({ result: 'waiting' }).where('station_id', '=', waits.id).execute()

    const after = await World.open({ ...database }, undefined, env)
    await after.until('the first has an unknown end', async () => (await results(after))[0] === 'unknown')
    await after.until('the second is waited for', async () => (await results(after))[1] === 'away')
    await after.simulateAs(waits, 'ocpp1.6')
    await after.until('the second has it', async () => (await results(after))[1] === 'accepted')
    await after.until(
      'it has finished',
      async () => (await after.get<BulkRun>(`bulk-commands/${id}`)).finished_at !== null,
    )
    for (const stationId of [inFlight.made.id, waits.id])
      await after.until('it was sent once', async () => (await calls(after, stationId, 'ClearCache')) === 1)
    await after.close()
  })
})
