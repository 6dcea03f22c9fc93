import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { step } from '../progress.mjs'
import { at, ofPrograms, root } from '../root.mjs'
import { CommandFailed, npm } from '../run.mjs'
import { layOutBeside, recordIn, takePackages } from './packages-beside.mjs'

const stamp = at('node_modules/.stationmaster-lock')
/** lies there while packages are added to others: what is found beside it may be half */
const adding = at('node_modules/.stationmaster-adding')
/** where the packages of the web application are installed while npm installs those of the server: it works alone in a folder */
const beside = at('.packages')
const ofStart = ['--omit=dev', '--include=optional']
const quiet = ['--no-audit', '--no-fund', '--loglevel=error']

/** Installs the locked packages that a build and its programs need, unless node_modules holds them already; answers whether those of tests are there too. */
export const install = () => provide('start')

/**
 * The same in two halves side by side where nothing is installed yet: resolves when the packages are there that a server is bundled from
 * and runs on, with a promise of those of the web application. It never is rejected unheard.
 */
export async function installInHalves() {
  if (existsSync(at('node_modules'))) return { rest: Promise.resolve(await install()) }
  layOutBeside(root, beside)
  const installed = ci([...ofStart, ...of(['web'])], { cwd: beside, behind: true })
  installed.catch(() => {})
  await step('Installing the packages of the server (a quarter of a minute or so)', () =>
    ci([...ofStart, '--include-workspace-root', ...of(ofPrograms)]),
  )
  const rest = installed.then(() => {
    takePackages(join(beside, 'node_modules'), at('node_modules'))
    rmSync(beside, { recursive: true })
    return putStamp(readLock())
  })
  rest.catch(() => {})
  return { rest }
}

const of = (parts) => parts.flatMap((part) => ['-w', part])

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
function begin(kind) {
  rmSync(beside, { recursive: true, force: true })
  return step('Installing packages (half a minute or so)', () =>
    ci(kind === 'all' ? ['--include=dev'] : ofStart),
  )
}

/**
 * Installs what the lock wants. What npm has kept of the list of a package's versions is believed without asking whether there are
 * newer ones, which takes a third of its time; where the wanted one is not among them it asks after all.
 */
export async function ci(args, options) {
  const all = ['ci', ...args, ...quiet]
  // at SIGTERM npm would first take away what it has installed, for seconds; the next start replaces a half install as it is
  const swift = { ...options, endsBy: 'SIGKILL' }
  try {
    await npm([...all, '--prefer-offline'], swift)
  } catch (error) {
    if (!(error instanceof CommandFailed && error.output.includes('ETARGET'))) throw error
    await npm(all, swift)
  }
}

async function addToThem() {
  mkdirSync(adding, { recursive: true })
  await step('Installing the packages of the tests', () =>
    npm(['install', '--include=dev', '--no-save', ...quiet]),
  )
  rmSync(adding, { recursive: true })
}

/** Whether npm's own record of node_modules, which it writes at the end of an install, agrees with the lock. */
function holds(packages, kind) {
  const record = recordIn(at('node_modules'))
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
