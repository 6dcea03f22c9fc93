import { defineConfig } from '@playwright/test'
import { browser } from './browser.ts'

export default defineConfig({
  testDir: './screens',
  globalSetup: './screens/setup.ts',
  outputDir: '../test-results/screens',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // axe takes minutes for the longest tables
  timeout: 600_000,
  // as the stories: a busy machine draws late
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: { ...browser, actionTimeout: 30_000, deviceScaleFactor: 1 },
})
