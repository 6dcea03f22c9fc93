import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { leastNoticed, rowsOf } from '../mutation/mutation-table.mjs'
import { isCode, isTest, listFiles, readFiles } from '../reading/sources.mjs'
import { bareAssertions, crowdedFunctions, longFunctions, mostFunctionLines } from '../rules/shape-rules.mjs'
import { longest } from '../rules/source-rules.mjs'
import { hardComments, hardNames } from '../words/hard-words.mjs'

/** What a folder may show, files and folders together. */
const entriesMost = 15

/** Folders that may show more, and why. */
const mayBeFull = {
  '.': 'tools look for their files at the root',
  'docs/decisions': 'one page of each decision, by number',
  'server/migrations': 'one sequence, which is read from its first file to its last',
  'server/releases': 'two files of each release, which stay',
}

/** Functions that may be longer than others, since they are one flat list without parts, and of what. */
const mayBeLong = {
  'bench/src/seeding/seed-network.ts statements': 'the statements that seed a network, in their order',
  'server/src/slices/charging/orders/order.ts newOrder': 'the properties of an order, a line each',
  'server/src/slices/control/bulk/routes.ts bulkRoutes': 'the calls of a slice, each bound in a few lines',
  'server/src/slices/control/commands/routes.ts commandRoutes':
    'the calls of a slice, each bound in a few lines',
  'server/src/slices/control/firmware/routes.ts firmwareRoutes':
    'the calls of a slice, each bound in a few lines',
}

/** The functions of a file that have parts and are longer than a function may be. */
const longWithParts = (file) =>
  longFunctions(file).filter(({ name }) => !(`${file.path} ${name}` in mayBeLong))

/** What is listed above and is not long any more. */
const needlesslyListed = ({ production }) => {
  const there = new Set(production.map(({ path }) => path))
  const long = new Set(
    production.flatMap((file) => longFunctions(file).map(({ name }) => `${file.path} ${name}`)),
  )
  return Object.keys(mayBeLong).filter((one) => there.has(one.split(' ')[0]) && !long.has(one))
}

