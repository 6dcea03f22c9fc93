import { relative, sep } from 'node:path'
import { SyntaxKind } from 'typescript/unstable/ast'
import { API, TypeFlags } from 'typescript/unstable/sync'

/**
 * Every typed template of SQL (sql<Row>`...`) of a project, as { path, line, parts, row }: its fixed parts as they are at run time, and
 * of its row type { text, isScalar, isOpen, members, others }. `members` is undefined where the type is no object (`isScalar`) or is not
 * known before it is used (a type parameter), and not all of them where only some are (`isOpen`); each is { name, isOptional, shape }. `others` is the shape of any other member, where the type takes them. The
 * paths are relative to `root`; `config` is the project's tsconfig.json.
 */
export function readRowTypes(root, config) {
  const api = new API({ cwd: root })
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    return project.rootFiles.flatMap((file) => readFile(root, project, file))
  } finally {
    api.close()
  }
}

function readFile(root, { program, checker }, file) {
  const source = program.getSourceFile(file)
  if (!source?.text.includes('sql<')) return []
  const found = []
  const visit = (node) => {
    if (isTypedTemplate(node)) {
      const [type] = node.typeArguments
      found.push({
        path: relative(root, file).split(sep).join('/'),
        line: source.text.slice(0, type.getStart(source)).split('\n').length,
        parts: partsOf(node.template),
        row: {
          text: type.getText(source).replaceAll(/\s+/g, ' '),
          ...rowOf(checker, checker.getTypeFromTypeNode(type)),
        },
      })
    }
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

const isTypedTemplate = (node) =>
  node.kind === SyntaxKind.TaggedTemplateExpression &&
  node.tag.text === 'sql' &&
  node.typeArguments?.length === 1

const partsOf = (template) =>
  template.kind === SyntaxKind.NoSubstitutionTemplateLiteral
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]

function rowOf(checker, type) {
  if (!type) return {}
  if (isOpen(type)) return openRow(checker, type)
  if (!isObject(type)) return { isScalar: true }
  const [others] = checker.getIndexInfosOfType(type)
  return { members: membersOf(checker, type), others: others && shapeOf(checker, others.valueType) }
}

/** Of a type parameter with members beside it (R & { id: number }) these are known. */
function openRow(checker, type) {
  const known = type.isIntersectionType()
    ? type.getTypes().filter((one) => isObject(one) && !isOpen(one))
    : []
  if (known.length === 0) return {}
  return { isOpen: true, members: known.flatMap((one) => membersOf(checker, one)) }
}

const membersOf = (checker, type) =>
  checker.getPropertiesOfType(type).map((symbol) => {
    const { isOptional, ...shape } = shapeOf(checker, checker.getTypeOfSymbol(symbol))
    return { name: symbol.name, isOptional, shape }
  })

const isObject = (type) => (type.flags & (TypeFlags.Object | TypeFlags.Intersection)) !== 0

const openFlags =
  TypeFlags.TypeParameter |
  TypeFlags.IndexedAccess |
  TypeFlags.Conditional |
  TypeFlags.Index |
  TypeFlags.Substitution

/** Whether a type depends on a type parameter. */
function isOpen(type) {
  if (type.flags & openFlags) return true
  const parts = type.isUnionType() || type.isIntersectionType() ? type.getTypes() : []
  return [...parts, ...type.getAliasTypeArguments()].some(isOpen)
}

const deepest = 6

/**
 * What values a type takes, as { kinds, isNullable, isOptional, element, members }: kinds of 'string', 'number', 'boolean', 'Date',
 * 'bytes', 'array', 'object' and 'any'; `element` is the shape of an array's, `holdsDate` says that somewhere within an object there
 * is a Date.
 */
function shapeOf(checker, type, depth = 0) {
  const shape = { kinds: [], isNullable: false, isOptional: false }
  const add = (kind) => {
    if (!shape.kinds.includes(kind)) shape.kinds.push(kind)
  }
  for (const one of type.isUnionType() ? type.getTypes() : [type]) {
    const { flags } = one
    if (flags & TypeFlags.Null) shape.isNullable = true
    else if (flags & TypeFlags.Undefined) shape.isOptional = true
    else if (flags & textFlags) add('string')
    else if (flags & (TypeFlags.Number | TypeFlags.NumberLiteral)) add('number')
    else if (flags & (TypeFlags.Boolean | TypeFlags.BooleanLiteral)) add('boolean')
    else if (flags & TypeFlags.NonPrimitive) add('object')
    else if (!isObject(one)) add('any')
    else addObject(checker, one, shape, add, depth)
  }
  return shape
}

const textFlags = TypeFlags.String | TypeFlags.StringLiteral | TypeFlags.TemplateLiteral

const byteTypes = ['Buffer', 'Uint8Array']

function addObject(checker, type, shape, add, depth) {
  const name = type.getSymbol()?.name
  if (name === 'Date') add('Date')
  else if (byteTypes.includes(name)) add('bytes')
  else if (checker.isArrayType(type) || checker.isTupleType(type)) {
    add('array')
    const [element] = checker.getTypeArguments(type)
    if (element && depth < deepest) shape.element = shapeOf(checker, element, depth + 1)
    shape.holdsDate ||= holdsDate(shape.element)
  } else {
    add('object')
    if (depth >= deepest) return
    const values = [
      ...checker.getPropertiesOfType(type).map((symbol) => checker.getTypeOfSymbol(symbol)),
      ...checker.getIndexInfosOfType(type).map(({ valueType }) => valueType),
    ]
    shape.holdsDate ||= values.some((value) => value && holdsDate(shapeOf(checker, value, depth + 1)))
  }
}

const holdsDate = (shape) => shape !== undefined && (shape.kinds.includes('Date') || shape.holdsDate === true)
