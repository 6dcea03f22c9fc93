import { join, posix } from 'node:path'
import { readable } from '../reading/source-text.mjs'
import { isCode, isTest, readFiles } from '../reading/sources.mjs'
import { importPattern } from '../rules/import-rules.mjs'

const workspaces = ['units', 'contract', 'ocpp', 'ocpi', 'energy', 'server']

/** What a pure file may import beside files that are pure: our own packages of rules, hashes, and what reads a shape. */
const harmless = /^(@stationmaster\/(units|contract|ocpp|ocpi)|node:crypto|zod)$/

/**
 * The files that decide something and touch nothing, as paths within `folder`: they have functions, wait for nothing, import no
 * library that could, and so do the files that they import. Left out are texts for people, which have Russian in them, and the
 * contract's descriptions: neither are rules.
 */
export function pureFiles(folder) {
  const files = new Map(workspaces.flatMap((workspace) => filesOf(folder, workspace)))
  const known = new Map()
  const isPure = (path) => {
    if (known.has(path)) return known.get(path)
    // of a circle of imports each is as pure as the others
    known.set(path, true)
    const file = files.get(path)
    const pure =
      file !== undefined && !file.waits && file.imports.every((one) => harmless.test(one) || isPure(one))
    known.set(path, pure)
    return pure
  }
  return [...files]
    .filter(([path, { decides, speaks }]) => decides && !speaks && isPure(path))
    .map(([path]) => path)
    .sort()
}

const filesOf = (folder, workspace) =>
  readFiles(join(folder, workspace, 'src'), (path) => isCode(path) && !isTest(path)).map(
    ({ path, source }) => {
      const name = `${workspace}/src/${path}`
      const { code, text } = readable(source, path)
      return [
        name,
        {
          imports: importsOf(text).map((one) =>
            one.startsWith('.') ? posix.join(posix.dirname(name), one) : one,
          ),
          waits: /\b(async|await|Promise)\b/.test(code),
          decides: /=>|\bfunction\b|\bclass\b/.test(code),
          speaks: /[а-я]/i.test(text) || (workspace === 'contract' && /from 'zod'/.test(text)),
        },
      ]
    },
  )

/** What a file imports of values: types are gone when it runs. */
const importsOf = (text) =>
  [...text.matchAll(importPattern)]
    .filter(([statement]) => !isOfTypes(statement))
    .map((match) => match[1] ?? match[2] ?? match[3])

function isOfTypes(statement) {
  if (/^\w+\s+type\b/.test(statement)) return true
  const named = /^(?:import|export)\s*\{([^}]*)\}/.exec(statement)?.[1].split(',')
  return named?.every((name) => /^\s*(type\s|$)/.test(name)) ?? false
}
