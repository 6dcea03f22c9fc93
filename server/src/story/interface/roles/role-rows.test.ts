import { type Call, contract, markedFields, type Role, type Subject } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Row, readTable } from './role-rows.ts'

const calls = Object.values(contract).flatMap((named) => Object.values(named as Record<string, Call>))

/** What stands for a subject in the table. */
const names: Record<Subject, readonly string[]> = {
  location: ['location'],
  station: ['station'],
  connector: ['connector'],
  order: ['order', 'review'],
  driver: ['driver'],
  manager: ['owner', 'manager'],
  service: ['service'],
}

/** Calls with their own key, which limits what they may reach: keys.test.ts and the stories of drivers' accounts test them. */
const withKey = (call: Call) => call.roles === 'public' || call.roles === 'driver'

/** Parameters of a path that are no ids of protected things. */
const noIds = [
  'key',
  'token',
  'month',
  'number',
  'protocol',
  'connectorNumber',
  'messageId',
  'provider',
  'slug',
]

/** Fields that look like ids but are no ids of protected things: of lists of the network, of other systems, of the subject in the path. */
const noSubjects = [
  'GET ocpp-messages/{stationId}/controller: connector_id',
  'PATCH drivers/{id}: fleet_id',
  // of circuits, within the site of the location in the path
  'PUT locations/{id}/energy/site: id',
  'POST locations/{id}/energy/simulation: id',
  'POST firmware/moves: stations',
  'POST firmware/rollouts: file_id',
  'POST firmware/rollouts: stations',
  'POST locations/{id}/stations: id',
  'POST managers/{id}/account: bankAccountId',
  'POST managers/{id}/account: bankId',
  'POST managers/{id}/account: taxId',
  'POST managers/{id}/subscription: stations',
  'POST orders/{id}/payment: market_shop_id',
  'POST orders/{id}/services: market_shop_id',
  // how many
  'POST refund-runs: orders',
  'POST terminals: market_shop_id',
  // of OCPI
  'PUT roaming/party: party_id',
  // of tariffs, which belong to the network
  'PUT roaming/tariffs: ids',
  // the name that we have at a provider of log-ins
  'PUT single-sign-on: client_id',
  // of the partner in the path
  'POST roaming/partners/{id}/queue/send: delivery_id',
  // of the endpoint in the path
  'POST webhook-endpoints/{id}/messages/send: message_id',
  ...['bulk-commands', 'stations/{id}/tasks'].flatMap((path) =>
    ['monitor_id', 'profile_id', 'reservation_id', 'stream_id', 'text_id'].map(
      (name) => `POST ${path}: ${name}`,
    ),
  ),
  'POST inbox/debts/{id}/book: market_shop_id',
  'POST locations/{id}/services: type_id',
  'POST orders/{id}/refunds: booking_id',
  'POST orders/{id}/refunds: service_id',
  'POST orders/{id}/chargebacks: booking_id',
  'POST orders/{id}/chargebacks: service_id',
]

/** Fields of calls for administrators that are tried by another call of the same body, or by a story. */
const triedElsewhere = [
  // by bulk-commands/reach and refund-runs/reach
  'POST bulk-commands: selection.filter.location_id',
  'POST refund-runs: selection.filter.connector_id',
  'POST refund-runs: selection.filter.location_ids.*',
  'POST refund-runs: selection.filter.station_id',
  'POST bulk-commands: selection.except.*',
  // by stations/{id}/tasks
  'POST bulk-commands: command.task.order_id',
  // staff.test.ts: nobody else gives anybody an owner
  'PATCH managers/{id}: owner_id',
  // incident-people.test.ts: whoever is given an incident has to see it
  'POST incidents/{id}/assign: manager_id',
]

const answersTo = (call: Call) => {
  const pattern = new RegExp(`^${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  return readTable().filter(
    ({ method, path }) => method === call.method && pattern.test(path.replace(/\?.*/, '')),
  )
}

/** The values of a row with the names in braces as they stand there. */
const bodyOf = ({ body }: Row): unknown =>
  body === undefined ? undefined : JSON.parse(body.replaceAll(/(?<=[:[,])\{~?\w+\}(?=[,\]}])/g, '"$&"'))
const queryOf = ({ path }: Row): unknown => Object.fromEntries(new URLSearchParams(path.split('?')[1]))

function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  const [step, ...rest] = path
  if (step === undefined) return [value]
  if (typeof value !== 'object' || value === null) return []
  const next = step === '*' ? Object.values(value) : [(value as Record<string, unknown>)[step]]
  return next.flatMap((one) => valuesAt(one, rest))
}

/** The names of all fields of a schema, of whatever shape. */
function fieldsOf(schema: z.ZodType): string[] {
  const walk = (part: unknown): string[] => {
    if (typeof part !== 'object' || part === null) return []
    const { properties = {}, ...rest } = part as { properties?: Record<string, unknown> }
    return [
      ...Object.keys(properties),
      ...[...Object.values(properties), ...Object.values(rest)].flatMap(walk),
    ]
  }
  return walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
}

test('each id in a path is tried with a foreign id, unless only administrators may call', () => {
  const missing = calls
    .filter(
      (call) => !withKey(call) && (call.roles as readonly Role[]).some((role) => role !== 'administrator'),
    )
    .flatMap((call) => {
      const words = call.path.split('/')
      return words
        .map((word, place) => ({ name: /^\{(\w+)\}$/.exec(word)?.[1], place }))
        .filter(({ name }) => name !== undefined && !noIds.includes(name))
        .filter(
          ({ place }) => !answersTo(call).some(({ path }) => path.split(/[/?]/)[place]?.startsWith('{')),
        )
        .map(({ name }) => `${call.method} ${call.path}: ${name}`)
    })
  expect(missing).toEqual([])
})

test('each id in a query and a body is tried with a foreign id', () => {
  const missing = calls
    .filter((call) => !withKey(call))
    .flatMap((call) =>
      (['query', 'body'] as const).flatMap((part) =>
        markedFields(call[part])
          .filter(({ path, subject }) => {
            const tried = answersTo(call).flatMap((row) =>
              valuesAt(part === 'query' ? queryOf(row) : bodyOf(row), path),
            )
            return !tried.some((value) => names[subject].some((name) => `${value}`.match(`^{~?${name}}$`)))
          })
          .map(({ path }) => `${call.method} ${call.path}: ${path.join('.')}`),
      ),
    )
  expect(missing.toSorted()).toEqual(triedElsewhere.toSorted())
})

test('what looks like an id is marked as one, or known to be none', () => {
  const unmarked = calls
    .filter((call) => !withKey(call))
    .flatMap((call) =>
      (['query', 'body'] as const).flatMap((part) => {
        if (call[part] instanceof z.ZodUndefined) return []
        const marked = markedFields(call[part]).map(({ path }) => path.findLast((step) => step !== '*'))
        return fieldsOf(call[part])
          .filter((name) => /(^|_)ids?$|[a-z]Ids?$|^(locations|stations|drivers|owners|orders)$/.test(name))
          .filter((name) => !marked.includes(name))
          .map((name) => `${call.method} ${call.path}: ${name}`)
      }),
    )
  expect([...new Set(unmarked)].toSorted()).toEqual(noSubjects.toSorted())
})
