import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import type { JsonSchema } from './schema.ts'

type Node = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>
type Read = (node: { from: number; to: number }) => string

const unquoted = (text: string): string => text.replaceAll(/^"|"$/g, '')

/** The schema of the value at a node of the JSON tree. */
function schemaAt(node: Node | null, root: JsonSchema, read: Read): JsonSchema | undefined {
  if (!node || node.name === 'JsonText') return root
  const { parent } = node
  if (!parent) return root
  if (parent.name === 'Property') {
    const owner = schemaAt(parent.parent, root, read)
    const name = parent.getChild('PropertyName')
    return name ? owner?.properties?.[unquoted(read(name))] : undefined
  }
  if (parent.name === 'Array') return schemaAt(parent, root, read)?.items
  return schemaAt(parent, root, read)
}

const quoted = (value: unknown): string => JSON.stringify(value)

function values(schema: JsonSchema | undefined): Completion[] {
  if (!schema) return []
  if (schema.enum) return schema.enum.map((one) => ({ label: quoted(one), type: 'enum' }))
  if (schema.type === 'boolean') return ['true', 'false'].map((label) => ({ label, type: 'keyword' }))
  if (schema.format === 'date-time') return [{ label: quoted(new Date().toISOString()), type: 'constant' }]
  if (schema.type === 'object') return [{ label: '{}', type: 'type' }]
  if (schema.type === 'array') return [{ label: '[]', type: 'type' }]
  return []
}

/** Offers the names that an object may still have, and the values that its schema allows. */
export const completionOf =
  (schema: JsonSchema) =>
  (context: CompletionContext): CompletionResult | null => {
    const { state, pos } = context
    const read: Read = ({ from, to }) => state.sliceDoc(from, to)
    const word = context.matchBefore(/"?[\w.:-]*"?$/)
    const from = word?.from ?? pos
    if (from === pos && !context.explicit && !/["{[,:]\s*$/.test(state.sliceDoc(Math.max(0, pos - 20), pos)))
      return null
    const before = state.sliceDoc(0, from).trimEnd()
    const inner = syntaxTree(state).resolveInner(from, -1)
    if (
      before.endsWith(':') ||
      before.endsWith('[') ||
      (before.endsWith(',') && holder(inner)?.name === 'Array')
    ) {
      const property = before.endsWith(':') ? closest(inner, 'Property') : null
      const list = property ? null : holder(inner)
      const name = property?.getChild('PropertyName')
      const target = property
        ? name && schemaAt(property.parent, schema, read)?.properties?.[unquoted(read(name))]
        : schemaAt(list, schema, read)?.items
      const options = values(target ?? undefined)
      return options.length > 0 ? { from, options, validFor: /^"?[\w.:-]*"?$/ } : null
    }
    const object = closest(inner, 'Object')
    const known = object ? schemaAt(object, schema, read) : undefined
    if (!object || !known?.properties) return null
    const present = new Set(
      object.getChildren('Property').flatMap((property) => {
        const name = property.getChild('PropertyName')
        return name && name.from !== from ? [unquoted(read(name))] : []
      }),
    )
    const options = Object.entries(known.properties)
      .filter(([name]) => !present.has(name))
      .map(([name, part]): Completion => {
        const required = known.required?.includes(name) ?? false
        return {
          label: quoted(name),
          apply: `${quoted(name)}: `,
          detail: part.enum ? 'enum' : (part.type ?? ''),
          type: 'property',
          boost: required ? 10 : 0,
        }
      })
    return options.length > 0 ? { from, options, validFor: /^"?[\w.:-]*"?$/ } : null
  }

function closest(node: Node | null, name: string): Node | null {
  for (let at = node; at; at = at.parent) if (at.name === name) return at
  return null
}

/** The list or object that holds a node. */
function holder(node: Node | null): Node | null {
  for (let at = node; at; at = at.parent) if (at.name === 'Array' || at.name === 'Object') return at
  return null
}
