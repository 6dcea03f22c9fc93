import { formats, lengthOf, type SchemaFault, type Validate, withFault } from '../schema-runtime.ts'

interface Schema {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean
  items?: Schema
  enum?: unknown[]
  format?: string
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}

/** Adds the faults of a value, which stands at a path of its message. */
type Check = (value: unknown, path: string, faults: SchemaFault[]) => void

/**
 * The checks of all definitions, each made of small functions when its first message comes. They find what compiled validators
 * find, and a version that no station speaks costs the text of its schemas, which the console needs in either case.
 */
export function checksOf(definitionsText: string): Readonly<Record<string, Validate>> {
  const definitions = JSON.parse(definitionsText) as Record<string, Schema>
  const shared = new Map<string, Check>()
  const checkOf = (schema: Schema): Check => {
    if (schema.$ref === undefined) return madeOf(schema, checkOf)
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
    const check = shared.get(name) ?? checkOf(definitions[name] ?? {})
    shared.set(name, check)
    return check
  }
  const checks: Record<string, Validate> = Object.create(null)
  for (const [name, schema] of Object.entries(definitions)) checks[name] = validator(() => checkOf(schema))
  return checks
}

function validator(make: () => Check): Validate {
  let check: Check | undefined
  const validate: Validate = (payload) => {
    check ??= make()
    const faults: SchemaFault[] = []
    check(payload, '', faults)
    validate.errors = faults.length > 0 ? faults : null
    return faults.length === 0
  }
  return validate
}

function madeOf(schema: Schema, checkOf: (schema: Schema) => Check): Check {
  const { enum: words } = schema
  const allowed = words && new Set(words)
  const own = ofType(schema, checkOf)
  if (!allowed) return own
  return (value, path, faults) => {
    own(value, path, faults)
    if (!allowed.has(value)) withFault(faults, path, 'enum', {})
  }
}

function ofType(schema: Schema, checkOf: (schema: Schema) => Check): Check {
  switch (schema.type) {
    case 'object':
      return ofObject(schema, checkOf)
    case 'array':
      return ofArray(schema, checkOf)
    case 'string':
      return ofText(schema)
    case 'integer':
    case 'number':
      return ofNumber(schema)
    case 'boolean':
      return (value, path, faults) => {
        if (typeof value !== 'boolean') withFault(faults, path, 'type', { type: 'boolean' })
      }
    default:
      return () => undefined
  }
}

function ofObject(
  { properties = {}, required = [], additionalProperties }: Schema,
  checkOf: (schema: Schema) => Check,
): Check {
  const known = new Map(Object.entries(properties).map(([name, schema]) => [name, checkOf(schema)]))
  const closed = additionalProperties === false
  return (value, path, faults) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      withFault(faults, path, 'type', { type: 'object' })
      return
    }
    const parts = value as Record<string, unknown>
    for (const name of required) {
      if (parts[name] === undefined) withFault(faults, path, 'required', { missingProperty: name })
    }
    for (const name in parts) {
      const check = known.get(name)
      if (check) {
        if (parts[name] !== undefined) check(parts[name], `${path}/${name}`, faults)
      } else if (closed) withFault(faults, path, 'additionalProperties', { additionalProperty: name })
    }
  }
}

function ofArray({ items, minItems = 0, maxItems }: Schema, checkOf: (schema: Schema) => Check): Check {
  const check = items && checkOf(items)
  const most = maxItems ?? Number.POSITIVE_INFINITY
  return (value, path, faults) => {
    if (!Array.isArray(value)) {
      withFault(faults, path, 'type', { type: 'array' })
      return
    }
    if (value.length > most) withFault(faults, path, 'maxItems', { limit: most })
    if (value.length < minItems) withFault(faults, path, 'minItems', { limit: minItems })
    if (check)
      for (let index = 0; index < value.length; index++) check(value[index], `${path}/${index}`, faults)
  }
}

function ofText({ maxLength, format }: Schema): Check {
  const fits = format === 'date-time' || format === 'uri' ? formats[format] : undefined
  const most = maxLength ?? Number.POSITIVE_INFINITY
  return (value, path, faults) => {
    if (typeof value !== 'string') {
      withFault(faults, path, 'type', { type: 'string' })
      return
    }
    if (value.length > most && lengthOf(value) > most) withFault(faults, path, 'maxLength', { limit: most })
    if (fits && !fits(value)) withFault(faults, path, 'format', { format })
  }
}

function ofNumber({ type, minimum, maximum }: Schema): Check {
  const least = minimum ?? Number.NEGATIVE_INFINITY
  const most = maximum ?? Number.POSITIVE_INFINITY
  return (value, path, faults) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      withFault(faults, path, 'type', { type })
      return
    }
    if (type === 'integer' && value % 1 !== 0) withFault(faults, path, 'type', { type })
    if (value > most) withFault(faults, path, 'maximum', { limit: most })
    if (value < least) withFault(faults, path, 'minimum', { limit: least })
  }
}
