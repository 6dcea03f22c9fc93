import { defineConfig } from 'vitest/config'
import shared from '../../../vitest.config.ts'

/**
 * Without isolation the modules of a run are loaded once, not once for each test file: that is most of the time that one mutant
 * takes. What a test waits for in vain is waited for once, and not for long.
 */
export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    projects: undefined,
    runner: './scripts/lib/mutation/mutation-runner.ts',
    include: JSON.parse(process.env.MUTATION_TESTS ?? '[]'),
    isolate: false,
    retry: 0,
    testTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
