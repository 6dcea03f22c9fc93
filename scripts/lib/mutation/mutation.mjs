import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { at } from '../root.mjs'
import { forgetSurvivors } from './mutation-results.mjs'

/**
 * Tries the tests of a run against each small change of its files; gives the mutants. Where the run was tried before, what Stryker
 * knows of it by `key` is not tried again, as far as it was noticed and that still holds.
 */
export function mutate({ files, tests }, key) {
  // read by mutation-tests.config.mjs: with an option of that name Stryker tries nothing that is done as a module is loaded
  process.env.MUTATION_TESTS = JSON.stringify(tests.filter((path) => path.endsWith('.test.ts')))
  const incrementalFile = at('mutation', 'tried', `${key}.json`)
  forgetSurvivors(incrementalFile)
  const stryker = new Stryker({
    mutate: files,
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/lib/mutation/mutation-tests.config.mjs' },
    // where no test comes by, all survives
    allowEmpty: true,
    coverageAnalysis: 'perTest',
    concurrency: 1,
    // generous: on a machine with other work a slow test is no change that was noticed
    timeoutMS: 20_000,
    timeoutFactor: 4,
    // what Stryker would do with it needs a compiler that is a library, and ours is none
    tsconfigFile: 'none',
    // all that tsconfig.json refers to has to be there
    ignorePatterns: [
      '/bench/results',
      '/data',
      '/e2e',
      '/mutation',
      '/playwright-report',
      '/screens',
      '/test-results',
      '/statements',
      '/web/*',
      '!/web/src',
      '/web/src/*',
      // the texts are listed whenever tests begin
      '!/web/src/i18n',
    ],
    // outside of the repository: a copy that a run leaves behind is none of the project's files
    tempDirName: join(tmpdir(), 'stationmaster-mutation'),
    incremental: true,
    incrementalFile,
    reporters: ['progress-append-only'],
    warnings: { slow: false },
    logLevel: 'warn',
  })
  return stryker.runMutationTest()
}
