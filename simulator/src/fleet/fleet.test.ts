import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestCentral, type TestCentral } from '../central-for-tests.ts'
import { cliOptions, fleetIn, plannedFleet } from '../cli-options.ts'
import type { StationView } from '../station/snapshot.ts'
import { serveControl } from './control.ts'
import { Fleet } from './fleet.ts'

let central: TestCentral
let fleet: Fleet

beforeEach(async () => {
  central = await openTestCentral()
})

afterEach(async () => {
  await fleet.stop()
  await central.close()
})

async function until(met: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !met(); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 25))
  expect(met()).toBe(true)
}

test('a mixed fleet comes online and keeps the requested number of cars charging', async () => {
  const args = ['--stations', '6', '--protocol', 'mixed', '--charging', '4', '--tokens', 'A,B,C,D,E']
  fleet = new Fleet({
    ...plannedFleet(cliOptions(args)),
    url: central.url,
    meterEveryMs: 200,
    vendorEveryMs: 500,
  })
  fleet.start()
  await until(() => fleet.counts().charging === 4)
  expect(fleet.counts()).toMatchObject({ stations: 6, online: 6, failed: 0 })
  const cards = central.heard.flatMap((event) =>
    event.type === 'charging.started' ? [event.token?.token] : [],
  )
  expect(new Set(cards).size).toBe(cards.length)
  await until(() => central.heard.some(({ type }) => type === 'vendor.message'))
  const busy = fleet.snapshot().flatMap(({ connectors }) => connectors.filter(({ phase }) => phase))
  expect(busy).toHaveLength(4)
})

test('the control API shows the registers and does what a driver would', async () => {
  const text = JSON.stringify({
    stations: [
      {
        id: 'DEMO 1',
        protocol: 'ocpp2.0.1',
        vendorName: 'AutoEnterprise',
        model: 'AE-Duo 60',
        connectors: [
          {
            ordinal: 1,
            evse: 1,
            connector: 1,
            type: 'CCS 2',
            current: 'DC',
            powerW: 60_000,
            registerWh: 900,
          },
        ],
      },
    ],
    tokens: [],
  })
  fleet = new Fleet({ ...fleetIn(text), url: central.url, visitsPerDay: 0 })
  const control = await serveControl(fleet, 0)
  const ask = async (path: string, body?: unknown) => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`http://127.0.0.1:${control.port}${path}`, init)
    return { status: response.status, body: (await response.json()) as StationView & { result?: unknown } }
  }
  fleet.start()
  await until(() => fleet.counts().online === 1)
  await ask('/stations/DEMO%201/plug-in', { connector: 1, car: { arrivalPercent: 40 } })
  const tapped = await ask('/stations/DEMO%201/tap', { connector: 1, token: 'CARD-1' })
  expect(tapped.body.result).toBe('Accepted')
  expect(tapped.body.connectors[0]).toMatchObject({
    state: 'Occupied',
    phase: 'Charging',
    token: 'CARD-1',
    soc: 40,
  })
  expect(tapped.body.connectors[0]).toMatchObject({ meterStartWh: 900, sampledSessionWh: 0 })
  await ask('/stations/DEMO%201/stop', { connector: 1, reason: 'Local' })
  await ask('/stations/DEMO%201/unplug', { connector: 1 })
  await ask('/stations/DEMO%201/fault', { connector: 1, code: 'GroundFault' })
  const all = await ask('/stations')
  expect(all.body).toMatchObject([
    { id: 'DEMO 1', online: true, connectors: [{ state: 'Faulted', plugged: false }] },
  ])
  expect((await ask('/stations/DEMO%201/dance', {})).status).toBe(404)
  expect((await ask('/stations/nobody')).status).toBe(404)
  expect((await ask('/stations/DEMO%201/tap', [])).status).toBe(400)
  await control.close()
})

test('a command line that cannot be meant ends with one clear line', () => {
  fleet = new Fleet({ stations: [], tokens: [], url: central.url })
  expect(() => cliOptions(['--stations', '20001'])).toThrow(
    '--stations is a whole number from 1 to 20000, not 20001',
  )
  expect(() => cliOptions(['--protocol', 'ocpp1.5'])).toThrow('ocpp2.1, ocpp2.0.1, ocpp1.6 or mixed')
  expect(() => plannedFleet(cliOptions(['--stations', '2', '--id-template', 'X']))).toThrow('{n}')
  const [station] = plannedFleet(cliOptions(['--id-template', 'S{n}', '--password', '{id}-secret'])).stations
  expect(station).toMatchObject({ id: 'S1', password: 'S1-secret', protocol: 'ocpp1.6' })
})
