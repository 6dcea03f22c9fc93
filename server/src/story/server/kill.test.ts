import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Protocol } from '@stationmaster/ocpp'
import { simulate, type VirtualStation } from '@stationmaster/simulator'
import { afterEach, describe, expect, test } from 'vitest'
import { openServerUrls } from '../../platform/general/testing.ts'
import { Api, freePort, ServerProcess } from '../world/server-process.ts'

describe.each(openServerUrls())('kill -9 on $name', ({ name, create }) => {
  // the embedded database answers one after the other: beside a load of ten, fifty wait for longer than a station does
  const stationCount = name === 'embedded' ? 20 : 50
  const undo: (() => Promise<unknown> | unknown)[] = []
  afterEach(async () => {
    for (const one of undo.splice(0).reverse()) await one()
  })

  test('loses nothing that was answered and bills nothing twice', async () => {
    const database = await create()
    undo.push(() => database.drop())
    const dataDir = mkdtempSync(join(tmpdir(), 'kill-'))
    undo.push(() => rmSync(dataDir, { recursive: true, force: true }))
    const server = new ServerProcess(dataDir, await freePort(), database.url)
    undo.push(() => server.end('SIGKILL'))
    await server.start()
    const api = await Api.open(server.url)
    const location = await api.post<{ id: number }>('locations', { name: 'Yard' })
    await api.post(`locations/${location.id}/pricing`, { tariff: 1700 })
    const stations: VirtualStation[] = []
    undo.push(() => Promise.all(stations.map((station) => station.close())))
    for (let i = 0; i < stationCount; i += 1) {
      const id = `KILL${i}`
      const { password } = await api.post<{ password: string }>(`locations/${location.id}/stations`, {
        id,
        vendor_name: 'Story',
        model: 'One',
        connectors: [{ evse_number: 1, number: 1, type: 'CCS 2', current: 'DC', power: 150 }],
      })
      await api.post('id-tokens', { token: `CARD${i}` })
      const protocol: Protocol = i % 2 === 0 ? 'ocpp1.6' : 'ocpp2.0.1'
      stations.push(
        await simulate({
          url: `${server.url.replace('http', 'ws')}/ocpp`,
          stationId: id,
          protocol,
          password,
          seed: id,
          connectors: [{ number: 1, evse: 1, type: 'CCS 2', current: 'DC', powerW: 150_000 }],
          meterEveryMs: 400,
          retry: { connectMs: 50, connectMostMs: 200, messageMs: 100, messageAttempts: 50 },
        }),
      )
    }
    await Promise.all(stations.map((station, i) => station.begin({ token: `CARD${i}` })))
    await new Promise((resolve) => setTimeout(resolve, 1500))

    await server.end('SIGKILL')
    const answered = stations.map(
      (station) => station.said('meter.sampled').filter(({ reply }) => reply !== null).length,
    )
    expect(Math.min(...answered)).toBeGreaterThan(0)
    for (const station of stations) station.addEnergy(undefined, 5000)
    await server.start()
    await Promise.all(stations.map((station) => station.waitFor('accepted', { timeoutMs: 240_000 })))
    for (const station of stations) station.addEnergy(undefined, 1000)
    await Promise.all(stations.map((station) => station.stop()))
    for (const station of stations) await station.resendStop()

    const orders = await api.orders()
    expect(orders).toHaveLength(stationCount)
    for (const [i, station] of stations.entries()) {
      const order = await api.details(orders.find((one) => one.station.id === station.id)!.id)
      const [transaction] = station.transactions()
      const energyWh = transaction!.meterStopWh! - transaction!.meterStartWh
      expect(order.order).toMatchObject({
        status: 'completed',
        meter_start: transaction!.meterStartWh,
        meter_stop: transaction!.meterStopWh,
        charging_price: Math.round(energyWh * 1.7),
        captured_amount: Math.round(energyWh * 1.7),
        needs_review: false,
      })
      expect(order.logs.filter(({ event }) => event === 'meter_values').length).toBeGreaterThanOrEqual(
        answered[i]!,
      )
    }
  }, 600_000)
})
