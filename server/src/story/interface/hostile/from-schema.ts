import type { Chance } from './chance.ts'
import { hostileInstants, hostileNumber, hostileText, hostileValue } from './values.ts'

export type Schema = Readonly<Record<string, unknown>>

export interface Making {
  chance: Chance
  /** where `$ref` is looked up */
  root: Schema
  /** the part of the values that is at or beyond its limits */
  wild: number
  /** values that mean something here, by the name of the field */
  known: Readonly<Record<string, readonly unknown[]>>
}

const deepest = 12

/** A value of a JSON schema, and for the wild part of it one at or beyond the schema's limits. */
export function drawn(schema: Schema, making: Making, name = '', depth = 0): unknown {
  const { chance, known, wild } = making
  const meant = resolved(schema, making.root)
  if (chance.happens(wild)) return beyond(meant, making)
  const list = known[name]
  if (list && list.length > 0 && chance.happens(0.85)) return chance.one(list)
  if ('const' in meant) return meant.const
  if (Array.isArray(meant.enum)) return chance.one(meant.enum)
  const either = (meant.anyOf ?? meant.oneOf) as Schema[] | undefined
  if (either) return drawn(chance.one(either), making, name, depth + 1)
  const all = meant.allOf as Schema[] | undefined
  if (all) return Object.assign({}, ...all.map((part) => drawn(part, making, name, depth + 1)))
  const type = Array.isArray(meant.type) ? chance.one(meant.type as string[]) : meant.type
  switch (type) {
    case 'object':
      return objectOf(meant, making, depth)
    case 'array':
      return arrayOf(meant, making, name, depth)
    case 'string':
      return textOf(meant, making)
    case 'integer':
    case 'number':
      return numberOf(meant, making, type === 'integer')
    case 'boolean':
      return chance.happens(0.5)
    case 'null':
      return null
    default:
      return hostileValue(chance)
  }
}

/** A value with everything that its schema has a place for, each integer as `integerOf` says of its name. */
export function whole(schema: Schema, root: Schema, integerOf: (name: string) => number, name = ''): unknown {
  const meant = resolved(schema, root)
  if (Array.isArray(meant.enum)) return meant.enum[0]
  switch (meant.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((meant.properties ?? {}) as Record<string, Schema>).map(([key, property]) => [
          key,
          whole(property, root, integerOf, key),
        ]),
      )
    case 'array':
      return [whole((meant.items ?? {}) as Schema, root, integerOf, name)]
    case 'integer':
      return integerOf(name)
    case 'number':
      return 1
    case 'boolean':
      return true
    default:
      return meant.format === 'date-time' ? new Date().toISOString() : '1'
  }
}

/** A schema with its reference followed. */
export function resolved(schema: Schema, root: Schema): Schema {
  let found = schema
  for (let hops = 0; typeof found.$ref === 'string' && hops < 20; hops += 1) {
    const { $ref, ...rest } = found
    const path = ($ref as string).replace(/^[^#]*#\//, '').split('/')
    const target = path.reduce<unknown>((part, key) => (part as Schema | undefined)?.[key], root)
    found = { ...(target as Schema), ...rest }
  }
  return found
}

function objectOf(schema: Schema, making: Making, depth: number): Record<string, unknown> {
  const { chance, wild } = making
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  const required = (schema.required ?? []) as string[]
  const fields: [string, unknown][] = []
  for (const [name, property] of Object.entries(properties)) {
    const wanted = required.includes(name)
      ? !chance.happens(wild / 10)
      : depth < deepest && chance.happens(0.5)
    if (wanted) fields.push([name, drawn(property, making, name, depth + 1)])
  }
  const { additionalProperties } = schema
  if (typeof additionalProperties === 'object' && additionalProperties !== null && depth < deepest)
    for (let count = chance.below(3); count > 0; count -= 1)
      fields.push([hostileText(chance), drawn(additionalProperties as Schema, making, '', depth + 1)])
  if (chance.happens(wild / 5))
    fields.push([
      chance.one(['__proto__', 'constructor', 'toString', 'length', '', '\u0000']),
      hostileValue(chance),
    ])
  // every key becomes a field of its own, __proto__ too
  return Object.fromEntries(fields)
}

function arrayOf(schema: Schema, making: Making, name: string, depth: number): unknown[] {
  const { chance } = making
  const first = (schema.prefixItems ?? []) as Schema[]
  // one place more than a tuple has, now and then: whatever that is, it is too much
  if (first.length > 0)
    return [...first, ...(chance.happens(making.wild) ? [{}] : [])].map((place) =>
      drawn(place, making, name, depth + 1),
    )
  const least = (schema.minItems as number | undefined) ?? 0
  const most = Math.max(least, Math.min((schema.maxItems as number | undefined) ?? 3, 4))
  const count = depth < deepest ? least + chance.below(most - least + 1) : least
  // the name of a list shows what its ids are: locations, location_ids, evses
  return Array.from({ length: count }, () => drawn((schema.items ?? {}) as Schema, making, name, depth + 1))
}

function textOf(schema: Schema, { chance }: Making): string {
  if (schema.format === 'date-time')
    return chance.happens(0.8) ? new Date().toISOString() : chance.one(hostileInstants)
  const most = Math.min((schema.maxLength as number | undefined) ?? 40, 3_000)
  const least = (schema.minLength as number | undefined) ?? 0
  const length = chance.happens(0.2) ? most : Math.min(most, Math.max(least, 1 + chance.below(12)))
  const words = chance.one(['a', 'Aa1', '7', 'Ы', '𝒳', 'a b'])
  return [...words.repeat(length)].slice(0, length).join('')
}

interface Bounds {
  least: number
  most: number
}

function boundsOf(schema: Schema): Bounds {
  const least = (schema.minimum ?? schema.exclusiveMinimum ?? -1000) as number
  const most = (schema.maximum ?? schema.exclusiveMaximum ?? Math.max(1000, least + 1000)) as number
  return { least: Math.max(least, Number.MIN_SAFE_INTEGER), most: Math.min(most, Number.MAX_SAFE_INTEGER) }
}

function numberOf(schema: Schema, { chance }: Making, integer: boolean): number {
  const { least, most } = boundsOf(schema)
  if (chance.happens(0.3)) return chance.one([least, most])
  const small = Math.min(most, Math.max(least, 0) + 20)
  const value = least > 0 ? least + chance.next() * (small - least) : chance.next() * small
  return integer ? Math.round(value) : Number(value.toFixed(1))
}

/** What stands just inside, on and outside a schema's limits, or what is no such value at all. */
function beyond(schema: Schema, { chance }: Making): unknown {
  const kind = chance.below(4)
  if (kind === 0) return hostileValue(chance)
  switch (schema.type) {
    case 'string': {
      const most = schema.maxLength as number | undefined
      if (most !== undefined && kind === 1) return 'a'.repeat(Math.min(most, 70_000) + chance.below(2))
      return hostileText(chance)
    }
    case 'integer':
    case 'number': {
      const { least, most } = boundsOf(schema)
      if (kind === 1) return chance.one([least - 1, least, most, most + 1])
      return kind === 2 ? String(hostileNumber(chance)) : hostileNumber(chance)
    }
    case 'array':
      return Array.from({ length: chance.one([0, 1, 100, 2_000]) }, () => hostileNumber(chance))
    default:
      return hostileValue(chance)
  }
}
