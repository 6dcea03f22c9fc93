import { defineConfig } from 'vitest/config'
import shared from '../../vitest.config.ts'

/** Stryker names the one folder that is searched for tests, so the pattern names none. */
export default defineConfig({ ...shared, test: { ...shared.test, include: ['**/*.test.ts'] } })
