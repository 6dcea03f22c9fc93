import { type Chance, hostileInstants, hostileText, hostileValue } from '@stationmaster/server/hostile'
import { type Attack, send, type Target } from './target.ts'

interface TypeRef {
  kind: string
  name: string | null
  ofType?: TypeRef | null
}

interface Field {
  name: string
  args: { name: string; type: TypeRef }[]
  type: TypeRef
}

type Types = ReadonlyMap<string, readonly Field[]>

const reference = 'kind name ofType { kind name ofType { kind name } }'
const introspection = `{ __schema { types { name fields { name args { name type { ${reference} } } type { ${reference} } } } } }`

const odd: readonly ((chance: Chance) => string)[] = [
  () => introspection,
  () => '{ __schema { types { fields { type { fields { type { fields { type { name } } } } } } } } }',
  () => `{ orders(search: ${'['.repeat(3_000)}) { total_count } }`,
  () => `{ orders(locationIds: ${'['.repeat(500)}${']'.repeat(500)}) { total_count } }`,
  () => `{ orders(search: ${'{a:'.repeat(400)}1${'}'.repeat(400)}) { total_count } }`,
  () => '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
  () => `{ ${Array.from({ length: 100 }, (_, n) => `a${n}: __typename`).join(' ')} }`,
  () => `query ($a: ${'['.repeat(200)}String${']'.repeat(200)}) { orders { total_count } }`,
  () => `{ orders ${'@skip(if: false) '.repeat(300)} { total_count } }`,
  (chance) => `{ orders(search: """${hostileText(chance).slice(0, 5_000)}""") { total_count } }`,
  (chance) => hostileText(chance),
  () => 'mutation { a }',
  () => 'subscription { a }',
  () => '{ orders { edges { node { id } } } } '.repeat(2),
  () => `#${'x'.repeat(15_000)}\n{ orders { total_count } }`,
]

/** Queries made from the schema that the server tells, with aliases, fragments, hostile arguments and broken texts. */
export const graphql: Attack = async (target, until, rest) => {
  const types = await readTypes(target)
  while (!until()) {
    const { chance } = target
    const answer = await ask(target, chance.happens(0.2) ? chance.one(odd)(chance) : queryOf(target, types))
    if (answer?.status === 401) await target.refresh()
    const failed = /"code":"server\.failed"/.test(answer?.text ?? '')
    target.tally.count(
      'graphql answers',
      failed ? 'failed' : /"errors"/.test(answer?.text ?? '') ? 'errors' : 'data',
    )
    await rest()
  }
}

async function ask(target: Target, query: string, variables?: unknown) {
  const body = JSON.stringify({ query, ...(variables === undefined ? {} : { variables }) })
  const headers = { authorization: target.authorization(), 'content-type': 'application/json' }
  const sent = { method: 'POST', path: '/api/graphql', headers, body }
  const answer = await send(target, 'graphql', sent)
  // a field that fails is a 200 to HTTP
  if (answer && answer.status < 500 && answer.text.includes('"code":"server.failed"'))
    target.tally.fault({ what: 'graphql: server.failed', sent, answer: answer.text.slice(0, 500) })
  return answer
}

async function readTypes(target: Target): Promise<Types> {
  const answer = await ask(target, introspection)
  const { data } = JSON.parse(answer?.text ?? '{}') as {
    data?: { __schema: { types: { name: string; fields: Field[] | null }[] } }
  }
  if (!data) throw new Error('The server does not tell its GraphQL schema.')
  return new Map(data.__schema.types.map(({ name, fields }) => [name, fields ?? []]))
}

function queryOf(target: Target, types: Types): string {
  const { chance } = target
  const many = chance.one([1, 1, 1, 2, 5, 10, 11])
  // each GraphQL schema has the type Query
  const roots = types.get('Query')!
  const fields = Array.from({ length: many }, (_, nth) => {
    const field = chance.one(roots)
    return `a${nth}: ${field.name}${argumentsOf(target, field)} ${selectionOf(chance, types, field.type, 0)}`
  })
  return `{ ${fields.join(' ')} }`
}

const named = (type: TypeRef): string => (type.ofType ? named(type.ofType) : (type.name ?? ''))

function selectionOf(chance: Chance, types: Types, type: TypeRef, depth: number): string {
  const fields = types.get(named(type)) ?? []
  if (fields.length === 0) return ''
  if (depth > 8) return '{ __typename }'
  const count = 1 + chance.below(chance.happens(0.1) ? 60 : 6)
  const chosen = Array.from({ length: count }, (_, nth) => {
    const field = chance.one(fields)
    const alias = chance.happens(0.3) ? `b${nth}${chance.below(100)}: ` : ''
    return `${alias}${field.name} ${selectionOf(chance, types, field.type, depth + 1)}`
  })
  return `{ ${chosen.join(' ')} }`
}

function argumentsOf({ chance, network }: Target, { args }: Field): string {
  const chosen = args.filter(() => chance.happens(0.4))
  if (chosen.length === 0) return ''
  const literal = (name: string): string => {
    if (chance.happens(0.04)) return literalOf(hostileValue(chance))
    switch (name) {
      case 'from':
      case 'to':
        return literalOf(chance.happens(0.5) ? chance.one(hostileInstants) : new Date().toISOString())
      case 'limit':
        return literalOf(chance.one([0, 1, 50, 500, 501, 10_000, 10_001, 50_000, 2_147_483_647, -1]))
      case 'offset':
        return literalOf(chance.one([0, 1, 1_000_000, 2_147_483_647, -1]))
      case 'locationIds':
        return literalOf(
          Array.from({ length: chance.below(4) }, () => String(chance.one([...network.locations, -1]))),
        )
      case 'statuses':
        return literalOf([chance.one(['started', 'completed', 'nothing'])])
      case 'payment_method_type':
        return literalOf(chance.one(['card', 'sbp', 'gold']))
      default:
        return literalOf(hostileText(chance).slice(0, 5_000))
    }
  }
  return `(${chosen.map(({ name }) => `${name}: ${literal(name)}`).join(', ')})`
}

/** A value as GraphQL writes it: keys without quotes. */
function literalOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.slice(0, 100).map(literalOf).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  return `{${Object.entries(value)
    .map(([key, part]) => `${key.replaceAll(/\W/g, '_') || '_'}: ${literalOf(part)}`)
    .join(', ')}}`
}
