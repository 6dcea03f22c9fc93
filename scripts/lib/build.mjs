import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { step } from './progress.mjs'
import { at } from './root.mjs'
import { mustRun, npm, programs } from './run.mjs'

const record = at('node_modules/.cache/stationmaster/build.json')
const compiled = JSON.parse(readFileSync(at('tsconfig.json'), 'utf8')).references.map(({ path }) => path)

const parts = {
  schemas: {
    name: 'Generating the OCPP validators',
    inputs: ['ocpp/scripts', 'ocpp/package.json', 'package-lock.json'],
    outputs: ['ocpp/src/generated'],
    make: () => npm(['run', 'generate', '-w', 'ocpp', '--silent']),
  },
  server: {
    name: 'Compiling the server',
    inputs: [
      'tsconfig.base.json',
      'tsconfig.json',
      'package-lock.json',
      ...compiled.flatMap((path) => [`${path}/src`, `${path}/tsconfig.json`, `${path}/package.json`]),
    ],
    outputs: compiled.map((path) => `${path}/dist`),
    // tsc trusts its own notes about what it wrote: when a dist folder was deleted it has to be told.
    make: (whole) => mustRun(process.execPath, [programs.tsc, '-b', ...(whole ? [] : ['--force'])]),
  },
  web: {
    name: 'Building the web application',
    inputs: [
      'web/src',
      'web/public',
      'web/index.html',
      'web/calls.ts',
      'web/chunks.ts',
      'web/mantine-styles.ts',
      'web/precompress.ts',
      'web/prerender.ts',
      'web/vite.config.ts',
      'web/package.json',
      'contract/src',
      'units/src',
      'package-lock.json',
    ],
    outputs: ['web/dist/index.html'],
    make: () => mustRun(process.execPath, [programs.vite, 'build', '--logLevel', 'warn'], { cwd: at('web') }),
  },
}

/**
 * Brings everything that runs from dist up to date; what has not changed since the last build is left alone. `show` runs
 * each piece of work that is needed, by name.
 */
export async function build(show = step) {
  await generate(show)
  const both = await Promise.allSettled([refresh('server', show), refresh('web', show)])
  const failure = both.find(({ status }) => status === 'rejected')
  if (failure) throw failure.reason
}

/** Brings only what tests on the sources need up to date. */
export const generate = (show = step) => refresh('schemas', show)

async function refresh(key, show) {
  const { name, inputs, outputs, make } = parts[key]
  const whole = outputs.every((path) => existsSync(at(path)))
  const print = fingerprint(inputs)
  if (whole && readRecord()[key] === print) return
  await show(name, () => make(whole))
  mkdirSync(dirname(record), { recursive: true })
  writeFileSync(record, JSON.stringify({ ...readRecord(), [key]: print }))
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
