import './lib/node-version.mjs'
import { runChecks } from './lib/checks.mjs'
import { installAll } from './lib/install.mjs'
import { main } from './lib/progress.mjs'

await main(async () => {
  await installAll()
  const { passed, failed } = await runChecks()
  console.log(`${passed} passed, ${failed} failed`)
  if (failed > 0) process.exitCode = 1
})
