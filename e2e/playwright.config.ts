import { defineConfig } from '@playwright/test'
import { browser } from './browser.ts'

const json = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE

export default defineConfig({
  testDir: './stories',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: json ? [['list'], ['json', { outputFile: json }]] : [['list']],
  use: {
    ...browser,
    viewport: { width: 1280, height: 800 },
    actionTimeout: 10_000,
    screenshot: 'only-on-failure',
  },
})
