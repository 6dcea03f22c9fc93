import { X509Certificate } from 'node:crypto'
import type { CarCertificate, PlugAndChargeRoot } from '@stationmaster/contract'
import type { Protocol } from '@stationmaster/ocpp'
import type { VirtualStation } from '@stationmaster/simulator'
import { Authority, drawKeys, type SandboxPki, signingRequest } from '@stationmaster/simulator/pki'
import { DAY_MS, writing } from '@stationmaster/units'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { questionOf } from '../../../slices/control/plug-and-charge/checking/ocsp.ts'
import { openProvider } from '../../../slices/control/plug-and-charge/providers/provider.ts'
import { signedChain } from '../../../slices/control/plug-and-charge/providers/signed-chain.ts'
import { readOutbox } from '../../world/outbox.ts'
import type { World } from '../../world/world.ts'
import { openTrialWorld } from './trial-world.ts'

let world: World
let pki: SandboxPki
beforeAll(async () => {
  ;({ world, pki } = await openTrialWorld())
})
afterAll(async () => {
  await world?.close()
  await pki?.close()
})

const request = (id: string, part: 2 | 20) =>
  world.post<{ accepted: boolean; status: string }>(`stations/${id}/tasks`, {
    task: 'request_certificate',
    for_cars: true,
    part,
  })
const shownBy = async (id: string) =>
  (await world.get<CarCertificate[]>('plug-and-charge/stations')).filter(
    ({ station_id }) => station_id === id,
  )
const taken = (id: string, parts: number[]) =>
  world.until('the station has taken what was signed', async () => {
    const shown = await shownBy(id)
    return (
      shown.length === parts.length &&
      shown.every(({ part, status }) => parts.includes(part) && status === 'Accepted')
    )
  })

/** What a station shows to cars ends at the trial's V2G root. */
function endsAtRoot(station: VirtualStation, part: 2 | 20): X509Certificate {
  const pems = station.shownToCars(part)!.split(/(?=-----BEGIN)/)
  const chain = pems.map((pem) => new X509Certificate(pem))
  expect(chain).toHaveLength(3)
  for (const [index, one] of chain.entries()) {
    const issuer = chain[index + 1] ?? pki.v2gRoot.certificate
    expect(one.checkIssued(issuer) && one.verify(issuer.publicKey)).toBe(true)
  }
  return chain[0]!
}

test.each([
  'ocpp2.0.1',
  'ocpp2.1',
] as const)('a station of %s has its certificate for cars signed, sees it end and has it renewed', async (protocol: Protocol) => {
  const station = await world.simulate(protocol)
  const { id } = station
  expect(await request(id, 2)).toMatchObject({ accepted: true })
  await taken(id, [2])
  const first = endsAtRoot(station, 2)
  expect(first.subject).toBe(`CN=${id}`)

  // it ends in two months: the administrators are mailed a week before
  await world.forward(54 * DAY_MS)
  await world.server.certificates.warn()
  const [{ number }] = (await shownBy(id)) as [CarCertificate]
  await world.until('the mail is out', () =>
    readOutbox(world.dataDir).some(({ text }) => text.includes(writing.stationNumber(number))),
  )
  await world.forward(7 * DAY_MS)
  const [over] = await shownBy(id)
  expect(Date.parse(over!.not_after)).toBeLessThan(world.clock.now().getTime())

  expect(await request(id, 2)).toMatchObject({ accepted: true })
  await world.until('it has a new one', async () => {
    const [shown] = await shownBy(id)
    return shown!.status === 'Accepted' && Date.parse(shown!.not_after) > world.clock.now().getTime()
  })
  const next = endsAtRoot(station, 2)
  expect(next.serialNumber).not.toBe(first.serialNumber)
  expect(Date.parse(next.validTo)).toBeGreaterThan(world.clock.now().getTime())
})

test('certificates of ISO 15118-20 are for stations of 2.1, which show both; 2.0.1 has no word for them', async () => {
  const station = await world.simulate('ocpp2.1')
  expect(await request(station.id, 2)).toMatchObject({ accepted: true })
  expect(await request(station.id, 20)).toMatchObject({ accepted: true })
  await taken(station.id, [2, 20])
  expect(endsAtRoot(station, 20).serialNumber).not.toBe(endsAtRoot(station, 2).serialNumber)

  const older = await world.simulate('ocpp2.0.1')
  await expect(request(older.id, 20)).rejects.toThrow('ocpp2.0.1 has no certificates of ISO 15118-20')
  await expect(
    older.link.call('SignCertificate', { csr: 'any', certificateType: 'V2G20Certificate' }),
  ).rejects.toThrow(/certificateType/)
  expect(await shownBy(older.id)).toEqual([])
})

test('a station that names the root at which its certificate is to end gets one from there, or none', async () => {
  const [at, until] = [world.clock.now(), new Date(world.clock.now().getTime() + 900 * DAY_MS)]
  const foreign = Authority.root('Another V2G Root', at, until).certificate
  const own = pki.v2gRoot.certificate
  const { publicKey, privateKey } = drawKeys()
  const station = await world.simulate('ocpp2.1')
  const ask = async (root: X509Certificate, requestId: number) => {
    const { responderUrl: _, ...hashRootCertificate } = questionOf(root, root, '')
    return station.link.call('SignCertificate', {
      csr: signingRequest(station.id, publicKey, privateKey),
      certificateType: 'V2G20Certificate',
      requestId,
      hashRootCertificate,
    })
  }
  // it is none of ours yet
  expect(await ask(own, 1)).toEqual({ status: 'Rejected' })
  await world.post<PlugAndChargeRoot[]>('plug-and-charge/roots', { kind: 'v2g', pem: own.toString() })
  expect(await ask(own, 2)).toEqual({ status: 'Accepted' })
  await world.until('it is signed', async () => (await shownBy(station.id)).length === 1)
  // one whose chain would end elsewhere is not used
  const provider = openProvider({ url: pki.url, token: null })
  const csr = signingRequest(station.id, publicKey, privateKey)
  const [signed, authorities] = await Promise.all([provider.enroll(csr), provider.authorities()])
  expect(() => signedChain(csr, { signed, authorities }, foreign)).toThrow('does not end at the root')
  expect(signedChain(csr, { signed, authorities }, own).chain).toContain('BEGIN CERTIFICATE')
})
