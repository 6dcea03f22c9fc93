import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { seedOfRun } from './scripts/lib/seed.mjs'
import { texts } from './scripts/lib/words/texts/plugin.mjs'

// Tests run on the sources: no build stands between a change and its test.
const conditions = ['source', 'module', 'node', 'development|production']

const tests = '**/*.test.{ts,tsx,mjs}'
const unasked = ['**/node_modules/**', '**/dist/**', 'e2e/**']

/** What takes a minute or so begins first, or one worker is still at it when the others have nothing left to do. */
const longest =
  /\/(away|backup|conservation|database-faults|failing|hostile-calls|jobs|kill|killed-with-money|membership|money-crashes|once|programs|roles|start-faults)\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  plugins: [texts()],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    environment: 'node',
    exclude: unasked,
    pool: 'forks',
    env: { SEED: seedOfRun() },
    setupFiles: ['./scripts/vitest-setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: [
            `{units,contract,ocpi,energy,simulator,payment-sandbox,server,web,scripts,bench}/${tests}`,
          ],
          // no test replaces a module or leaves anything in one, so the files of a worker share what it has loaded
          isolate: false,
          setupFiles: ['./scripts/vitest-setup.ts', './scripts/lib/statements/vitest-statements.ts'],
        },
      },
      {
        extends: true,
        // all links of a process share one timer, which tests of its own move
        test: { name: 'ocpp', include: [`ocpp/${tests}`], isolate: true },
      },
    ],
    // half of the time a story waits for its database
    maxWorkers: Math.min(4, Math.max(3, availableParallelism() - 1)),
    sequence: { sequencer: LongestFirst },
    // a story costs seconds; these are for a machine that is busy with other work
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // a test that needs its second try is marked in the report, and to be mended
    retry: 1,
    expect: { poll: { timeout: 30_000 } },
  },
})
