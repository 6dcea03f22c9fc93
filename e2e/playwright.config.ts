import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { browser } from './browser.ts'

const json = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE

export default defineConfig({
  testDir: './stories',
  // built by our compiler, and large
  build: { external: ['**/dist/**'] },
  outputDir: '../test-results',
  fullyParallel: false,
  workers: Math.min(4, Math.max(2, availableParallelism() - 1)),
  // a story that needs its second try is marked in the report, and to be mended
  retries: 1,
  forbidOnly: true,
  // a story costs seconds; these are for a machine that is busy with other work
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: json ? [['list'], ['json', { outputFile: json }]] : [['list']],
  use: {
    ...browser,
    viewport: { width: 1280, height: 800 },
    actionTimeout: 60_000,
    screenshot: 'only-on-failure',
    // each new browser would store the application's files again; the stories of a server that is away allow it
    serviceWorkers: 'block',
  },
})
