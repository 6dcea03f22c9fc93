import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  visit,
} from 'graphql'
import { Failure } from '../http/failure.ts'

/** Words and signs of a query: so many can be parsed and compared with each other in no time, and nest no deeper than this. */
export const tokensMost = 1_000

const deepest = 8
const rootFieldsMost = 10
/** fields of one row, each alias its own: an order has fifty with all that hangs on it */
const rowFieldsMost = 100
/** values of a whole answer: the payments table's 50,000 rows of up to forty fields (domain.md#payments-and-reports) */
const valuesMost = 2_000_000
const defaultLimit = 50

/** What a selection asks for: how many fields, every alias and every use of a fragment counted, and how deep they lie. */
interface Size {
  fields: number
  depth: number
}

/**
 * How many values a valid query can answer: limit x fields of each list that it asks for, every alias counted. Throws
 * query.too_costly or request.invalid, before anything runs.
 */
export function costOf(
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  operationName: string | undefined,
  limitsMost: Readonly<Record<string, number>>,
): number {
  refuseUnstorable(document)
  const operation = document.definitions.find(
    (one): one is OperationDefinitionNode =>
      one.kind === Kind.OPERATION_DEFINITION &&
      (operationName === undefined || one.name?.value === operationName),
  )
  if (operation?.operation !== OperationTypeNode.QUERY) throw invalid('There is no such query.')
  const fragments = new Map(
    document.definitions
      .filter((one): one is FragmentDefinitionNode => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((one) => [one.name.value, one]),
  )
  const roots = operation.selectionSet.selections
  if (roots.length > rootFieldsMost || !roots.every((root): root is FieldNode => root.kind === Kind.FIELD))
    throw invalid(`A query asks for at most ${rootFieldsMost} fields, each by its name.`)

  const sized = sizes(fragments)
  let values = 0
  for (const root of roots) {
    if (root.name.value.startsWith('__')) continue
    const { fields, depth } = sized(root.selectionSet)
    if (depth + 1 > deepest) throw invalid(`A query is at most ${deepest} fields deep.`)
    if (fields > rowFieldsMost)
      throw tooCostly(`A row has at most ${rowFieldsMost} fields, each alias counted.`)
    const most = limitsMost[root.name.value] ?? defaultLimit
    values += Math.min(limitOf(root, operation, variables), most) * fields
  }
  if (values > valuesMost)
    throw tooCostly(`${values} values are asked for, at most ${valuesMost} are answered.`)
  return values
}

/** Counts each fragment once, however often it is used: the query is valid, so none holds itself. */
function sizes(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
  const known = new Map<string, Size>()
  const sizeOf = (selected: SelectionSetNode | undefined): Size => {
    const size = { fields: 0, depth: 0 }
    for (const one of selected?.selections ?? []) {
      const own = one.kind === Kind.FIELD ? 1 : 0
      const inner = one.kind === Kind.FRAGMENT_SPREAD ? ofFragment(one.name.value) : sizeOf(one.selectionSet)
      size.fields += own + inner.fields
      size.depth = Math.max(size.depth, own + inner.depth)
    }
    return size
  }
  const ofFragment = (name: string): Size => {
    const size = known.get(name) ?? sizeOf(fragments.get(name)?.selectionSet)
    known.set(name, size)
    return size
  }
  return sizeOf
}

/** The limit of a requested list, written in the query or given as a variable. */
function limitOf(
  field: FieldNode,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): number {
  const given: ArgumentNode['value'] | undefined = field.arguments?.find(
    ({ name }) => name.value === 'limit',
  )?.value
  if (given?.kind === Kind.INT) return Number(given.value)
  if (given?.kind !== Kind.VARIABLE) return defaultLimit
  const name = given.name.value
  const value = variables[name]
  if (typeof value === 'number') return value
  const preset = variableDefinitions.find(({ variable }) => variable.name.value === name)?.defaultValue
  return value === undefined && preset?.kind === Kind.INT ? Number(preset.value) : defaultLimit
}

/** A zero character can be written as an escape, and no text of the database can hold it. */
function refuseUnstorable(document: DocumentNode): void {
  visit(document, {
    StringValue: ({ value }) => {
      if (value.includes('\0')) throw invalid('A text has a zero character.')
    },
  })
}

const invalid = (message: string) => new Failure('request.invalid', [{ path: 'query', message }])
const tooCostly = (message: string) => new Failure('query.too_costly', [{ path: 'query', message }])
