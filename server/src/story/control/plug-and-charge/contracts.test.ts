import type { PlugAndChargeRoot } from '@stationmaster/contract'
import type { VirtualStation } from '@stationmaster/simulator'
import {
  type Contract,
  installationRequest,
  installedContract,
  pemOf,
  SandboxPki,
} from '@stationmaster/simulator/pki'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, openTestDatabases } from '../../../platform/general/testing.ts'
import { questionOf, responderOf } from '../../../slices/control/plug-and-charge/checking/ocsp.ts'
import { World } from '../../world/world.ts'

type Payload = Record<string, unknown>

/** What a station says of a car that pays by its contract. */
const contractTalk = ({ link }: VirtualStation, now: () => Date) => {
  const tokenOf = (contract: string) => ({ idToken: contract, type: 'eMAID' })
  const event = (eventType: string, transactionId: string, contract: string, more: Payload) =>
    link.call('TransactionEvent', {
      eventType,
      timestamp: now().toISOString(),
      triggerReason: eventType === 'Started' ? 'Authorized' : 'StopAuthorized',
      seqNo: eventType === 'Started' ? 0 : 1,
      evse: { id: 1, connectorId: 1 },
      idToken: tokenOf(contract),
      transactionInfo: { transactionId },
      ...more,
    })
  const register = (value: number, context: string) => ({
    meterValue: [{ timestamp: now().toISOString(), sampledValue: [{ value, context }] }],
  })
  return {
    async authorize(contract: string, proof: Payload = {}) {
      const answer = await link.call('Authorize', { idToken: tokenOf(contract), ...proof })
      const { status } = answer.idTokenInfo as { status: string }
      return [status, answer.certificateStatus]
    },
    async charge(contract: string, energyWh: number) {
      const id = `PNC-${contract}`
      await event('Started', id, contract, register(0, 'Transaction.Begin'))
      await event('Ended', id, contract, register(energyWh, 'Transaction.End'))
    },
  }
}

/** The chain as a station passes it on that could not check it. */
const chainOf = ({ chain }: Contract) => ({ certificate: pemOf(chain) })

/** The hashes as a station names them that has checked the chain. */
function hashesOf({ chain }: Contract, root: Contract['chain'][number], responder?: string) {
  const iso15118CertificateHashData = chain.map((one, index) => {
    const url = responder ?? responderOf(one) ?? ''
    const { responderUrl, ...hashes } = questionOf(one, chain[index + 1] ?? root, url)
    return { ...hashes, responderURL: responderUrl }
  })
  return { iso15118CertificateHashData }
}

const addRoot = (world: World, kind: string, pem: string) =>
  world.post<PlugAndChargeRoot[]>('plug-and-charge/roots', { kind, pem })

