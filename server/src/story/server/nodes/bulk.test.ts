import type { BulkRun, BulkStation } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Servers } from './servers.ts'

/** The server that carries out the runs, and the one to which the stations come. */
const runsAt = 0
const comesTo = 1

describe('a command to many stations, with what happens at another server', () => {
  let servers: Servers
  beforeAll(async () => {
    servers = await Servers.open()
  })
  afterAll(() => servers.close())

  const comes = (id: string, password: string) => servers.simulate(id, 'ocpp2.0.1', comesTo, { password })
  const begin = async (...ids: string[]): Promise<number> => {
    const { id } = await servers.apis[runsAt]!.post<BulkRun>('bulk-commands', {
      selection: { of: 'stations', ids },
      command: { kind: 'task', task: { task: 'clear_cache' } },
      wait_hours: 2,
    })
    await servers.until('they are waited for', async () =>
      (await results(id)).every(({ result }) => result === 'away'),
    )
    return id
  }
  const results = (id: number) => servers.apis[comesTo]!.get<BulkStation[]>(`bulk-commands/${id}/stations`)
  const hasFinished = async (id: number): Promise<boolean> =>
    (await servers.apis[comesTo]!.get<BulkRun>(`bulk-commands/${id}`)).finished_at !== null

  test('a station that connects there gets its turn', async () => {
    const password = await servers.add('COMES')
    const id = await begin('COMES')
    await comes('COMES', password)
    await servers.until('the run has finished', () => hasFinished(id), 15_000)
    expect(await results(id)).toMatchObject([{ station_id: 'COMES', result: 'accepted' }])
  })

  test('a cancel there ends the run', async () => {
    await servers.add('CANCELED')
    const id = await begin('CANCELED')
    await servers.apis[comesTo]!.post(`bulk-commands/${id}/cancel`, {})
    await servers.until('the run has finished', () => hasFinished(id), 10_000)
    expect(await results(id)).toMatchObject([{ result: 'canceled' }])
  })

  test('the run of a server that was ended, and does not come back, goes on there', async () => {
    const password = await servers.add('LEFT')
    const id = await begin('LEFT')
    await servers.all[runsAt]!.end('SIGTERM')
    await servers.until(
      'the other server has the run',
      async () => {
        const [row] = await servers.query<{ node: string }>('select node from bulk_runs where id = $1', [id])
        return row?.node === 'node-1'
      },
      20_000,
    )
    await comes('LEFT', password)
    await servers.until('the run has finished', () => hasFinished(id), 15_000)
    expect(await results(id)).toMatchObject([{ result: 'accepted' }])
  })
})
