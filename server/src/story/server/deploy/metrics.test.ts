import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expressions, metricOf, metricsIn, namesIn, readText } from './metric-names.ts'
import { Yard } from './yard.ts'

test('names of metrics are found in expressions', () => {
  expect(
    namesIn(
      'sum by (le, job) (rate(a_bucket{job=~"b|c", x="d"}[5m])) > 0.5 * max(e offset 15m) and on (f) g == 1',
    ),
  ).toEqual(['a_bucket', 'e', 'g'])
  const served = metricsIn('# HELP a x\n# TYPE a histogram\n# TYPE b counter\n')
  expect(['a_bucket', 'a_sum', 'b', 'b_count', 'c'].map((name) => metricOf(name, served))).toEqual([
    'a',
    'a',
    'b',
    undefined,
    undefined,
  ])
})

describe('/metrics of a server', () => {
  let yard: Yard
  const read = async () => (await fetch(`${yard.server.url}/metrics`)).text()
  beforeAll(async () => {
    yard = await Yard.open()
    await yard.start()
    for (const protocol of ['ocpp1.6', 'ocpp2.0.1'] as const) {
      const station = await yard.addStation(`M${protocol}`, protocol)
      await yard.charge(station)
      await (await yard.api()).post(`stations/${station.id}/message`, {
        action: 'ClearCache',
        payload: {},
      })
    }
  })
  afterAll(() => yard.close())

  /** The value of one series; undefined: there is none. */
  const seriesOf = (text: string, name: string, labels: Record<string, string> = {}) => {
    const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
    const line = text
      .split('\n')
      .find((one) => /^\w+/.exec(one)?.[0] === name && wanted.every((label) => one.includes(label)))
    return line && Number(line.split(' ').at(-1))
  }

  test('has every name that the alert rules and the dashboard read', async () => {
    const served = metricsIn(await read())
    const all = expressions()
    expect(all.length).toBeGreaterThan(40)
    const missing = all.flatMap(({ place, expression }) => {
      const names = namesIn(expression)
      expect(names.length, place).toBeGreaterThan(0)
      return names.filter((name) => !metricOf(name, served)).map((name) => `${place}: ${name}`)
    })
    expect(missing).toEqual([])
  })

  test('has what the operators’ document lists, and nothing of our own beside it', async () => {
    const text = await read()
    const [, section = ''] =
      /## Health and metrics\n([\s\S]*?)\n## /.exec(`${readText('docs/operations.md')}\n## `) ?? []
    const listed = [...section.matchAll(/^\| `(\w+)` \| (.*?) \|/gm)]
    const labels = new Map(
      listed.map(([, name, cell]) => [name!, [...cell!.matchAll(/`(\w+)`/g)].map((one) => one[1]!)]),
    )
    const own = [...metricsIn(text).keys()].filter((name) => !/^(?:process|nodejs)_/.test(name))
    expect([...labels.keys()].sort()).toEqual(own.sort())
    for (const line of text.split('\n')) {
      const [, name = '', inside = ''] = /^(\w+)\{(.*)\}/.exec(line) ?? []
      const base = metricOf(name, metricsIn(text))
      if (!base || !labels.has(base)) continue
      const used = [...inside.matchAll(/(\w+)="/g)].map((one) => one[1]!).filter((label) => label !== 'le')
      expect(used.sort(), line).toEqual(labels.get(base)!.toSorted())
    }
  })

  test('counts what stations sent, by action and outcome', async () => {
    const text = await read()
    const messages = (action: string, outcome: string) =>
      seriesOf(text, 'ocpp_messages_total', { action, outcome })
    expect(messages('StopTransaction', 'answered')).toBe(1)
    expect(messages('StartTransaction', 'answered')).toBe(1)
    expect(messages('TransactionEvent', 'answered')).toBeGreaterThanOrEqual(2)
    expect(messages('BootNotification', 'answered')).toBe(2)
    expect(seriesOf(text, 'ocpp_connections')).toBe(2)
    expect(seriesOf(text, 'ocpp_batch_messages_sum')).toBeGreaterThanOrEqual(6)
    expect(seriesOf(text, 'ocpp_batch_seconds_count')).toBe(seriesOf(text, 'ocpp_batch_messages_count'))
    expect(seriesOf(text, 'ocpp_answer_seconds_sum')).toBeGreaterThan(0)
    expect(seriesOf(text, 'ocpp_commands_total', { command: 'raw', outcome: 'answered', hop: 'local' })).toBe(
      2,
    )
    expect(seriesOf(text, 'server_ready')).toBe(1)
    expect(seriesOf(text, 'database_up')).toBe(1)
    expect(seriesOf(text, 'payment_holds')).toBe(0)
    expect(seriesOf(text, 'database_connections', { pool: 'people', state: 'waiting' })).toBe(0)
  })

  test('has one label for all actions that stations make up, and for calls of unknown routes', async () => {
    const [station] = yard.stations
    for (let index = 0; index < 20; index += 1) {
      station!.link.sendFrame(`[2,"odd${index}","Invented${index}",{}]`)
      await fetch(`${yard.server.url}/invented/${index}`)
    }
    await expect.poll(async () => seriesOf(await read(), 'ocpp_messages_total', { action: 'other' })).toBe(20)
    const text = await read()
    expect(seriesOf(text, 'ocpp_messages_total', { action: 'other' })).toBe(20)
    expect(text.toLowerCase()).not.toContain('invented')
  })
})
