import { get } from 'node:https'
import type { StationTaskAnswer, StationTaskBody, StationTaskState } from '@stationmaster/contract'
import { connectStation } from '@stationmaster/ocpp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases, twoVersions } from '../../../platform/general/testing.ts'
import { certifiedStation, tlsRoot, tlsSettings } from '../../world/tls-for-stories.ts'
import { World } from '../../world/world.ts'

describe.each(openTestDatabases())('the security of stations ($name)', ({ open }) => {
  const tls = tlsSettings(0)
  let world: World
  beforeAll(async () => {
    world = await World.open(await open(), undefined, { OCPP_CALL_TIMEOUT_SECONDS: '4', ...tls.env })
  })
  afterAll(async () => {
    await world?.close()
    tls.remove()
  })

  const run = (id: string, body: StationTaskBody) =>
    world.post<StationTaskAnswer>(`stations/${id}/tasks`, body)
  const security = async (id: string) => (await world.get<StationTaskState>(`stations/${id}/tasks`)).security
  const handler = { onCommand: () => ({ status: 'Accepted' }), onClose: () => {} }
  const signIn = async (id: string, password: string) => {
    const url = `${world.server.url.replace('http', 'ws')}/ocpp`
    const link = await connectStation({ url, stationId: id, protocol: 'ocpp1.6', password, handler })
    await link.close()
  }

  describe.each(twoVersions)('of %s', (protocol) => {
    test('a new password is set, used, and then the only one', async () => {
      const station = await world.simulate(protocol)
      const { id, password } = station.made
      expect(await security(id)).toMatchObject({ profile: 1, new_password_since: null })
      expect(await run(id, { task: 'renew_password' })).toMatchObject({ accepted: true, status: 'Accepted' })
      await world.until('it has signed in with it', async () => {
        return (await security(id)).new_password_since === null && station.online
      })
      await expect(signIn(id, password)).rejects.toMatchObject({ status: 401 })
      const frames = () =>
        world.db
          .selectFrom('frames')
          .select('frame')
          .where('station_id', '=', id)
          .where('action', 'in', ['ChangeConfiguration', 'SetVariables'])
          .where('message_type', '=', 2)
          .execute()
      await world.until('the journal has it', async () => (await frames()).length > 0)
      expect((await frames())[0]!.frame).toContain('"***"')
    })

    test('generated passwords are within the bounds of the station', async () => {
      const station = await world.simulate(protocol)
      const { id, password } = station.made
      const set = (value: string) =>
        run(id, {
          task: 'configure',
          value,
          ...(protocol === 'ocpp1.6'
            ? { name: 'AuthorizationKey' }
            : { component: 'SecurityCtrlr', name: 'BasicAuthPassword' }),
        })
      const [least, most] = protocol === 'ocpp1.6' ? [16, 20] : [16, 40]
      for (const length of [least - 1, most + 1]) {
        expect(await set('x'.repeat(length))).toMatchObject({ accepted: false, status: 'Rejected' })
      }
      const { password: later } = await world.post<{ password: string }>(`stations/${id}/password`)
      for (const value of ['x'.repeat(least), 'x'.repeat(most), password, later]) {
        expect(await set(value)).toMatchObject({ accepted: true })
      }
      await station.reboot({ hard: true })
      expect(station.online).toBe(true)
    })

    test('the old password is valid while it is unknown whether the station has stored the new one', async () => {
      const station = await world.simulate(protocol)
      const { id, password } = station.made
      station.misbehave('silent')
      await expect(run(id, { task: 'renew_password' })).rejects.toThrow('station.timeout')
      expect((await security(id)).new_password_since).not.toBeNull()
      await station.reboot({ hard: true })
      expect((await security(id)).new_password_since).not.toBeNull()
      station.misbehave('refusing')
      await run(id, { task: 'renew_password' }).catch(() => {})
      await signIn(id, password)
    })

    test('a password that is refused leaves everything as it was', async () => {
      const station = await world.simulate(protocol)
      const { id } = station.made
      station.misbehave({ code: 'NotSupported', text: '' })
      await expect(run(id, { task: 'renew_password' })).rejects.toThrow('station.call_error')
      expect((await security(id)).new_password_since).toBeNull()
    })

    test('a station is switched to TLS once it can verify the certificate', async () => {
      const url = world.server.secureUrl!
      const station = await world.simulate(protocol, { secureUrl: url })
      const { id } = station.made
      expect((await security(id)).secure_url).toBe(url)
      const raise = () => run(id, { task: 'raise_profile', profile: 2, url })
      expect(await raise()).toMatchObject({ accepted: false })
      await run(id, { task: 'install_certificate', use: 'central_system', certificate: tlsRoot })
      expect(await raise()).toMatchObject({ accepted: true })
      await world.until(
        'it is back over TLS',
        async () => (await security(id)).profile === 2 && station.online,
      )
      await expect(signIn(id, station.made.password)).rejects.toMatchObject({ status: 401 })
      const refusals = () =>
        world.db.selectFrom('refused_handshakes').select('reason').where('station_id', '=', id).execute()
      await world.until('the refusal is written down', async () => (await refusals()).length > 0)
      expect(await refusals()).toEqual([{ reason: 'lower_profile' }])
      await world.addCard(`TLS-${protocol}`)
      await station.charge({ token: `TLS-${protocol}`, energyWh: 1_000 })
      expect(await run(id, { task: 'renew_password' })).toMatchObject({ accepted: true })
      await world.until('it has signed in over TLS with a new password', async () => {
        return (await security(id)).new_password_since === null && station.online
      })
      const { password } = await world.post<{ password: string }>(`stations/${id}/password`)
      await signIn(id, password)
      expect((await security(id)).profile).toBe(1)
    })

    test('a station that cannot connect after a switch returns to its old settings', async () => {
      const nowhere = 'wss://127.0.0.1:9/ocpp'
      const station = await world.simulate(protocol, { secureUrl: nowhere, tls: { ca: [tlsRoot] } })
      const { id } = station.made
      expect(await run(id, { task: 'raise_profile', profile: 2, url: nowhere })).toMatchObject({
        accepted: true,
      })
      await station.waitFor('offline')
      await station.waitFor('accepted')
      expect((await security(id)).profile).toBe(1)
    })
  })

  test('a certificate is valid only for the station that it names', async () => {
    const { id, cert, key } = certifiedStation
    await world.addStationAs(id)
    const other = await world.addStation()
    const connect = (stationId: string, own: { cert?: string; key?: string }, password?: string) =>
      connectStation({
        url: world.server.secureUrl!,
        stationId,
        protocol: 'ocpp2.0.1',
        tls: { ca: [tlsRoot], ...own },
        ...(password === undefined ? {} : { password }),
        handler,
      })
    const link = await connect(id, { cert, key })
    await world.until('it is known', async () => (await security(id)).profile === 3)
    await link.close()
    await expect(connect(id, {})).rejects.toMatchObject({ status: 401 })
    await expect(connect(other.id, { cert, key }, other.password)).rejects.toMatchObject({ status: 401 })
    const refusals = () =>
      world.db.selectFrom('refused_handshakes').select('reason').where('station_id', '=', other.id).execute()
    await world.until('the refusal is written down', async () => (await refusals()).length > 0)
    expect(await refusals()).toEqual([{ reason: 'wrong_certificate' }])
  })

  test('the TLS port serves only stations', async () => {
    const page = await askOverTls(world.server.secureUrl!)
    expect(page).toBe(404)
  })
})

/** The status that a plain request over TLS is answered with. */
const askOverTls = (url: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(url.replace('wss:', 'https:'), { ca: tlsRoot }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).once('error', reject)
  })
