import type { StationCommandSchema } from '@stationmaster/contract'

/** The part of JSON Schema that OCPP's schemas use, every reference filled in. */
export interface JsonSchema {
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: (string | number)[]
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  multipleOf?: number
  minItems?: number
  maxItems?: number
  default?: unknown
  additionalProperties?: boolean
}

/** An action of the station's version, and what its payload must be. */
export interface Command extends Omit<StationCommandSchema, 'schema'> {
  schema: JsonSchema
}

export type Json = Record<string, unknown>

/** A fault of a payload: where (dotted), which keyword it breaks, and that keyword's parameters. */
export interface Fault {
  path: string
  keyword: string
  params: Record<string, unknown>
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object that a text holds, or null: "the payload must be a valid JSON object" (domain.md#console). */
export function objectOf(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

export const textOf = (payload: unknown): string => JSON.stringify(payload, null, 2)

/** The least value that a schema allows: an object with what it requires, the first word of an enum, the present time. */
export function leastOf(schema: JsonSchema, now: Date = new Date()): unknown {
  if (schema.default !== undefined) return schema.default
  if (schema.enum?.length) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, leastOf(schema.properties?.[name] ?? {}, now)]),
      )
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => leastOf(schema.items ?? {}, now))
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, 0)
    case 'boolean':
      return false
    case 'string':
      return schema.format === 'date-time' ? now.toISOString() : ''
    default:
      return ''
  }
}

const typeFits = (type: NonNullable<JsonSchema['type']>, value: unknown): boolean => {
  if (type === 'object') return isObject(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

/** The faults of a payload against its schema, in the server's words; the server decides in the end. */
export function faultsOf(schema: JsonSchema, value: unknown, path = ''): Fault[] {
  const fault = (keyword: string, params: Record<string, unknown> = {}): Fault => ({ path, keyword, params })
  if (schema.type && !typeFits(schema.type, value)) return [fault('type', { type: schema.type })]
  const faults: Fault[] = []
  if (schema.enum && !schema.enum.some((one) => one === value)) faults.push(fault('enum'))
  if (typeof value === 'string') {
    if (schema.maxLength !== undefined && [...value].length > schema.maxLength)
      faults.push(fault('maxLength', { limit: schema.maxLength }))
    if (schema.format === 'date-time' && Number.isNaN(Date.parse(value)))
      faults.push(fault('format', { format: 'date-time' }))
    if (schema.format === 'uri' && !URL.canParse(value)) faults.push(fault('format', { format: 'uri' }))
  }
  if (typeof value === 'number') {
    if (schema.minimum !== undefined && value < schema.minimum)
      faults.push(fault('minimum', { limit: schema.minimum }))
    if (schema.maximum !== undefined && value > schema.maximum)
      faults.push(fault('maximum', { limit: schema.maximum }))
    if (
      schema.multipleOf &&
      Math.abs(value / schema.multipleOf - Math.round(value / schema.multipleOf)) > 1e-6
    )
      faults.push(fault('multipleOf', { multipleOf: schema.multipleOf }))
  }
  const child = (name: string | number) => (path === '' ? String(name) : `${path}.${name}`)
  if (Array.isArray(value)) {
    if (schema.minItems !== undefined && value.length < schema.minItems)
      faults.push(fault('minItems', { limit: schema.minItems }))
    if (schema.maxItems !== undefined && value.length > schema.maxItems)
      faults.push(fault('maxItems', { limit: schema.maxItems }))
    const { items } = schema
    if (items) faults.push(...value.flatMap((one, index) => faultsOf(items, one, child(index))))
  }
  if (isObject(value)) {
    for (const name of schema.required ?? [])
      if (!(name in value)) faults.push(fault('required', { missingProperty: name }))
    for (const [name, one] of Object.entries(value)) {
      const known = schema.properties?.[name]
      if (known) faults.push(...faultsOf(known, one, child(name)))
      else if (schema.additionalProperties === false)
        faults.push(fault('additionalProperties', { additionalProperty: name }))
    }
  }
  return faults
}
