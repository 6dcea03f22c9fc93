import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { step } from '../progress.mjs'
import { at, ofPrograms } from '../root.mjs'
import { npm } from '../run.mjs'

const stamp = at('node_modules/.stationmaster-lock')
/** lies there while packages are added to others: what is found beside it may be half */
const adding = at('node_modules/.stationmaster-adding')
const ofStart = ['--omit=dev', '--include=optional']
const quiet = ['--no-audit', '--no-fund', '--loglevel=error']

/** Installs the locked packages that a build and its programs need, unless node_modules holds them already; answers whether those of tests are there too. */
export const install = () => provide('start')

/**
 * The same in two halves where nothing is installed yet: resolves when the packages are there that a server is bundled from and runs on,
 * with a promise of those of the web application, which are added beside it. It never is rejected unheard.
 */
export async function installInHalves() {
  if (existsSync(at('node_modules'))) return { rest: Promise.resolve(await install()) }
  await step('Installing the packages of the server (a quarter of a minute or so)', () =>
    npm([
      'ci',
      ...ofStart,
      '--include-workspace-root',
      ...ofPrograms.flatMap((part) => ['-w', part]),
      ...quiet,
    ]),
  )
  // npm's record names the first half until the second is there: an install that ends between them is not taken for a whole one
  const rest = npm(['install', ...ofStart, '--no-save', ...quiet], { behind: true }).then(() =>
    putStamp(readLock()),
  )
  rest.catch(() => {})
  return { rest }
}

/** Installs the locked packages of tests and checks too, beside those that are there: a server may be running on them. */
export const installAll = () => provide('all')

async function provide(kind) {
  const { hash, packages } = readLock()
  const stamps = { start: [`${hash} start`, `${hash} all`], all: [`${hash} all`] }[kind]
  const whole = existsSync(stamp) && !existsSync(adding) ? readFileSync(stamp, 'utf8') : ''
  if (stamps.includes(whole)) return whole.endsWith('all')
  if (existsSync(adding) || !holds(packages, kind)) {
    if (kind === 'all' && !existsSync(adding) && holds(packages, 'start')) await addToThem()
    else await begin(kind === 'all' || hadTests() ? 'all' : 'start')
  }
  return putStamp({ hash, packages })
}

/** Who works on the product has the packages of tests, and keeps them when the lock changes. */
const hadTests = () => existsSync(at('node_modules/vitest'))

function readLock() {
  const lock = readFileSync(at('package-lock.json'), 'utf8')
  return { hash: createHash('sha256').update(lock).digest('hex'), packages: JSON.parse(lock).packages }
}

/** Notes what is installed now; answers whether the packages of tests are. */
function putStamp({ hash, packages }) {
  const all = holds(packages, 'all')
  writeFileSync(stamp, `${hash} ${all ? 'all' : 'start'}`)
  return all
}

/** `npm ci` empties node_modules first and the stamp comes last: an interrupted install is never taken for a whole one. */
const begin = (kind) =>
  step('Installing packages (half a minute or so)', () =>
    npm(['ci', ...(kind === 'all' ? ['--include=dev'] : ofStart), ...quiet]),
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
