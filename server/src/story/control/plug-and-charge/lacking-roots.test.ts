import type { BulkRun, BulkStation, InboxCount, LackingStation, RootNeed } from '@stationmaster/contract'
import type { Protocol } from '@stationmaster/ocpp'
import { Authority, type SandboxPki } from '@stationmaster/simulator/pki'
import { DAY_MS } from '@stationmaster/units'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

const addRoot = (kind: string, { certificate }: Authority) =>
  world.post<{ id: number; kind: string }[]>('plug-and-charge/roots', { kind, pem: certificate.toString() })
const lacking = () => world.get<{ total: number; stations: LackingStation[] }>('plug-and-charge/lacking')
const kindsOf = async (id: string) =>
  (await lacking()).stations.find(({ station_id }) => station_id === id)?.lacks.map(({ kind }) => kind) ?? []
const needs = () => world.get<RootNeed[]>('plug-and-charge/needs')
const waiting = async () => (await world.get<InboxCount>('inbox/count')).roots

/** A station that shows a certificate to cars, and so does Plug & Charge. */
async function plugging(protocol: Protocol) {
  const station = await world.simulate(protocol)
  await world.post(`stations/${station.id}/tasks`, { task: 'request_certificate', for_cars: true })
  await world.until('it shows a certificate', () => station.shownToCars(2) !== undefined)
  return station
}

const run = async (): Promise<BulkStation[]> => {
  const { id } = await world.post<BulkRun>('bulk-commands/trusted-roots', {})
  await world.until('every station that is there has answered', async () => {
    const { counts } = await world.get<BulkRun>(`bulk-commands/${id}`)
    return counts.waiting + counts.sent === 0
  })
  return world.get<BulkStation[]>(`bulk-commands/${id}/stations`)
}

test('stations that lack roots are listed, get them in one step, and the inbox says what is needed', async () => {
  expect(await waiting()).toBe(0)
  const [older, newer] = [await plugging('ocpp2.0.1'), await plugging('ocpp2.1')]
  // a station that does nothing of it lacks nothing
  const plain = await world.simulate('ocpp2.1')
  expect(await needs()).toMatchObject([
    { kind: 'mo', id: null, stations: 2, ending: false },
    { kind: 'v2g', id: null, stations: 2, ending: false },
  ])
  expect(await waiting()).toBe(2)

  await addRoot('mo', pki.moRoot)
  await addRoot('v2g', pki.v2gRoot)
  await addRoot('oem', pki.oemRoot)
  // roots of car makers come with 2.1
  expect(await kindsOf(older.id)).toEqual(['mo', 'v2g'])
  expect(await kindsOf(newer.id)).toEqual(['mo', 'oem', 'v2g'])
  expect(await kindsOf(plain.id)).toEqual([])
  expect((await needs()).map(({ kind, stations }) => [kind, stations])).toEqual([
    ['mo', 2],
    ['oem', 1],
    ['v2g', 2],
  ])

  // one that somebody has installed by hand is known
  await world.post(`stations/${older.id}/tasks`, {
    task: 'install_certificate',
    use: 'mo_root',
    certificate: pki.moRoot.certificate.toString(),
  })
  expect(await kindsOf(older.id)).toEqual(['v2g'])

  const results = await run()
  expect(results.map(({ station_id, result }) => [station_id, result])).toEqual([
    [older.id, 'accepted'],
    [newer.id, 'accepted'],
  ])
  expect(await lacking()).toEqual({ total: 0, stations: [] })
  expect(await waiting()).toBe(0)
  await expect(world.post('bulk-commands/trusted-roots', {})).rejects.toThrow('bulk.nobody')

  // what a station has removed it lacks again, and it is not given twice what it has
  const { certificates } = await world.post<{ certificates: object[] }>(`stations/${newer.id}/tasks`, {
    task: 'certificates',
    use: 'oem_root',
  })
  expect(certificates).toHaveLength(1)
  await world.post(`stations/${newer.id}/tasks`, { task: 'delete_certificate', hashes: certificates[0] })
  expect(await kindsOf(newer.id)).toEqual(['oem'])
  expect(await run()).toMatchObject([{ station_id: newer.id, result: 'accepted' }])
  expect(await kindsOf(newer.id)).toEqual([])
})

test('a station that is away gets its roots when it comes back, and one that refuses is shown so', async () => {
  const [away, refusing] = [await plugging('ocpp2.1'), await plugging('ocpp2.1')]
  refusing.misbehave('refusing')
  await away.goOffline()
  await world.untilOffline(away.id)
  const { id } = await world.post<BulkRun>('bulk-commands/trusted-roots', {})
  const resultOf = async (stationId: string) =>
    (await world.get<BulkStation[]>(`bulk-commands/${id}/stations`)).find(
      ({ station_id }) => station_id === stationId,
    )?.result
  await world.until('one has refused', async () => (await resultOf(refusing.id)) === 'rejected')
  expect(await resultOf(away.id)).toBe('away')
  expect(await kindsOf(away.id)).not.toEqual([])
  await away.goOnline()
  await world.until('it has got them', async () => (await resultOf(away.id)) === 'accepted')
  expect(await kindsOf(away.id)).toEqual([])
  expect(await kindsOf(refusing.id)).not.toEqual([])
})

test('a root that ends within thirty days is in the inbox, whether stations have it or not', async () => {
  const before = await waiting()
  const [from, until] = [
    new Date(world.clock.now().getTime() - DAY_MS),
    new Date(world.clock.now().getTime() + 20 * DAY_MS),
  ]
  await addRoot('oem', Authority.root('Ends soon OEM', from, until))
  expect(await needs()).toContainEqual(
    expect.objectContaining({ kind: 'oem', subject: 'CN=Ends soon OEM', ending: true }),
  )
  expect(await waiting()).toBe(before + 1)
  // one that has ended is given to nobody
  await world.forward(21 * DAY_MS)
  const ended = (await needs()).find(({ subject }) => subject === 'CN=Ends soon OEM')
  expect(ended).toMatchObject({ ending: true, stations: 0 })
})
