import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../config/config.ts'
import { readTraceparent } from '../../../platform/watching/trace-context.ts'
import { Servers } from '../nodes/servers.ts'

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: string }
}
interface Span {
  traceId: string
  spanId: string
  parentSpanId: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: { code?: number }
  /** of its resource */
  node: string
}
interface Exported {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Omit<Span, 'node'>[] }[] }[]
}

const valueIn = (attributes: Attribute[], key: string) => {
  const found = attributes.find((one) => one.key === key)?.value
  return found?.stringValue ?? Number(found?.intValue)
}

let servers: Servers
let collector: Server
const spans: Span[] = []
const headers: unknown[] = []
beforeAll(async () => {
  collector = createServer(async (request, answer) => {
    const body = JSON.parse((await request.toArray()).join('')) as Exported
    expect([request.method, request.url, request.headers['content-type']]).toEqual([
      'POST',
      '/v1/traces',
      'application/json',
    ])
    headers.push(request.headers['x-key'])
    for (const { resource, scopeSpans } of body.resourceSpans) {
      const node = String(valueIn(resource.attributes, 'service.instance.id'))
      spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, node }))))
    }
    answer.end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  servers = await Servers.open(2, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b,other=1',
  })
})
afterAll(async () => {
  await servers?.close()
  collector?.close()
})

const until = async (what: string, find: (span: Span) => boolean): Promise<Span> => {
  await servers.until(what, () => spans.some(find))
  return spans.find(find)!
}

test('a message of a station is followed from its frame to its commit to its answer', async () => {
  await servers.simulate('TRACED', 'ocpp2.0.1', 1)
  const boot = await until('the boot', ({ name }) => name === 'ocpp BootNotification')
  expect(boot).toMatchObject({ kind: 2, parentSpanId: '', node: 'node-1', status: {} })
  expect(boot.traceId).toMatch(/^[\da-f]{32}$/)
  expect(boot.spanId).toMatch(/^[\da-f]{16}$/)
  expect(valueIn(boot.attributes, 'station.id')).toBe('TRACED')
  const commit = await until('its commit', ({ parentSpanId }) => parentSpanId === boot.spanId)
  expect(commit).toMatchObject({ name: 'commit', traceId: boot.traceId, kind: 1 })
  expect(valueIn(commit.attributes, 'batch.messages')).toBeGreaterThanOrEqual(1)
  const [begin, end] = [BigInt(boot.startTimeUnixNano), BigInt(boot.endTimeUnixNano)]
  expect(BigInt(commit.endTimeUnixNano)).toBeGreaterThan(begin)
  expect(BigInt(commit.endTimeUnixNano)).toBeLessThanOrEqual(end)
  expect(Math.abs(Number(end / 1_000_000n) - Date.now())).toBeLessThan(60_000)
  expect(new Set(headers)).toEqual(new Set(['a b']))
})

test('a call of a person is followed to the server of the station and back', async () => {
  await servers.simulate('REACHED', 'ocpp1.6', 1)
  await servers.apis[0]!.post('stations/REACHED/message', { action: 'ClearCache', payload: {} })
  const call = await until('the call', ({ name }) => name === 'POST /api/v1/stations/:id/message')
  expect(call).toMatchObject({ kind: 2, parentSpanId: '', node: 'node-0' })
  const isPart = ({ traceId, name }: Span) => traceId === call.traceId && name === 'command raw'
  const hopOf = ({ attributes }: Span) => valueIn(attributes, 'command.hop')
  const remote = await until('the way there', (span) => isPart(span) && hopOf(span) === 'remote')
  const local = await until('the command', (span) => isPart(span) && hopOf(span) === 'local')
  expect(remote).toMatchObject({ node: 'node-0', parentSpanId: call.spanId, kind: 3 })
  expect(local).toMatchObject({ node: 'node-1', parentSpanId: call.spanId, kind: 3 })
  expect(valueIn(local.attributes, 'command.outcome')).toBe('answered')
  const lengthOf = (span: Span) => BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)
  expect(lengthOf(remote)).toBeGreaterThan(0n)
  expect(lengthOf(call)).toBeGreaterThan(lengthOf(remote))
})

test('nothing is traced unless a collector is named, and a header that is none begins no trace', () => {
  const env = { SECRET_KEY: 'x'.repeat(32) }
  expect(readConfig(env, []).traces).toBeNull()
  const named = { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
  expect(readConfig(named, []).traces).toEqual({ endpoint: 'http://127.0.0.1:4318', headers: {}, share: 1 })
  expect(() => readConfig({ ...named, OTEL_TRACES_SAMPLER_ARG: '1.1' }, [])).toThrow('from 0 to 1')
  const [traceId, spanId] = ['a'.repeat(32), 'b'.repeat(16)]
  expect(readTraceparent(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId })
  for (const text of [undefined, '', `00-${traceId}-${spanId}`, `00-${'0'.repeat(32)}-${spanId}-01`])
    expect(readTraceparent(text)).toBeUndefined()
})
