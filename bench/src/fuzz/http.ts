import {
  type Chance,
  drawn,
  hostileInstants,
  hostileText,
  nested,
  type Schema,
} from '@stationmaster/server/hostile'
import { type Attack, type Sent, send, type Target } from './target.ts'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
}

interface Operation {
  method: string
  path: string
  parameters: Parameter[]
  body: Schema | null
}

/** What a path's {id} means, by the word before it. */
const idsOf = ({ network }: Target): Record<string, readonly unknown[]> => ({
  locations: network.locations,
  stations: network.stations.map(({ id }) => id),
  'ocpp-messages': network.stations.map(({ id }) => id),
  'meter-values': network.stations.map(({ id }) => id),
  'ocpp-schemas': ['ocpp1.6', 'ocpp2.0.1', 'ocpp2.1'],
  connectors: network.connectors,
  orders: network.orders,
  transactions: network.unmatched,
  managers: network.managers,
  drivers: network.drivers,
  'bulk-commands': network.runs,
})

/** What a field's name means. */
const knownTo = (target: Target): Record<string, readonly unknown[]> => {
  const { network } = target
  const stations = network.stations.map(({ id }) => id)
  const instants = [
    new Date(Date.now() - 86_400_000).toISOString(),
    new Date().toISOString(),
    ...hostileInstants,
  ]
  return {
    from: instants,
    to: instants,
    at: instants,
    before: instants,
    after: instants,
    valid_from: instants,
    location_id: network.locations,
    locations: network.locations,
    owner_id: network.managers,
    station_id: stations,
    ids: stations,
    except: stations,
    connector_id: network.connectors,
    order_id: network.orders,
    token: network.tokens,
    tokens: network.tokens,
    evse: [1, 2],
    evses: [0, 1, 2],
    time_zone: ['Europe/Moscow', 'UTC'],
    email: [`a${Date.now()}@b.example`],
    protocol: ['ocpp1.6', 'ocpp2.0.1', 'ocpp2.1'],
    limit: [1, 50, 500, 501],
    days: [1, 30, 90],
    version: [1, 2],
    password: ['a-password-1'],
  }
}

const odd: readonly Partial<Sent>[] = [
  ...[
    { method: 'PATCH' },
    { method: 'PUT' },
    { method: 'DELETE' },
    { method: 'OPTIONS' },
    { method: 'TRACE' },
  ],
  ...[
    { headers: { 'content-type': 'text/plain' } },
    { headers: { 'content-type': 'application/json; charset=x' } },
  ],
  ...[
    { headers: { 'accept-language': ',;q=9,\u00ff'.repeat(500) } },
    { headers: { authorization: 'Bearer a.b.c' } },
  ],
  ...[
    { body: '{' },
    { body: '"' },
    { body: '\ufeff{}' },
    { body: `${'['.repeat(100_000)}` },
    { body: '1e999' },
  ],
  ...[
    { body: `{"a":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_001)}` },
    { body: Buffer.from([0x22, 0xff, 0xfe, 0x22]) },
  ],
  ...[{ body: JSON.stringify(nested(2_000)) }, { body: `{"a":"${'x'.repeat(1_100_000)}"}` }],
]

/** Calls of the server's own OpenAPI document with values at and beyond what it allows. */
export const http: Attack = async (target, until, rest) => {
  const document = await readDocument(target)
  const operations = operationsOf(document)
  while (!until()) {
    const operation = target.chance.one(operations)
    const answer = await send(target, 'http', callOf(target, operation, document))
    if (answer?.status === 401 || target.chance.happens(0.002)) await target.refresh()
    await rest()
  }
}

async function readDocument(target: Target): Promise<Schema> {
  const answer = await send(target, 'http', { method: 'GET', path: '/api/openapi.json' })
  if (answer?.status !== 200) throw new Error('The server has no OpenAPI document.')
  return JSON.parse(answer.text) as Schema
}

function operationsOf(document: Schema): Operation[] {
  const paths = document.paths as Record<string, Record<string, Schema>>
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const body = described.requestBody as { content?: Record<string, { schema?: Schema }> } | undefined
      return {
        method: method.toUpperCase(),
        path,
        parameters: (described.parameters ?? []) as Parameter[],
        body: body?.content?.['application/json']?.schema ?? null,
      }
    }),
  )
}

function callOf(target: Target, operation: Operation, document: Schema): Sent {
  const { chance } = target
  const making = { chance, root: document, wild: chance.one([0, 0.03, 0.1, 0.3]), known: knownTo(target) }
  const ids = idsOf(target)
  const parameters = operation.parameters.map((one) => ({
    ...one,
    value: drawn(one.schema, making, one.name),
  }))
  const words = operation.path.split('/')
  const path = words.map((word, place) => {
    const parameter = parameters.find(({ name }) => word === `{${name}}`)
    if (!parameter) return word
    const known = ids[words[place - 1] ?? ''] ?? []
    return encoded(known.length > 0 && chance.happens(0.9) ? chance.one(known) : parameter.value)
  })
  const query = parameters
    .filter((one) => one.in === 'query' && (one.required || chance.happens(0.5)))
    .map(({ name, value }) => queried(chance, name, value))
  const sent: Sent = {
    route: `${operation.method} ${operation.path}`,
    method: operation.method,
    path: path.join('/') + (query.length > 0 ? `?${query.join('&')}` : ''),
    headers: { authorization: target.authorization() },
  }
  if (operation.body) {
    sent.headers = { ...sent.headers, 'content-type': 'application/json' }
    sent.body = JSON.stringify(drawn(operation.body, making)) ?? ''
  }
  return chance.happens(0.03) ? { ...sent, ...chance.one(odd) } : sent
}

function queried(chance: Chance, name: string, value: unknown): string {
  const one = `${name}=${encoded(value)}`
  if (!chance.happens(0.02)) return one
  return chance.one([
    `${one}&${one}`,
    `${name}[]=1`,
    `${name}[a]=1`,
    name,
    `${name}=%ff`,
    `${name}=${encoded(hostileText(chance))}`,
  ])
}

/** A value in an address; halves of characters, which cannot stand there, as the bytes that sloppy clients send. */
function encoded(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return [...text.slice(0, 4_000)]
    .map((sign) => (/\p{Cs}/u.test(sign) ? '%ED%A0%80' : encodeURIComponent(sign)))
    .join('')
}
