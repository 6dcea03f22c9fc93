import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { at } from './root.mjs'

const named = (folder, ...names) => names.map((name) => `${folder}/${name}.ts`)

/**
 * What is mutated, and the folder whose tests must notice. Only tests that stand beside the code count: they take milliseconds,
 * and each line is changed in some way a thousand times over.
 */
const areas = {
  orders: {
    tests: 'server/src/slices/orders',
    files: named(
      'server/src/slices/orders',
      ...[
        'adopt',
        'connections',
        'evidence',
        'foresight',
        'hold',
        'identity',
        'late',
        'measure',
        'merge',
        'meter',
        'moves',
        'prepaid',
        'rules',
      ],
      ...['settlement', 'times', 'verdict'],
    ),
  },
  tariffs: {
    tests: 'server/src/slices/tariffs',
    files: named(
      'server/src/slices/tariffs',
      ...['assign', 'changes', 'effective', 'elements', 'preview', 'pricing', 'restrictions', 'timeline'],
    ),
  },
  ledger: {
    tests: 'server/src/slices/ledger',
    files: named('server/src/slices/ledger', 'accounts', 'rules'),
  },
  contracts: {
    tests: 'server/src/slices/contracts',
    files: named('server/src/slices/contracts', 'rules'),
  },
  settlement: {
    tests: 'server/src/slices/settlement',
    files: named('server/src/slices/settlement', 'rules'),
  },
  payments: {
    tests: 'server/src/slices/payments',
    files: named(
      'server/src/slices/payments',
      ...['at-provider', 'card-check', 'cashback-rules', 'entries', 'idle-rules', 'rules'],
    ),
  },
  drivers: {
    tests: 'server/src/slices/drivers',
    files: named('server/src/slices/drivers', 'authorization', 'debts', 'masking'),
  },
  receipts: {
    tests: 'server/src/slices/receipts',
    files: named('server/src/slices/receipts', 'rules', 'yookassa-rules'),
  },
  silences: { tests: 'server/src/slices/silences', files: named('server/src/slices/silences', 'rules') },
  maintenance: {
    tests: 'server/src/slices/maintenance',
    files: named('server/src/slices/maintenance', 'rules'),
  },
  plan: { tests: 'server/src/slices/plan', files: named('server/src/slices/plan', 'rules') },
  prices: { tests: 'contract/src', files: named('contract/src', 'plan-price') },
  services: {
    tests: 'server/src/slices/services',
    files: named('server/src/slices/services', 'rules'),
  },
  reports: {
    tests: 'server/src/slices/reports',
    files: named('server/src/slices/reports', 'schedule-rules'),
  },
  firmware: {
    tests: 'server/src/slices/firmware',
    files: named('server/src/slices/firmware', 'rules'),
  },
  repairs: {
    tests: 'server/src/slices/timeline',
    files: named('server/src/slices/timeline', 'repairs'),
  },
  providers: {
    tests: 'server/src/slices/providers',
    files: named('server/src/slices/providers', ...['differences', 'operation', 'payment']),
  },
  links: {
    tests: 'ocpp/src',
    files: named(
      'ocpp/src',
      ...['central', 'central-link', 'frames', 'link', 'outgoing-calls', 'received-call', 'registration'],
      ...['station-link', 'sweep'],
    ),
  },
  scope: {
    tests: 'server/src/slices/locations',
    files: named('server/src/slices/locations', 'scope-store'),
  },
  downloads: { tests: 'server/src/platform', files: named('server/src/platform', 'downloads') },
}

export const areaNames = Object.keys(areas)

/** Runs the tests of an area against each small change of its code; what a run before has told and still holds is not run again. */
export function mutate(name) {
  const { tests, files } = areas[name]
  const stryker = new Stryker({
    mutate: files,
    testRunner: 'vitest',
    vitest: { dir: tests, configFile: 'scripts/lib/mutation-tests.config.mjs' },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    // generous: on a machine with other work a slow test is no change that was noticed
    timeoutMS: 60_000,
    timeoutFactor: 4,
    // what Stryker would do with it needs a compiler that is a library, and ours is none
    tsconfigFile: 'none',
    ignorePatterns: [
      'bench',
      'data',
      'e2e',
      'mutation',
      'playwright-report',
      'screens',
      'test-results',
      'web',
    ],
    // outside of the repository: a copy that a run leaves behind is none of the project's files
    tempDirName: join(tmpdir(), 'stationmaster-mutation'),
    incremental: true,
    incrementalFile: at('mutation', `${name}.json`),
    reporters: ['progress-append-only'],
    warnings: { slow: false },
  })
  return stryker.runMutationTest()
}
