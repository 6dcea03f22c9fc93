import type { VirtualStation } from '@stationmaster/simulator'
import { type Contract, SandboxPki } from '@stationmaster/simulator/pki'
import { HOUR_MS } from '@stationmaster/units'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { questionOf, responderOf } from '../../../slices/control/plug-and-charge/checking/ocsp.ts'
import { World } from '../../world/world.ts'

type Link = Record<string, unknown>

let world: World
let pki: SandboxPki
beforeAll(async () => {
  const database = await openTestDatabase()
  // the trial's clock is the world's, which begins with it
  let now = () => new Date()
  pki = await SandboxPki.open({ now: () => now() })
  world = await World.open(database)
  now = () => world.clock.now()
})
afterAll(async () => {
  await world?.close()
  await pki?.close()
})

/** A contract's chain as a station names it, each certificate with its responder. */
const linksOf = ({ chain }: Contract): Link[] =>
  chain.map((one, index) => {
    const { responderUrl, ...certificateHashData } = questionOf(
      one,
      chain[index + 1] ?? pki.moRoot.certificate,
      responderOf(one) ?? '',
    )
    return { certificateHashData, source: 'OCSP', urls: [responderUrl] }
  })

interface State {
  status: string
  nextUpdate: string
  source: string
  certificateHashData: unknown
}

async function ask({ link }: VirtualStation, certificateStatusRequests: Link[]): Promise<State[]> {
  const answer = await link.call('GetCertificateChainStatus', { certificateStatusRequests })
  return answer.certificateStatus as State[]
}
const words = (states: State[]) => states.map(({ status }) => status)

test('a station asks how a chain stands: each certificate has its own state, and what is known is kept', async () => {
  const station = await world.simulate('ocpp2.1')
  const links = linksOf(pki.contract('DE8AACCHAIN001'))
  const states = await ask(station, links)
  expect(words(states)).toEqual(['Good', 'Good', 'Good'])
  expect(states.map(({ certificateHashData }) => certificateHashData)).toEqual(
    links.map(({ certificateHashData }) => certificateHashData),
  )
  // the responder's own next update
  for (const { nextUpdate } of states) {
    const aheadMs = Date.parse(nextUpdate) - world.clock.now().getTime()
    expect(aheadMs).toBeGreaterThan(HOUR_MS - 120_000)
    expect(aheadMs).toBeLessThanOrEqual(HOUR_MS)
  }
  const before = pki.calls.length
  expect(words(await ask(station, links))).toEqual(['Good', 'Good', 'Good'])
  // the same question by the older message is known, too
  const { certificateHashData, urls } = links[0] as { certificateHashData: Link; urls: string[] }
  const ocspRequestData = { ...certificateHashData, responderURL: urls[0] }
  expect(await station.link.call('GetCertificateStatus', { ocspRequestData })).toMatchObject({
    status: 'Accepted',
  })
  expect(pki.calls.length).toBe(before)
})

test('what cannot be known of one certificate takes nothing from the others', async () => {
  const station = await world.simulate('ocpp2.1')
  const contract = pki.contract('DE8AACCHAIN002')
  pki.revoke(contract)
  const [own, issuer, above] = linksOf(contract)
  const stranger = { ...(own!.certificateHashData as Link), serialNumber: '4711' }
  const closed = 'http://127.0.0.1:1/ocsp'
  expect(
    words(
      await ask(station, [
        own!,
        { ...own, certificateHashData: stranger },
        { ...issuer, urls: [closed, ...(issuer!.urls as string[])] },
        { ...above, urls: [closed, 'not an address'] },
      ]),
    ),
  ).toEqual(['Revoked', 'Unknown', 'Good', 'Failed'])
  const [crl, unsound] = await ask(station, [
    { ...own, source: 'CRL' },
    { ...own, certificateHashData: { ...stranger, issuerKeyHash: 'no hash' } },
  ])
  expect([crl!.status, crl!.source, unsound!.status]).toEqual(['Failed', 'CRL', 'Failed'])
})

test('a responder that is down counts as failed, and asked again after half a minute', async () => {
  const station = await world.simulate('ocpp2.1')
  const links = linksOf(pki.contract('DE8AACCHAIN003'))
  pki.fault = 'forged'
  // what was said of its authorities before is still known
  expect(words(await ask(station, links))).toEqual(['Failed', 'Good', 'Good'])
  pki.fault = null
  expect(words(await ask(station, links))).toEqual(['Failed', 'Good', 'Good'])
  world.clock.forward(31_000)
  expect(words(await ask(station, links))).toEqual(['Good', 'Good', 'Good'])
})

test('nobody is called where nobody may be called', async () => {
  const closed = await World.open(await openTestDatabase(), undefined, { OUTGOING_PRIVATE_NETWORKS: 'none' })
  try {
    const station = await closed.simulate('ocpp2.1')
    const before = pki.calls.length
    const [own, ...rest] = linksOf(pki.contract('DE8AACCHAIN004'))
    const metadata = { ...own, urls: ['http://169.254.169.254/latest/meta-data', 'file:///etc/passwd'] }
    expect(words(await ask(station, [metadata, ...rest]))).toEqual(['Failed', 'Failed', 'Failed'])
    expect(pki.calls.length).toBe(before)
  } finally {
    await closed.close()
  }
})