/** The entries of every folder below one, tests and folders counted like everything else; what tools have written is none. */
function entriesOf(folder) {
  const entries = new Map()
  for (const path of listFiles(folder)) {
    const parts = path.split('/')
    for (const [depth, name] of parts.entries()) {
      const parent = parts.slice(0, depth).join('/') || '.'
      entries.set(parent, (entries.get(parent) ?? new Set()).add(name))
    }
  }
  return [...entries].map(([path, names]) => ({ path, count: names.size }))
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
const linesOf = ({ source }) => source.split('\n').length - 1

/** The text of a file, or none where it is not there. */
const textOf = (folder, ...path) =>
  existsSync(join(folder, ...path)) ? readFileSync(join(folder, ...path), 'utf8') : ''

/** What the measures look at. */
function look(folder) {
  const folders = entriesOf(folder).filter(({ path }) => !(path in mayBeFull))
  const files = readFiles(folder, isCode)
  const code = files.map((file) => ({ path: file.path, lines: linesOf(file) }))
  const full = folders.filter(({ count }) => count > entriesMost)
  const tried = rowsOf(textOf(folder, 'scripts', 'lib', 'mutation', 'results.csv'))
  return { folder, folders, files, production: files.filter(isProduction), code, full, tried }
}

const isProduction = ({ path }) => !isTest(path) && !path.startsWith('e2e/')

/**
 * A measure of how often something is found in files: it may only fall, so `most` goes down with it. `find` gives the places of a file of
 * a folder: lines, or what stands on them as { line, name }.
 */
const occurrences = (name, most, of, find) => ({
  name,
  most,
  value: (seen) => seen[of].reduce((sum, file) => sum + find(file, seen.folder).length, 0),
  where: (seen) =>
    seen[of].flatMap((file) =>
      find(file, seen.folder).map(
        (found) => `${file.path}:${found.line ?? found}${found.name ? ` ${found.name}` : ''}`,
      ),
    ),
})

/** How many files a usual change costs, as its recipe counts them: a recipe that grows is one that is too long. */
const recipe = (name, most, count) => ({
  name,
  most,
  value: ({ folder }) => Number(textOf(folder, 'CONTRIBUTING.md').match(count)?.[1] ?? 0),
})

/**
 * One row each: its name, its value of what `look` has seen, and the most or the least that it may be where it has a bound. `where`
 * gives the places that are beyond it. A new measure is a row more.
 */
const measures = [
  {
    name: 'entries of the fullest folder',
    value: ({ folders }) => Math.max(0, ...folders.map(({ count }) => count)),
    most: entriesMost,
    where: ({ full }) => full.map(({ path, count }) => `${path} has ${count}`),
  },
  { name: `folders with more than ${entriesMost} entries`, value: ({ full }) => full.length, most: 0 },
  { name: 'folders', value: ({ folders }) => folders.length },
  { name: 'files of code', value: ({ code }) => code.length },
  { name: 'lines of code', value: ({ code }) => code.reduce((sum, { lines }) => sum + lines, 0) },
  { name: 'lines of a file, median', value: ({ code }) => median(code.map(({ lines }) => lines)), most: 80 },
  {
    name: 'lines of the longest file',
    value: ({ code }) => Math.max(0, ...code.map(({ lines }) => lines)),
    most: longest,
    where: ({ code }) => code.filter(({ lines }) => lines > longest).map(({ path }) => path),
  },
  occurrences('hard words in names', 0, 'files', hardNames),
  occurrences('hard words in comments', 0, 'files', hardComments),
  occurrences('functions with more than five parameters', 5, 'files', crowdedFunctions),
  occurrences(
    `functions over ${mostFunctionLines} lines that are no flat list`,
    0,
    'production',
    longWithParts,
  ),
  {
    name: 'flat lists that are listed as long and are not',
    value: (seen) => needlesslyListed(seen).length,
    most: 0,
    where: needlesslyListed,
  },
  occurrences('non-null assertions without a reason', 0, 'production', bareAssertions),
  recipe('files of a call with its screen, by its recipe', 14, /A call with its screen is (\d+) files/),
  recipe("files of a station's field, by its recipe", 8, /That is (\d+) files: the migration/),
  { name: 'parts whose tests were tried by small changes', value: ({ tried }) => tried.length },
  {
    name: 'percent noticed in the weakest of these parts',
    value: ({ tried }) => Math.min(100, ...tried.map(({ percent }) => percent)),
    least: leastNoticed,
    where: ({ tried }) => tried.filter(({ percent }) => percent < leastNoticed).map(({ part }) => part),
  },
]

/** Every measure of a folder as { name, value, bound, kept, where }; `bound` is a text, empty where there is none. */
export async function measured(folder, rows = measures) {
  const seen = look(folder)
  return Promise.all(
    rows.map(async ({ name, value: of, most, least, where }) => {
      const value = await of(seen)
      const kept = !(value > most) && !(value < least)
      const bound = [most !== undefined && `at most ${most}`, least !== undefined && `at least ${least}`]
      return {
        name,
        value,
        bound: bound.filter(Boolean).join(', '),
        kept,
        where: kept ? [] : ((await where?.(seen)) ?? []),
      }
    }),
  )
}

/** The measures that are beyond their bounds, a line each. */
export const beyondBounds = async (folder, rows = measures) =>
  (await measured(folder, rows))
    .filter(({ kept }) => !kept)
    .map(({ name, value, bound, where }) => `${[`${name}: ${value}, ${bound}`, ...where].join('; ')}`)

/** The measures as a table for people, a line each. */
export function tableOf(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length))
  return rows
    .map(({ name, value, bound, kept }) =>
      `${kept ? ' ' : '✗'} ${name.padEnd(width)} ${String(value).padStart(8)}  ${bound}`.trimEnd(),
    )
    .join('\n')
}
