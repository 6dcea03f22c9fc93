import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { listFiles } from '../reading/sources.mjs'
import { pureFiles } from './pure-files.mjs'

/** Lines of code that are changed in one run: what an interruption costs is one run. */
const linesMost = 400

/** What is not pure and yet has tests that try each of its lines: guards and links beside them, some actions in stories. */
const chosen = [
  {
    name: 'links',
    files: ['central', 'central-link', 'link', 'station-link'].map((name) => `ocpp/src/link/${name}.ts`),
    tests: ['ocpp/src'],
  },
  {
    name: 'guards',
    files: ['scope-store', 'admission-store'].map(
      (name) => `server/src/slices/places/locations/access/${name}.ts`,
    ),
    tests: ['server/src/slices/places/locations'],
  },
  {
    name: 'card-check',
    files: ['server/src/slices/money/payments/cards/card-check.ts'],
    tests: ['server/src/slices/money/payments/cards/card-check.test.ts'],
  },
  {
    name: 'downloads',
    files: ['server/src/platform/downloads/downloads.ts'],
    tests: ['server/src/platform/downloads/downloads.test.ts'],
  },
  {
    name: 'actions/assign-locations',
    files: ['server/src/slices/places/locations/access/assignments.ts'],
    tests: ['server/src/story/stations/journal/live.test.ts', 'server/src/story/people/access.test.ts'],
  },
  {
    name: 'actions/charge-debt',
    files: ['server/src/slices/money/payments/debts/charge-debt.ts'],
    tests: ['server/src/story/money/books/money-of-ended-orders.test.ts'],
  },
  {
    name: 'actions/saved-views',
    files: ['server/src/slices/stations/stations/lists/saved-views.ts'],
    tests: ['server/src/story/stations/stations.test.ts'],
  },
]

/**
 * The parts that are tried, each as { name, runs }: a folder of pure files with its tests and those beside the folder, a file that has
 * others (`testedBy`), and what was chosen by hand. A run is { files, tests }, paths within `folder`.
 */
export function partsOf(folder) {
  const tests = testsOf(folder)
  const byFolder = groupBy(pureFiles(folder), (path) => (path in testedBy ? path : posix.dirname(path)))
  const found = [...byFolder].map(([own, files]) => ({
    name: nameOf(own),
    files,
    tests: besides(own, tests),
  }))
  // the quickest first: as many tests as there are for as many files
  found.sort((a, b) => a.files.length * a.tests.length - b.files.length * b.tests.length)
  const named = chosen.map(({ name, files, tests: at }) => ({ name, files, tests: within(at, tests) }))
  return [...found, ...named].map(({ name, files, tests: own }) => ({
    name,
    runs: cut(folder, files).map((some) => ({ files: some, tests: own })),
  }))
}

/** Tests and their fixtures. Stories take too long for thousands of changes, and count only where a part names them. */
const testsOf = (folder) =>
  ['units', 'contract', 'ocpp', 'ocpi', 'energy', 'server'].flatMap((workspace) =>
    listFiles(join(folder, workspace, 'src'))
      // the one that reads our files as text does not know the changed ones
      .filter((path) => /\.(test|fixtures)\.ts$/.test(path) && path !== 'platform/schema/schema.test.ts')
      .map((path) => `${workspace}/src/${path}`),
  )

const within = (places, tests) =>
  tests.filter((test) => places.some((place) => test === place || test.startsWith(`${place}/`)))

const sites = 'energy/src/fixtures/site.fixtures.ts'

/**
 * Folders and files whose tests stand elsewhere, or are only some of those around: the versions of OCPI are tried by its examples, and by
 * what goes there and back; a site is played for hours only for what controls it.
 */
const testedBy = {
  'ocpi/src/shared': ['ocpi/src'],
  'ocpi/src/v221': ['ocpi/src'],
  'ocpi/src/v230': ['ocpi/src'],
  'ocpi/src/codec': ['ocpi/src'],
  'energy/src': [
    ...['claims', 'share-out', 'modes', 'site'].map((name) => `energy/src/${name}.test.ts`),
    sites,
  ],
  'energy/src/control.ts': ['energy/src/control.test.ts', 'energy/src/fixtures'],
  'energy/src/waiting': ['energy/src/waiting', 'energy/src/modes.test.ts', sites],
  'energy/src/playing': ['energy/src/playing', sites],
  'contract/src/base/scopes.ts': ['contract/src/people/call-scopes.test.ts'],
  'server/src/platform/secrets/key-shape.ts': ['server/src/slices/people/api-keys/format.test.ts'],
  'server/src/slices/money/contracts/tax.ts': ['server/src/slices/partners/settlement/rules.test.ts'],
}

/** The tests in a folder and beside it; where there are none, those of the folder around it. */
function besides(folder, tests) {
  if (folder in testedBy) return within(testedBy[folder], tests)
  const around = posix.dirname(folder)
  const own = tests.filter((test) => test.startsWith(`${folder}/`) || posix.dirname(test) === around)
  if (own.some((path) => path.endsWith('.test.ts')) || folder.endsWith('/src'))
    return own.filter((test) => !test.includes('/story/'))
  return besides(around, tests)
}

/** A map of what falls under each key (Map.groupBy is not in Node 20). */
function groupBy(list, keyOf) {
  const groups = new Map()
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

const nameOf = (path) => path.replace('/src', '').replace('server/slices/', '').replace(/\.ts$/, '')

/** Files in order, as many together as are not too long. */
function cut(folder, files) {
  const runs = []
  let left = 0
  for (const file of files) {
    const lines = readFileSync(join(folder, file), 'utf8').split('\n').length
    if (lines > left) {
      runs.push([])
      left = linesMost
    }
    runs.at(-1).push(file)
    left -= lines
  }
  return runs
}

/** What the result of a run follows from, as a hash of its files and tests: another one as soon as one of them changes. */
export function keyOf(folder, { files, tests }) {
  const hash = createHash('sha256')
  for (const path of [...files, ...tests])
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(folder, path)))
      .update('\0')
  return hash.digest('hex').slice(0, 16)
}
