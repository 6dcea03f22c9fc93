import { X509Certificate } from 'node:crypto'
import type { StationTaskAnswer, StationTaskBody, StationTaskState } from '@stationmaster/contract'
import { type CommandReply, connectStation, type ReceivedCommand } from '@stationmaster/ocpp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, openTestDatabases, twoVersions } from '../../../platform/general/testing.ts'
import { requestFor, rsa } from '../../world/certificate-request.ts'
import { certifiedStation, stationsRoot, tlsRoot, tlsSettings } from '../../world/tls-for-stories.ts'
import { type StoryStation, World } from '../../world/world.ts'

describe.each(openTestDatabases())('certificates of stations ($name)', ({ open }) => {
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
  const url = () => `${world.server.url.replace('http', 'ws')}/ocpp`

  /** Asks for a certificate as a station does; resolves with what was signed, or null where it was refused. */
  async function ask({ id, password }: StoryStation, request: string): Promise<string | null> {
    let take = (_chain: string) => {}
    const signed = new Promise<string>((resolve) => {
      take = resolve
    })
    const onCommand = (command: ReceivedCommand): CommandReply => {
      if (command.type === 'raw' && command.action === 'CertificateSigned')
        take(String(command.payload.certificateChain))
      return { status: 'Accepted' }
    }
    const handler = { onCommand, onClose: () => {} }
    const link = await connectStation({ url: url(), stationId: id, protocol: 'ocpp2.0.1', password, handler })
    const reply = await link.report({ type: 'certificate.requested', request, forCars: null })
    const chain = reply.type === 'signing' && reply.accepted ? await signed : null
    await link.close()
    return chain
  }

  const handler = { onCommand: () => ({ status: 'Accepted' }), onClose: () => {} }
  const refusals = async (id: string) =>
    (
      await world.db
        .selectFrom('controller_logs')
        .select('text')
        .where('station_id', '=', id)
        .where('source', '=', 'security')
        .execute()
    ).map(({ text }) => text)

  test.each(
    twoVersions,
  )('a station of %s reaches profile 3 with a requested certificate', async (protocol) => {
    const secureUrl = world.server.secureUrl!
    const station = await world.simulate(protocol, { secureUrl })
    const { id } = station.made
    const raise = (profile: 2 | 3) => run(id, { task: 'raise_profile', profile, url: secureUrl })
    const reached = (profile: number) =>
      world.until(`it is back with profile ${profile}`, async () => {
        return (await security(id)).profile === profile && station.online
      })
    await run(id, { task: 'install_certificate', use: 'central_system', certificate: tlsRoot })
    expect(await raise(2)).toMatchObject({ accepted: true })
    await reached(2)
    expect(await security(id)).toMatchObject({ signs: true, certificate: null })
    expect(await raise(3)).toMatchObject({ accepted: false })

    expect(await run(id, { task: 'request_certificate' })).toMatchObject({ accepted: true })
    await world.until('it has its certificate', async () => {
      return (await security(id)).certificate?.status === 'Accepted'
    })
    const { certificate } = await security(id)
    const days = (Date.parse(certificate!.not_after) - Date.parse(certificate!.issued_at)) / 86_400_000
    expect(Math.round(days)).toBe(365)
    expect(await raise(3)).toMatchObject({ accepted: true })
    await reached(3)
    await world.addCard(`CERT-${protocol}`)
    await station.charge({ token: `CERT-${protocol}`, energyWh: 1_000 })
    const audited = await world.db
      .selectFrom('audit_log')
      .select('after')
      .where('subject_id', '=', id)
      .where('action', '=', 'station.sign_certificate')
      .execute()
    expect(audited).toMatchObject([{ after: { serial: certificate!.serial } }])
  })

  test('the signed certificate names the station, and no other station can connect with it', async () => {
    const [station, other] = [await world.addStation(), await world.addStation()]
    const { request, key } = await requestFor(`CN=${station.id}, O=Harbour Ltd`)
    const cert = (await ask(station, request.toString('pem')))!
    const read = new X509Certificate(cert)
    expect(read.subject).toBe(`CN=${station.id}\nO=Harbour Ltd`)
    expect(read.checkIssued(new X509Certificate(stationsRoot))).toBe(true)
    expect(read.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2'])
    const connect = (stationId: string, password?: string) =>
      connectStation({
        url: world.server.secureUrl!,
        stationId,
        protocol: 'ocpp1.6',
        tls: { ca: [tlsRoot], cert, key },
        ...(password === undefined ? {} : { password }),
        handler,
      })
    await (await connect(station.id)).close()
    expect((await security(station.id)).profile).toBe(3)
    const withPassword = { url: world.server.secureUrl!, tls: { ca: [tlsRoot] }, password: station.password }
    await expect(
      connectStation({ ...withPassword, stationId: station.id, protocol: 'ocpp1.6', handler }),
    ).rejects.toMatchObject({ status: 401 })
    await expect(connect(other.id, other.password)).rejects.toMatchObject({ status: 401 })
  })

  test('a station refuses a certificate for a key that it did not create', async () => {
    const made = await world.addStationAs(certifiedStation.id)
    await world.simulateAs(made, 'ocpp2.0.1')
    const { id } = made
    await run(id, { task: 'request_certificate' })
    await world.until('it has its own', async () => (await security(id)).certificate?.status === 'Accepted')
    const payload = { certificateChain: certifiedStation.cert }
    const link = world.server.stations.commands.links.get(id)!
    expect(await link.command({ type: 'raw', action: 'CertificateSigned', payload })).toMatchObject({
      status: 'Rejected',
    })
    await world.until('it tells so', async () => {
      return (await refusals(id)).includes('InvalidChargingStationCertificate')
    })
  })

  test('a request with the serial number that the station reported is signed for its id', async () => {
    const station = await world.addStation()
    const set = world.db.updateTable('stations').set({ serial_number: 'SN-4711' })
    await set.where('id', '=', station.id).execute()
    const { request } = await requestFor('CN=SN-4711', rsa(2048))
    expect(new X509Certificate((await ask(station, request.toString('pem')))!).subject).toBe(
      `CN=${station.id}`,
    )
  })

  test.each([
    ['another name', 'common name', (id: string) => requestFor(`CN=${id}0`)],
    ['two names', 'common name', (id: string) => requestFor(`CN=${id}, CN=OTHER`)],
    ['a weak key', 'too weak', (id: string) => requestFor(`CN=${id}`, rsa(1024))],
  ])('a request with %s is refused, and the refusal is recorded', async (_what, reason, make) => {
    const station = await world.addStation()
    const { request } = await make(station.id)
    expect(await ask(station, request.toString('pem'))).toBeNull()
    expect(await refusals(station.id)).toEqual([expect.stringContaining(reason)])
    expect((await security(station.id)).certificate).toBeNull()
  })

  test('a request that is not signed by its own key, or cannot be read, is refused', async () => {
    const station = await world.addStation()
    const { request } = await requestFor(`CN=${station.id}`)
    const der = Buffer.from(request.rawData)
    // within the name, which the signature covers: the last letter of the id
    const at = der.indexOf(station.id) + station.id.length - 1
    der[at] = der[at] === 48 ? 49 : 48
    const pem = `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END CERTIFICATE REQUEST-----`
    expect(await ask(station, pem)).toBeNull()
    expect(await ask(station, 'nothing')).toBeNull()
    expect(await refusals(station.id)).toEqual([
      expect.stringContaining('its signature'),
      expect.stringContaining('cannot be read'),
    ])
  })
})

test('without a signing key of the server, a request is refused', async () => {
  const world = await World.open(await openTestDatabase())
  const station = await world.simulate('ocpp1.6')
  const { id } = station.made
  await world.post(`stations/${id}/tasks`, { task: 'request_certificate' })
  await world.until('the refusal is recorded', async () => {
    const rows = await world.db
      .selectFrom('controller_logs')
      .select('text')
      .where('station_id', '=', id)
      .execute()
    return rows.some(({ text }) => text.includes('no authority stands behind this server'))
  })
  expect((await world.get<StationTaskState>(`stations/${id}/tasks`)).security).toMatchObject({
    signs: false,
    certificate: null,
  })
  await world.close()
})
