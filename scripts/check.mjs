import './lib/provide/node-version.mjs'
import { runChecks } from './lib/checks.mjs'
import { measured, tableOf } from './lib/outcome/measures.mjs'
import { main } from './lib/progress.mjs'
import { installAll } from './lib/provide/install.mjs'
import { root } from './lib/root.mjs'

async function printMeasures() {
  const rows = await measured(root)
  console.log(tableOf(rows))
  if (rows.some(({ kept }) => !kept)) process.exitCode = 1
}

await main(async () => {
  if (process.argv.includes('--measures')) return printMeasures()
  await installAll()
  const { passed, failed } = await runChecks()
  console.log(`${passed} passed, ${failed} failed`)
  if (failed > 0) process.exitCode = 1
})
