import { described } from '../messages/codes.ts'
import type { Protocol } from '../protocol.ts'
import type { SchemaFault } from '../schema-runtime.ts'
import type { Payload } from '../socket/frames.ts'
import { versions } from '../versions.ts'
import { faultsOf, type Hurts, rowOf } from './actions.ts'
import { type TemplateName, templateNames } from './templates.ts'

export type JsonSchema = Record<string, unknown>

/** An action that the central system calls, as people meet it. */
export interface CommandSchema {
  action: string
  /** of its payload, every reference filled in */
  schema: JsonSchema
  hurts: Hurts
  /** ready payloads */
  templates: { name: TemplateName; payload: Payload }[]
}

const made = new Map<Protocol, readonly CommandSchema[]>()

/** The commands of a version by name, from the Open Charge Alliance's schemas. */
export function commandSchemas(protocol: Protocol): readonly CommandSchema[] {
  const known = made.get(protocol)
  if (known) return known
  const version = versions[protocol]
  const definitions = JSON.parse(version.definitionsText) as Record<string, JsonSchema>
  const ready = templateNames.map((name) => ({ name, call: version.writeCommand(version.templates[name]) }))
  const schemas = Object.entries(version.fromCentral)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([action, { hurts = false }]) => ({
      action,
      schema: filledIn(definitions[action] ?? {}, definitions) as JsonSchema,
      hurts,
      templates: ready.flatMap(({ name, call }) =>
        'action' in call && call.action === action ? [{ name, payload: call.payload as Payload }] : [],
      ),
    }))
  made.set(protocol, schemas)
  return schemas
}

/** The actions that stations of a version may call, and all its JSON schemas by name: generators of test messages need them. */
export const callsOf = (
  protocol: Protocol,
): { actions: string[]; definitions: Record<string, JsonSchema> } => ({
  actions: Object.keys(versions[protocol].fromStation),
  definitions: JSON.parse(versions[protocol].definitionsText),
})

/** What stations call, over all versions. */
export const stationActions: readonly string[] = [
  ...new Set(Object.values(versions).flatMap(({ fromStation }) => Object.keys(fromStation))),
].sort()

/** No type of OCPP holds itself, so this ends. */
function filledIn(schema: unknown, definitions: Record<string, JsonSchema>): unknown {
  if (Array.isArray(schema)) return schema.map((part) => filledIn(part, definitions))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref, ...rest } = schema as JsonSchema
  const target = typeof $ref === 'string' ? definitions[$ref.slice($ref.lastIndexOf('/') + 1)] : undefined
  const parts = Object.entries({ ...target, ...rest }).map(
    ([name, part]) => [name, filledIn(part, definitions)] as const,
  )
  return Object.fromEntries(parts)
}

/** The faults of a command's payload, each with a line for people; undefined: the version has no such command. */
export function commandFaults(
  protocol: Protocol,
  action: string,
  payload: unknown,
): (SchemaFault & { message: string })[] | undefined {
  const version = versions[protocol]
  if (!rowOf(version.fromCentral, action)) return undefined
  return faultsOf(version, action, payload).map((fault) => ({ ...fault, message: described(fault) }))
}
