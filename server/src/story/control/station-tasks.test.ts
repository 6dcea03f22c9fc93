import type {
  Controllers,
  StationTaskAnswer,
  StationTaskBody,
  StationTaskState,
} from '@stationmaster/contract'
import { protocols } from '@stationmaster/ocpp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { World } from '../world/world.ts'
import { aScene } from './command-stage.ts'
import { type FileHost, openFileHost, rootCertificate } from './commands/index.ts'

describe.each(openTestDatabases())('work for stations ($name)', ({ open }) => {
  let world: World
  let host: FileHost
  beforeAll(async () => {
    world = await World.open(await open())
    host = await openFileHost()
  })
  afterAll(async () => {
    host?.close()
    await world?.close()
  })

  const run = (id: string, body: StationTaskBody) =>
    world.post<StationTaskAnswer>(`stations/${id}/tasks`, body)
  const state = (id: string) => world.get<StationTaskState>(`stations/${id}/tasks`)

  describe.each(protocols)('%s', (protocol) => {
    const scened = async () => aScene(world, host, await world.simulate(protocol))
    const configured = (name: string, value: string): StationTaskBody => {
      const components: Record<string, [string, string]> = {
        ConnectionTimeOut: ['TxCtrlr', 'EVConnectionTimeOut'],
        WebSocketPingInterval: ['OCPPCommCtrlr', 'WebSocketPingInterval'],
        NumberOfConnectors: ['ChargingStation', 'ConnectorCount'],
        AuthorizationKey: ['SecurityCtrlr', 'BasicAuthPassword'],
      }
      const [component, variable] = components[name]!
      return protocol === 'ocpp1.6'
        ? { task: 'configure', name, value }
        : { task: 'configure', component, name: variable, value }
    }

    test('a log is brought to an address that is good once, split into lines and downloaded', async () => {
      const { id } = await scened()
      expect(await run(id, { task: 'log', kind: 'diagnostics' })).toMatchObject({ accepted: true })
      await world.until('it has come', async () => (await state(id)).uploads[0]?.status === 'Uploaded')
      const [upload] = (await state(id)).uploads
      expect(upload).toMatchObject({ kind: 'diagnostics', open: false, size: expect.any(Number) })
      expect(upload!.file_name).toContain(id)
      const lines = await world.get<{ source: string; text: string }[]>(`ocpp-messages/${id}/controller`)
      expect(lines.some(({ source, text }) => source === 'upload' && text.includes('AutoEnterprise'))).toBe(
        true,
      )
      const { url } = await world.post<{ url: string }>(`stations/${id}/uploads/${upload!.id}/download`)
      const file = await fetch(world.server.url + url)
      expect(await file.text()).toContain('AutoEnterprise')
      // The call with the address reaches the journal behind the traffic.
      let address: string | undefined
      await world.until('the journal tells the address', async () => {
        const rows = await world.db
          .selectFrom('frames')
          .select('frame')
          .where('station_id', '=', id)
          .execute()
        address = /http:[^"]+\/api\/v1\/uploads\/[^"]+/.exec(rows.map(({ frame }) => frame).join())?.[0]
        return address !== undefined
      })
      const again = await fetch(address!, { method: 'POST', body: 'more' })
      expect([again.status, await again.json()]).toMatchObject([410, { code: 'upload.expired' }])
    })

    test('a firmware update tells its steps, and the version after it', async () => {
      const { id } = await scened()
      await run(id, { task: 'firmware', location: `${host.url}/fw-7.0.1.bin` })
      const words = async () => (await state(id)).firmware?.steps.map(({ status }) => status)
      await world.until('it is installed', async () => (await words())?.at(-1) === 'Installed')
      expect(await words()).toEqual([
        'Downloading',
        'Downloaded',
        'Installing',
        ...(protocol === 'ocpp1.6' ? [] : ['InstallRebooting']),
        'Installed',
      ])
      const outcomes = async () => (await state(id)).firmware?.steps.map(({ outcome }) => outcome)
      expect(new Set((await outcomes())?.slice(0, -1))).toEqual(new Set(['under_way']))
      expect((await outcomes())?.at(-1)).toBe('done')
      expect((await state(id)).firmware).toMatchObject({ version_before: '1.4.2', version_now: '7.0.1' })
      await run(id, { task: 'firmware', location: 'http://127.0.0.1:9/fw.bin' })
      await world.until('it fails', async () => (await words())?.at(-1) === 'DownloadFailed')
      expect((await outcomes())?.at(-1)).toBe('failed')
    })

    test('signed firmware is checked before it is installed', async () => {
      const { id } = await scened()
      const firmware = (certificate: string): StationTaskBody => ({
        task: 'firmware',
        location: `${host.url}/fw-7.0.2.bin`,
        signed: { certificate, signature: 'c2lnbmF0dXJl' },
      })
      const unread = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'
      expect(await run(id, firmware(unread))).toMatchObject({ accepted: false, status: 'InvalidCertificate' })
      expect(await run(id, firmware(rootCertificate))).toMatchObject({ accepted: true })
      const words = async () => (await state(id)).firmware?.steps.map(({ status }) => status)
      await world.until('it is installed', async () => (await words())?.at(-1) === 'Installed')
      expect(await words()).toContain('SignatureVerified')
    })

    test('a restart at once ends the session that runs', async () => {
      const scene = await scened()
      await scene.charging()
      expect(await run(scene.id, { task: 'hard_reset' })).toMatchObject({ accepted: true })
      const last = async () => (await world.ordersOf(scene.id)).at(-1)!
      await world.until('the session is over', async () => (await last()).status === 'completed')
      const { stop_reason } = await world.order((await last()).id)
      expect(stop_reason).toBe(protocol === 'ocpp1.6' ? 'HardReset' : 'ImmediateReset')
    })

    test('a limit rules the power and the schedule until it is cleared', async () => {
      const scene = await scened()
      const { id } = scene
      await scene.charging()
      const before = scene.powerW
      expect(before).toBeGreaterThan(12_000)
      expect(
        await run(id, { task: 'limit', evse: 1, unit: 'W', limit: 8_000, duration_minutes: 30 }),
      ).toMatchObject({ accepted: true, status: 'Accepted' })
      expect(scene.powerW).toBeLessThanOrEqual(8_000)
      const { schedule } = await run(id, { task: 'schedule', evse: 1, unit: 'W', hours: 1 })
      expect(schedule?.steps.map(({ limit }) => limit)).toEqual([8_000, 150_000])
      expect((await state(id)).limits).toMatchObject([{ profile_id: 1001, evse: 1, unit: 'W', limit: 8_000 }])
      await run(id, { task: 'limit', unit: 'A', limit: 10 })
      expect(scene.powerW).toBeLessThanOrEqual(4_400)
      expect((await state(id)).charging).toEqual([1])
      await run(id, { task: 'clear_limit', profile_id: 1000 })
      expect(scene.powerW).toBeGreaterThan(5_000)
      await run(id, { task: 'limit', unit: 'A', limit: 10 })
      expect(await run(id, { task: 'clear_limits' })).toMatchObject({ accepted: true })
      expect(scene.powerW).toBeGreaterThan(8_000)
      expect((await state(id)).limits).toEqual([])
    })

    test('the list of cards is sent whole, then only what has changed', async () => {
      const { id, station } = await scened()
      await world.addCard(`LIST-A-${protocol}`)
      expect(await run(id, { task: 'send_list', full: true })).toMatchObject({ list_version: 1 })
      await world.addCard(`LIST-B-${protocol}`)
      expect(await run(id, { task: 'send_list', full: false })).toMatchObject({
        accepted: true,
        list_version: 2,
      })
      expect(await run(id, { task: 'list_version' })).toMatchObject({ list_version: 2 })
      expect((await state(id)).local_list).toMatchObject({ version: 2, entries: expect.any(Number) })
      await station.goOffline()
      await station.plugIn()
      expect(await station.tap(1, `LIST-B-${protocol}`.toUpperCase())).toBe('offline')
    })

    test('certificates are installed, listed and deleted', async () => {
      const { id } = await scened()
      const use = 'central_system'
      expect(await run(id, { task: 'certificates', use })).toMatchObject({
        status: 'NotFound',
        certificates: [],
      })
      await run(id, { task: 'install_certificate', use, certificate: rootCertificate })
      const { certificates } = await run(id, { task: 'certificates', use })
      expect(certificates).toHaveLength(1)
      const deleted = await run(id, { task: 'delete_certificate', hashes: certificates![0]! })
      expect(deleted).toMatchObject({ accepted: true })
      expect((await run(id, { task: 'certificates', use })).certificates).toEqual([])
    })

    test('a setting is changed, waits for a reboot or is refused, in the station own words', async () => {
      const { id } = await scened()
      expect(await run(id, configured('ConnectionTimeOut', '91'))).toMatchObject({ status: 'Accepted' })
      expect(await run(id, configured('WebSocketPingInterval', '15'))).toMatchObject({
        accepted: true,
        status: 'RebootRequired',
      })
      expect(await run(id, configured('NumberOfConnectors', '9'))).toMatchObject({
        accepted: false,
        status: 'Rejected',
      })
      await world.post(`stations/${id}/configuration/refresh`)
      const value = async () =>
        (await world.get<Controllers>(`stations/${id}/controllers`)).technical?.configuration?.settings.find(
          ({ name }) => name === 'ConnectionTimeOut' || name === 'EVConnectionTimeOut',
        )?.value
      await world.until('it reads back', async () => (await value()) === '91')
      await run(id, configured('AuthorizationKey', 'very-secret-password'))
      const kept = await world.db
        .selectFrom('audit_log')
        .select('after')
        .where('subject_id', '=', id)
        .where('action', '=', 'station.configure')
        .execute()
      expect(kept).toHaveLength(4)
      expect(JSON.stringify(kept)).not.toContain('very-secret')
    })

    test('a reservation is made, seen and called off', async () => {
      const scene = await scened()
      const { id } = scene
      expect(await run(id, { task: 'reserve', evse: 1, token: 'ANNA', minutes: 10 })).toMatchObject({
        accepted: true,
      })
      await scene.untilStatus('Reserved')
      const [reservation] = (await state(id)).reservations
      expect(reservation).toMatchObject({ evse: 1, token: 'ANNA' })
      await run(id, { task: 'cancel_reservation', reservation_id: reservation!.id })
      expect((await state(id)).reservations).toEqual([])
      expect(scene.station.connectorView().state).not.toBe('Charging')
    })

    test('a trigger makes the station send its message; an unknown EVSE and a station that is not connected are errors', async () => {
      const scene = await scened()
      const { id } = scene
      await run(id, { task: 'trigger', message: 'Heartbeat' })
      await scene.heard('Heartbeat')
      await expect(run(id, { task: 'unlock', evse: 9 })).rejects.toThrow('station.no_such_evse')
      await scene.station.goOffline()
      await world.untilOffline(id)
      await expect(run(id, { task: 'clear_cache' })).rejects.toThrow('station.offline')
      expect((await state(id)).online).toBe(false)
    })
  })

  test('an address that nobody was given, or that is too old, takes nothing', async () => {
    const forged = await fetch(`${world.server.url}/api/v1/uploads/1.forged/x.log`, {
      method: 'PUT',
      body: 'x',
    })
    expect(forged.status).toBe(410)
    const { made } = await world.simulate('ocpp2.0.1')
    await expect(run(made.id, { task: 'firmware', location: 'file:///etc/passwd' })).rejects.toThrow('400')
  })
})
