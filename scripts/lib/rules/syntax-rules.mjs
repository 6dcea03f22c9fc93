import { parseSync } from 'vite'
import { lineAt, walk } from '../reading/source-text.mjs'
import { isCode, readFiles } from '../reading/sources.mjs'

const ours = /^(units|contract|ocpp|ocpi|simulator|payment-sandbox|server|web|e2e|bench|scripts)\//

/** What stands around an object literal and leaves it one. */
const wrappers = new Set(['ParenthesizedExpression', 'TSAsExpression', 'TSSatisfiesExpression'])

const unwrapped = (node) => (wrappers.has(node.type) ? unwrapped(node.expression) : node)

/** What no piece of the syntax may be; each gives what is wrong with a node, or nothing. */
const rules = [
  (node) =>
    (node.type === 'SpreadElement' || node.type === 'JSXSpreadAttribute') &&
    unwrapped(node.argument).type === 'ObjectExpression' &&
    'a literal that is spread where it stands: write its properties',
]

/** Checks the syntax of every source file of the repository; gives one line for each place that breaks a rule. */
export function brokenSyntax(folder) {
  const broken = []
  for (const { path, source } of readFiles(folder, (one) => ours.test(one) && isCode(one))) {
    walk(parseSync(path, source).program, (node) => {
      for (const rule of rules) {
        const message = rule(node)
        if (message) broken.push(`${path}:${lineAt(source, node.start)}: ${message}`)
      }
    })
  }
  return broken
}
