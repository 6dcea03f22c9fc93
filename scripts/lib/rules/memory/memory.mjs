import { parseSync } from 'vite'

const containers = /^(Map|Set|WeakMap|WeakSet|\w*LRU\w*|\w*Cache)$/
const changing = new Set([
  'add',
  'clear',
  'delete',
  'fill',
  'pop',
  'push',
  'reverse',
  'set',
  'shift',
  'sort',
  'splice',
  'unshift',
])
/** Callbacks that have ended when the call that they are given to returns. */
const atOnce = new Set([
  'every',
  'filter',
  'find',
  'findIndex',
  'findLast',
  'flatMap',
  'forEach',
  'from',
  'map',
  'reduce',
  'replace',
  'replaceAll',
  'some',
  'sort',
  'toSorted',
])
const wrappers = new Set(['ParenthesizedExpression', 'TSAsExpression', 'TSSatisfiesExpression'])
const isFunction = (node) => /Function(Expression|Declaration)$/.test(node.type)

const unwrapped = (node) => (node && wrappers.has(node.type) ? unwrapped(node.expression) : node)

function isContainer(value) {
  const node = unwrapped(value)
  if (node?.type === 'NewExpression') return containers.test(node.callee.name ?? '')
  return node?.type === 'ArrayExpression'
}

const isWeak = (value) => /^Weak/.test(unwrapped(value)?.callee?.name ?? '')

/** `name` for a variable, `this.name` for a field, undefined for anything else. */
function targetOf(node) {
  const at = node?.type === 'TSNonNullExpression' ? node.expression : node
  if (at?.type === 'Identifier') return at.name
  if (at?.type !== 'MemberExpression' || at.computed || at.object.type !== 'ThisExpression') return undefined
  return `this.${fieldName(at.property)}`
}

const fieldName = (key) => (key.type === 'PrivateIdentifier' ? `#${key.name}` : key.name)

/** What a node changes: where it assigns, or calls what changes a container. */
function changedBy(node) {
  if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression' && node.left.computed)
    return targetOf(node.left.object)
  if (node.type === 'AssignmentExpression') return targetOf(node.left)
  if (node.type === 'CallExpression' && changing.has(node.callee.property?.name))
    return targetOf(node.callee.object)
  return undefined
}

/** The timer that an expression begins: `setInterval`, `setTimeout`, or undefined. */
function timerIn(node, delays) {
  if (node === null || typeof node !== 'object') return undefined
  if (Array.isArray(node)) return node.map((one) => timerIn(one, delays)).find(Boolean)
  if (typeof node.type === 'string' && isFunction(node)) return undefined
  const name = node.type === 'CallExpression' ? node.callee.name : undefined
  if ((name === 'setInterval' || name === 'setTimeout') && !delays.has(name)) return name
  return node.type === 'Literal' ? undefined : timerIn(Object.values(node), delays)
}

/** What a file imports: a `setTimeout` that it imports is a promise, not a timer that stays. */
function importedNames(program) {
  const imports = program.body.filter(({ type }) => type === 'ImportDeclaration')
  return new Set(imports.flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name)))
}

/** The variables and fields of a syntax tree and what changes them, each with the functions around it, from the outermost. */
function readVariables(program) {
  const declared = []
  const changes = []
  const look = (node, functions) => {
    if (node.type === 'VariableDeclaration')
      for (const { id, init } of node.declarations)
        if (id.type === 'Identifier')
          declared.push({ name: id.name, init, functions, isLet: node.kind === 'let' })
    if (node.type === 'PropertyDefinition')
      declared.push({ name: `this.${fieldName(node.key)}`, init: node.value, functions, isLet: false })
    const name = changedBy(node)
    if (name) changes.push({ name, functions, value: node.right })
  }
  const visit = (node, functions) => {
    if (Array.isArray(node)) for (const one of node) visit(one, functions)
    else if (node !== null && typeof node === 'object') {
      if (typeof node.type === 'string') look(node, functions)
      if (node.type === 'CallExpression') visitCall(node, functions)
      else if (node.type !== 'Literal')
        visit(Object.values(node), node.type && isFunction(node) ? [...functions, node] : functions)
    }
  }
  // a callback that has ended when the call returns belongs to the function around it
  const visitCall = (node, functions) => {
    visit(node.callee, functions)
    for (const one of node.arguments)
      if (isFunction(one) && atOnce.has(node.callee.property?.name)) visit(Object.values(one), functions)
      else visit(one, functions)
  }
  visit(program.body, [])
  return { declared, changes }
}

/** Whether a variable or field keeps something between one call and the next, by what changes it. */
function isHeld({ init, functions, isLet }, changes, imported) {
  const values = [init, ...changes.flatMap(({ value }) => value ?? [])]
  const timers = values.map((value) => timerIn(value, imported))
  const isOfModule = functions.length === 0
  if (timers.includes('setInterval') || (isLet && isOfModule)) return true
  if (isOfModule && isWeak(init)) return true
  const isKept = changes.some((one) => one.functions.length > functions.length)
  return isKept && (timers.includes('setTimeout') || values.some(isContainer))
}

/**
 * What a source keeps in memory between one call and the next: variables of the module, fields of classes, and variables of functions
 * that other functions in them go on changing, where they are containers or timers. `held` are their names, `names` those of all variables and fields.
 */
export function memoryOf({ path, source }) {
  const { program } = parseSync(path, source)
  const imported = importedNames(program)
  const { declared, changes } = readVariables(program)
  const bare = ({ name }) => name.replace('this.', '')
  const held = declared.filter((one) => {
    const isWithin = (change) => one.functions.every((outer, i) => change.functions[i] === outer)
    return isHeld(
      one,
      changes.filter((change) => change.name === one.name && isWithin(change)),
      imported,
    )
  })
  return { held: [...new Set(held.map(bare))].toSorted(), names: new Set(declared.map(bare)) }
}
