import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { step } from './progress.mjs'
import { at, ofPrograms, ofTests } from './root.mjs'
import { mustRun, programs } from './run.mjs'
import { writeLists } from './words/texts/lists.mjs'

const record = at('node_modules/.cache/stationmaster/build.json')
const sourcesOf = (parts) => parts.flatMap((part) => [`${part}/src`, `${part}/package.json`])

/** Joins sources into programs, without a look at their types: `npm run check` has that. */
async function bundle(mode) {
  // their names hold a hash, so that old ones would stay
  rmSync(at('server/dist', mode), { recursive: true, force: true })
  await mustRun(process.execPath, [
    ...[programs.vite, 'build', '-c', at('scripts/bundle.config.mjs')],
    ...['--mode', mode, '--logLevel', 'error'],
  ])
}

const ofWeb = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/bundling.json',
  'web/calls.ts',
  'web/chunks.ts',
  'web/icons.ts',
  'web/mantine-styles.ts',
  'web/prerender.ts',
  'web/vite.config.ts',
  'web/package.json',
  'scripts/lib/words/texts',
  'contract/src',
  'units/src',
  'package-lock.json',
]

const parts = {
  schemas: {
    name: 'Generating the OCPP validators',
    inputs: ['ocpp/scripts', 'ocpp/package.json', 'package-lock.json'],
    outputs: ['ocpp/src/generated'],
    make: () => mustRun(process.execPath, [at('ocpp/scripts/generate.mjs')]),
  },
  server: {
    name: 'Bundling the server',
    inputs: [
      'scripts/bundle.config.mjs',
      'scripts/lib/words/texts',
      'package-lock.json',
      ...sourcesOf(ofPrograms),
    ],
    outputs: [
      ...['server/dist/main.js', 'simulator/dist/cli.js', 'simulator/dist/emsp/cli/main.js'],
      'payment-sandbox/dist/cli.js',
    ],
    make: () => bundle('programs'),
  },
  tests: {
    name: 'Bundling what tests run',
    inputs: [
      'scripts/bundle.config.mjs',
      'scripts/lib/words/texts',
      'package-lock.json',
      ...sourcesOf([...ofPrograms, ...ofTests]),
    ],
    outputs: [...ofPrograms.slice(0, -1), ...ofTests].map((part) => `${part}/dist`),
    make: () => bundle('tests'),
  },
  web: {
    name: 'Building the web application',
    inputs: ofWeb,
    outputs: ['web/dist/index.html'],
    make: (options) =>
      mustRun(process.execPath, [programs.vite, 'build', '--logLevel', 'warn'], {
        cwd: at('web'),
        ...options,
      }),
  },
  compressed: {
    name: 'Compressing the web application',
    inputs: [...ofWeb, 'web/scripts/compress.mjs'],
    outputs: ['web/dist/index.html.br'],
    make: () => mustRun(process.execPath, [at('web/scripts/compress.mjs')]),
  },
}

/** Brings the programs up to date. */
export const buildServer = (show = step) => refreshAll(['server'], show)

/**
 * Brings the web application up to date without a word and behind what else is done, as soon as its packages are there, and resolves
 * with the seconds that takes; null: it is already.
 */
export function buildWeb(packages) {
  if (isCurrent('web')) return null
  return packages.then(async () => {
    const since = performance.now()
    await refresh('web', (_name, work) => work({ behind: true }))
    return (performance.now() - since) / 1000
  })
}

/** Compresses the files of the web application, where that is not done yet: it is served without, too. */
export const compressWeb = () => refresh('compressed', (_name, work) => work())

/**
 * Brings the programs and the web application up to date; what has not changed since the last build is left alone. `show` runs each
 * piece of work that is needed, by name.
 */
export const build = (show = step) => refreshAll(['server', 'web'], show)

/** The same, and what only tests and measurements run. */
export const buildAll = (show = step) => refreshAll(['server', 'tests', 'web'], show)

/** Brings only what tests on the sources need up to date. */
export function generate(show = step) {
  writeLists()
  return refresh('schemas', show)
}

async function refreshAll(keys, show) {
  await generate(show)
  const all = await Promise.allSettled(keys.map((key) => refresh(key, show)))
  const failure = all.find(({ status }) => status === 'rejected')
  if (failure) throw failure.reason
  if (keys.includes('web')) await refresh('compressed', show)
}

async function refresh(key, show) {
  if (isCurrent(key)) return
  const { name, inputs, make } = parts[key]
  const print = fingerprint(inputs)
  await show(name, make)
  mkdirSync(dirname(record), { recursive: true })
  writeFileSync(record, JSON.stringify({ ...readRecord(), [key]: print }))
}

function isCurrent(key) {
  const { inputs, outputs } = parts[key]
  return outputs.every((path) => existsSync(at(path))) && readRecord()[key] === fingerprint(inputs)
}

function readRecord() {
  return existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {}
}

/** A hash over path, size and time of every file: a few milliseconds for the whole repository. */
function fingerprint(paths) {
  const hash = createHash('sha256')
  const visit = (path) => {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (!stats) return
    if (stats.isDirectory()) for (const entry of readdirSync(path).sort()) visit(join(path, entry))
    else hash.update(`${path}\0${stats.size}\0${stats.mtimeMs}\n`)
  }
  for (const path of paths) visit(at(path))
  return hash.digest('hex')
}
