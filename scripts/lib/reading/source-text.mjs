import { parseSync } from 'vite'

const known = new Map()
const isFunction = /Function(Expression|Declaration)$/

/**
 * A source as its parser sees it, with comments and strings blanked out, keeping every line where it is: what a rule then finds is
 * code. Gives { code, text, comments, patterns, names, functions, assertions }: `code` without comments, strings and what regular expressions hold, `text` without
 * comments only, `comments` as { offset, source } and the regular expressions as { offset, source, flags }. Its shape comes from the
 * same walk: `names` are the identifiers as { offset, name }, `functions` are { offset, end, parameters } and `assertions` the ends of
 * all `!` that assert that a value is there. Fails for what is no TypeScript; `path` says whether it may hold JSX.
 */
export function readable(source, path = 'source.ts') {
  const key = `${path.endsWith('x') ? 'tsx' : 'ts'} ${source}`
  const found = known.get(key)
  if (found) return found
  const read = readSource(source, path)
  known.set(key, read)
  return read
}

function readSource(source, path) {
  const { program, comments, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  const code = source.split('')
  const text = source.split('')
  const blank = (letters, from, to) => {
    for (let i = from; i < to; i++) if (source[i] !== '\n') letters[i] = ' '
  }
  for (const { start, end } of comments) {
    blank(code, start, end)
    blank(text, start, end)
  }
  const patterns = []
  const names = new Map()
  const functions = []
  const assertions = []
  walk(program, (node) => {
    // a shorthand property has two nodes in one place
    if (node.type.endsWith('Identifier')) names.set(node.start, node.name)
    else if (isFunction.test(node.type) && node.body)
      functions.push({ offset: node.start, end: node.end, parameters: node.params.length })
    else if (node.type === 'TSNonNullExpression') assertions.push(node.end)
    else if (node.type === 'TemplateElement') blank(code, node.start + 1, node.end - (node.tail ? 1 : 2))
    else if (node.type === 'JSXText') blank(code, node.start, node.end)
    else if (node.type === 'Literal' && (node.regex || typeof node.value === 'string')) {
      const { pattern, flags } = node.regex ?? {}
      blank(code, node.start + 1, node.end - 1 - (flags ?? '').length)
      if (node.regex) patterns.push({ offset: node.start, source: pattern, flags })
    }
  })
  return {
    code: code.join(''),
    text: text.join(''),
    comments: comments.map(({ start, end }) => ({ offset: start, source: source.slice(start, end) })),
    patterns,
    names: [...names].map(([offset, name]) => ({ offset, name })),
    functions,
    assertions,
  }
}

/** Visits a node of a syntax tree (ESTree) and all below it, in the order in which they stand. */
export function walk(node, visit) {
  if (Array.isArray(node)) for (const one of node) walk(one, visit)
  else if (node !== null && typeof node === 'object') {
    if (typeof node.type === 'string') visit(node)
    if (node.type !== 'Literal') walk(Object.values(node), visit)
  }
}

/** The line, from 1, on which an offset stands. */
export const lineAt = (source, offset) => source.slice(0, offset).split('\n').length
