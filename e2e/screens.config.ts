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
  reporter: [['list']],
  use: { ...browser, actionTimeout: 30_000, deviceScaleFactor: 1 },
})
