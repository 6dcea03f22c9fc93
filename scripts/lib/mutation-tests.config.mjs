import { defineConfig } from 'vitest/config'
import shared from '../../vitest.config.ts'

/**
 * Stryker names the one folder that is searched for tests, so the pattern names none. Without isolation the modules of a run are
 * loaded once, not once for each test file: that is most of the time that one mutant takes.
 */
export default defineConfig({
  ...shared,
  test: { ...shared.test, projects: undefined, include: ['**/*.test.ts'], isolate: false },
})
