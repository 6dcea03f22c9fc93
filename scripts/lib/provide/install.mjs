import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { step } from '../progress.mjs'
import { at } from '../root.mjs'
import { npm } from '../run.mjs'

const stamp = at('node_modules/.stationmaster-lock')
/** lies there while packages are added to others: what is found beside it may be half */
const adding = at('node_modules/.stationmaster-adding')
const quiet = ['--no-audit', '--no-fund', '--loglevel=error']

/** Installs the locked packages that a build and its programs need, unless node_modules holds them already; answers whether those of tests are there too. */
export const install = () => provide('start')

/** Installs the locked packages of tests and checks too, beside those that are there: a server may be running on them. */
export const installAll = () => provide('all')

async function provide(kind) {
  const lock = readFileSync(at('package-lock.json'), 'utf8')
  const hash = createHash('sha256').update(lock).digest('hex')
  const stamps = { start: [`${hash} start`, `${hash} all`], all: [`${hash} all`] }[kind]
  const whole = existsSync(stamp) && !existsSync(adding) ? readFileSync(stamp, 'utf8') : ''
  if (stamps.includes(whole)) return whole.endsWith('all')
  const { packages } = JSON.parse(lock)
  if (existsSync(adding) || !holds(packages, kind)) {
    if (kind === 'all' && !existsSync(adding) && holds(packages, 'start')) await addToThem()
    else await begin(kind)
  }
  const all = holds(packages, 'all')
  writeFileSync(stamp, `${hash} ${all ? 'all' : 'start'}`)
  return all
}

/** `npm ci` empties node_modules first and the stamp comes last: an interrupted install is never taken for a whole one. */
const begin = (kind) =>
  step('Installing packages (half a minute or so)', () =>
    npm(['ci', ...(kind === 'all' ? ['--include=dev'] : ['--omit=dev', '--include=optional']), ...quiet]),
  )

async function addToThem() {
  mkdirSync(adding, { recursive: true })
  await step('Installing the packages of the tests', () =>
    npm(['install', '--include=dev', '--no-save', ...quiet]),
  )
  rmSync(adding, { recursive: true })
}

/** Whether npm's own record of node_modules, which it writes at the end of an install, agrees with the lock. */
function holds(packages, kind) {
  const record = at('node_modules/.package-lock.json')
  return existsSync(record) && isWhole(packages, JSON.parse(readFileSync(record, 'utf8')).packages, kind)
}

/** Whether all is installed that a lock wants for `start` or for `all`; what is for other systems need not be. */
export const isWhole = (wanted, installed, kind) =>
  Object.entries(wanted).every(
    ([path, { version, optional, dev }]) =>
      !path.includes('node_modules/') ||
      optional ||
      (kind === 'start' && dev) ||
      installed[path]?.version === version,
  )