describe.each(openTestDatabases())('plug and charge ($name)', ({ open }) => {
  let world: World
  let pki: SandboxPki
  const clock = () => world.clock.now()
  beforeAll(async () => {
    const database = await open()
    // the trial's clock is the world's, which begins with it
    let now = () => new Date()
    pki = await SandboxPki.open({ now: () => now(), token: 'of-the-trial' })
    world = await World.open(database, undefined, {
      CONTRACT_PROVIDER_URL: pki.url,
      CONTRACT_PROVIDER_TOKEN: 'of-the-trial',
      OCSP_TIMEOUT_SECONDS: '60',
    })
    now = clock
    await addRoot(world, 'mo', pki.moRoot.certificate.toString())
  })
  afterAll(async () => {
    await world?.close()
    await pki?.close()
  })

  const aStation = async () => {
    const station = await world.simulate('ocpp2.0.1', { plugDelayMs: null })
    return { station, ...contractTalk(station, clock) }
  }
  const ended = (stationId: string) =>
    world.until('the order has ended', async () => {
      const [order] = await world.ordersOf(stationId)
      return order?.status === 'completed'
    })

  test('a car charges by its contract, and its driver pays', async () => {
    await world.addCard('DE-8AA-CA2B3C4D5')
    const contract = pki.contract('DE8AACA2B3C4D5N')
    const { station, authorize, charge } = await aStation()
    expect(await authorize('DE8AACA2B3C4D5N', chainOf(contract))).toEqual(['Accepted', 'Accepted'])
    await charge('DE8AACA2B3C4D5N', 10_000)
    await ended(station.id)
    expect(await world.ordersOf(station.id)).toMatchObject([
      { energyWh: 10_000, priceMinor: 17_000, rfid: 'DE-8AA-CA2B3C4D5', warning: null },
    ])
    const [order] = await world.ordersOf(station.id)
    const began = await world.db
      .selectFrom('order_logs')
      .select('fields')
      .where('order_id', '=', order!.id)
      .where('event', '=', 'start_tx_request')
      .execute()
    expect(began).toMatchObject([{ fields: { plug_and_charge: true } }])
  })

  test.each([
    'ocpp2.0.1',
    'ocpp2.1',
  ] as const)('a simulated car charges by its contract at a station of %s, until it is revoked', async (protocol) => {
    const id = protocol === 'ocpp2.1' ? 'DE8AACSIMUL021' : 'DE8AACSIMUL201'
    await world.addCard(id)
    const contract = pki.contract(id)
    const station = await world.simulate(protocol, { contracts: { [id]: pemOf(contract.chain) } })
    await station.charge({ token: id, energyWh: 4_000 })
    await ended(station.id)
    expect(await world.ordersOf(station.id)).toMatchObject([{ energyWh: 4_000, rfid: id }])
    pki.revoke(contract)
    world.clock.forward(HOUR_MS + MINUTE_MS)
    await expect(station.charge({ token: id, energyWh: 4_000 })).rejects.toThrow('Invalid')
    expect(await world.ordersOf(station.id)).toHaveLength(1)
  })

  test('hashes of a checked chain stand for it, and what a responder said is kept for an hour', async () => {
    await world.addCard('DE8AACHASHED01')
    const contract = pki.contract('DE8AACHASHED01')
    const { authorize } = await aStation()
    const proof = hashesOf(contract, pki.moRoot.certificate)
    // what is said of the authorities of another contract is known for this one
    const another = pki.contract('DE8AACHASHED02')
    expect(await authorize('DE8AACHASHED02', chainOf(another))).toEqual(['Invalid', 'Accepted'])
    const before = pki.calls.length
    expect(await authorize('DE-8AA-CHASHED01-7', proof)).toEqual(['Accepted', 'Accepted'])
    expect(pki.calls.length - before).toBe(1)
    expect(await authorize('DE8AACHASHED01', proof)).toEqual(['Accepted', 'Accepted'])
    expect(await authorize('DE8AACHASHED01', chainOf(contract))).toEqual(['Accepted', 'Accepted'])
    expect(pki.calls.length - before).toBe(1)
    world.clock.forward(HOUR_MS + MINUTE_MS)
    expect(await authorize('DE8AACHASHED01', proof)).toEqual(['Accepted', 'Accepted'])
    expect(pki.calls.length - before).toBe(4)
  })

  test('a revoked contract is refused, whichever way it is shown', async () => {
    await world.addCard('DE8AACREVOKED1')
    const contract = pki.contract('DE8AACREVOKED1')
    pki.revoke(contract)
    const { authorize } = await aStation()
    for (const proof of [chainOf(contract), hashesOf(contract, pki.moRoot.certificate)])
      expect(await authorize('DE8AACREVOKED1', proof)).toEqual(['Invalid', 'CertificateRevoked'])
  })

  test('a contract that is over, of an unknown root, or of somebody else is refused, and nobody is asked about it', async () => {
    await world.addCard('DE8AACEXPIRED1')
    const over = pki.contract('DE8AACEXPIRED1', { until: new Date(clock().getTime() - DAY_MS) })
    const other = await SandboxPki.open({ now: clock })
    const foreign = other.contract('DE8AACEXPIRED1')
    const { authorize } = await aStation()
    const before = pki.calls.length
    expect(await authorize('DE8AACEXPIRED1', chainOf(over))).toEqual(['Expired', 'CertificateExpired'])
    // its names are those of our trial, its signatures are not
    expect(await authorize('DE8AACEXPIRED1', chainOf(foreign))).toEqual(['Invalid', 'SignatureError'])
    const mine = pki.contract('DE8AACSOMEBODY')
    expect(await authorize('DE8AACEXPIRED1', chainOf(mine))).toEqual(['Invalid', 'CertChainError'])
    expect(await authorize('DE8AACEXPIRED1', { certificate: 'none' })).toEqual(['Invalid', 'CertChainError'])
    expect([pki.calls.length, other.calls.length]).toEqual([before, 0])
    await other.close()
  })

  test('a contract of ours whose card is unknown, blocked or deleted gets each its answer', async () => {
    await world.addCard('DE8AACBLOCKED1', false)
    const { authorize } = await aStation()
    const unknown = pki.contract('DE8AACUNKNOWN1')
    expect(await authorize('DE8AACUNKNOWN1', chainOf(unknown))).toEqual(['Invalid', 'Accepted'])
    const blocked = pki.contract('DE8AACBLOCKED1')
    await world.patch('id-tokens/DE8AACBLOCKED1', { blocked: true })
    expect(await authorize('DE8AACBLOCKED1', chainOf(blocked))).toEqual(['Blocked', 'ContractCancelled'])
    await world.db.deleteFrom('id_tokens').where('token', '=', 'DE8AACBLOCKED1').execute()
    expect(await authorize('DE8AACBLOCKED1', chainOf(blocked))).toEqual(['Invalid', 'Accepted'])
  })

  test.each([
    'down',
    'forged',
    'stale',
  ] as const)('a responder that is %s: the contract is not believed, until it is well again', async (fault) => {
    const id = `DE8AAC${fault.toUpperCase().padEnd(8, '0')}`
    await world.addCard(id)
    const contract = pki.contract(id)
    // what its authorities' responders have said before is still known
    const { authorize } = await aStation()
    pki.fault = fault
    expect(await authorize(id, chainOf(contract))).toEqual(['Invalid', 'NoCertificateAvailable'])
    pki.fault = null
    const before = pki.calls.length
    // it is left alone for half a minute
    expect(await authorize(id, chainOf(contract))).toEqual(['Invalid', 'NoCertificateAvailable'])
    expect(pki.calls.length).toBe(before)
    world.clock.forward(31_000)
    expect(await authorize(id, chainOf(contract))).toEqual(['Accepted', 'Accepted'])
  })

  test('a slow responder keeps no other station waiting', async () => {
    await world.addCard('DE8AACSILENT01')
    await world.addCard('PNC-OTHER')
    const slow = await aStation()
    const other = await aStation()
    pki.fault = 'silent'
    let answered = false
    const waiting = slow.authorize('DE8AACSILENT01', chainOf(pki.contract('DE8AACSILENT01'))).finally(() => {
      answered = true
    })
    try {
      const { idTokenInfo } = await other.station.link.call('Authorize', {
        idToken: { idToken: 'PNC-OTHER', type: 'ISO14443' },
      })
      expect([idTokenInfo, answered]).toMatchObject([{ status: 'Accepted' }, false])
      await world.until('the responder is given up', () => {
        pki.cut()
        return answered
      })
      expect(await waiting).toEqual(['Invalid', 'NoCertificateAvailable'])
    } finally {
      pki.fault = null
      world.clock.forward(31_000)
    }
  })

  test('a car gets its contract from the provider, and one that has none is told so', async () => {
    const contract = pki.contract('DE8AACINSTALL1')
    pki.offer('CAR1', contract)
    const { station } = await aStation()
    const ask = (provisioningId: string) =>
      station.link.call('Get15118EVCertificate', {
        iso15118SchemaVersion: 'urn:iso:15118:2:2013:MsgDef',
        action: 'Install',
        exiRequest: installationRequest(provisioningId),
      })
    const answer = await ask('CAR1')
    expect(answer.status).toBe('Accepted')
    expect(installedContract(String(answer.exiResponse))).toEqual({
      contract: 'DE8AACINSTALL1',
      chain: pemOf(contract.chain),
    })
    expect(await ask('CAR2')).toEqual({ status: 'Failed', exiResponse: '' })
  })

  test('what a responder says is passed on to a station that asks for it', async () => {
    const contract = pki.contract('DE8AACSTATUS01')
    const [own, issuer] = contract.chain
    const { station } = await aStation()
    const ask = (serialNumber: string) => {
      const { responderUrl, ...hashes } = questionOf(own!, issuer!, responderOf(own!)!)
      const ocspRequestData = { ...hashes, serialNumber, responderURL: responderUrl }
      return station.link.call('GetCertificateStatus', { ocspRequestData })
    }
    const answer = await ask(own!.serialNumber)
    expect(answer.status).toBe('Accepted')
    expect(Buffer.from(String(answer.ocspResult), 'base64').length).toBeGreaterThan(300)
    expect(await ask('not hexadecimal')).toEqual({ status: 'Failed' })
  })
})

