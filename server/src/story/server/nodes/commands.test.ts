import { type CommandSchema, commandSchemas } from '@stationmaster/ocpp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { twoVersions } from '../../../platform/general/testing.ts'
import { Servers } from './servers.ts'

/** How a command ended, in a word: the station's status, or the code of the failure. */
const endOf = (sent: Promise<{ status?: string; accepted?: boolean }>): Promise<string> =>
  sent.then(
    ({ status, accepted }) => status ?? String(accepted),
    (error: Error) => /"code":"([\w.]+)"/.exec(error.message)?.[1] ?? error.message,
  )

/** A story that is tried again has stations of its own. */
let made = 0

describe('two servers', () => {
  let servers: Servers
  beforeAll(async () => {
    servers = await Servers.open()
  })
  afterAll(() => servers.close())

  const messageAt = (index: number, id: string, { action, templates }: CommandSchema) => {
    const payload = templates[0]?.payload ?? {}
    return endOf(servers.apis[index]!.post(`stations/${id}/message`, { action, payload, force: true }))
  }

  test.each(
    twoVersions,
  )('%s: every command of the console ends alike on the server that holds the socket and on the other', async (protocol) => {
    const id = `E-${protocol}-${++made}`
    const station = await servers.simulate(id, protocol, 1, { rebootMs: 300 })
    const commands = commandSchemas(protocol).filter(({ action }) => action !== 'Reset')
    expect(commands.length).toBeGreaterThan(15)
    for (const command of commands) {
      const here = await messageAt(1, id, command)
      const there = await messageAt(0, id, command)
      expect(`${command.action} ${there}`).toBe(`${command.action} ${here}`)
      expect(there).not.toMatch(/offline|no_path|timeout|disconnected/)
    }
    const reset = commandSchemas(protocol).find(({ action }) => action === 'Reset')
    expect(await messageAt(0, id, reset!)).toBe('Accepted')
    await station.waitFor('accepted', { timeoutMs: 30_000 })
  })

  test.each(
    twoVersions,
  )('%s: the panels of a station work on the server that does not hold it', async (protocol) => {
    const id = `P-${protocol}-${++made}`
    await servers.simulate(id, protocol, 1)
    const api = servers.apis[0]!
    const task = (body: object) => endOf(api.post(`stations/${id}/tasks`, body))
    expect((await api.get<{ online: boolean }>(`stations/${id}/tasks`)).online).toBe(true)
    expect(await task({ task: 'unlock', evse: 1 })).toBe('Unlocked')
    expect(await task({ task: 'send_list', full: true })).toBe('Accepted')
    expect(await task({ task: 'reserve', evse: 1, token: `CARD-${id}`, minutes: 5 })).toBe('Accepted')
    expect(
      await endOf(api.post(`stations/${id}/status`, { operational_status: 'inoperative', evses: [0] })),
    ).not.toMatch(/offline/)
  })

  test.each(twoVersions)('%s: a session starts and stops over the other server', async (protocol) => {
    const id = `S-${protocol}-${++made}`
    const station = await servers.simulate(id, protocol, 1, { car: null })
    const runs = () =>
      station.transactions().some(({ endedAt, transactionId }) => endedAt === null && transactionId !== null)
    const [api, other] = servers.apis
    const connector = await servers.connectorOf(id)
    const order = await api!.post<{ id: number }>(`connectors/${connector}/start`, {})
    const shown = async () => (await other!.details(String(order.id))).order
    // a session that is stopped before its first message is here is canceled
    await servers.until('it charges', async () => runs() && (await shown()).transaction_id !== null)
    station.addEnergy(undefined, 2_000)
    await api!.post(`connectors/${connector}/stop`, {})
    await servers.until('it has ended', async () => (await shown()).status === 'completed' && !runs())
    const { meter_start: from, meter_stop: to } = await shown()
    expect(Number(to) - Number(from)).toBe(2_000)
  })

  test('each command is counted by its hop: where its socket is, and where it came from', async () => {
    await servers.simulate('HOPS', 'ocpp1.6', 1)
    const count = async (index: number, hop: string) => {
      const text = await (await fetch(`${servers.all[index]!.url}/metrics`)).text()
      const series = `ocpp_commands_total{command="raw",outcome="answered",hop="${hop}"}`
      return Number(
        text
          .split('\n')
          .find((line) => line.startsWith(series))
          ?.split(' ')
          .at(-1) ?? 0,
      )
    }
    const counts = () =>
      Promise.all([count(0, 'remote'), count(0, 'local'), count(1, 'remote'), count(1, 'local')])
    const [remote, ...others] = await counts()
    await servers.apis[0]!.post('stations/HOPS/message', { action: 'ClearCache', payload: {} })
    expect(await counts()).toEqual([remote! + 1, others[0], others[1], others[2]! + 1])
  })
})