test('a responder where nobody may be called is not called', async () => {
  const world = await World.open(await openTestDatabase(), undefined, { OUTGOING_PRIVATE_NETWORKS: 'none' })
  const pki = await SandboxPki.open({ now: () => world.clock.now() })
  try {
    await addRoot(world, 'mo', pki.moRoot.certificate.toString())
    await world.addCard('DE8AACFORGED01')
    const contract = pki.contract('DE8AACFORGED01')
    const station = await world.simulate('ocpp2.0.1', { plugDelayMs: null })
    const { authorize } = contractTalk(station, () => world.clock.now())
    const metadata = 'http://169.254.169.254/latest/meta-data'
    for (const proof of [
      chainOf(contract),
      hashesOf(contract, pki.moRoot.certificate),
      hashesOf(contract, pki.moRoot.certificate, metadata),
      hashesOf(contract, pki.moRoot.certificate, 'file:///etc/passwd'),
    ])
      expect(await authorize('DE8AACFORGED01', proof)).toEqual(['Invalid', 'NoCertificateAvailable'])
    expect(pki.calls).toEqual([])
    // one that names no responder cannot be inquired about
    const silent = pki.contract('DE8AACFORGED01', { responder: false })
    expect(await authorize('DE8AACFORGED01', chainOf(silent))).toEqual(['Invalid', 'NoCertificateAvailable'])
  } finally {
    await world.close()
    await pki.close()
  }
})
