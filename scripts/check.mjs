import './lib/provide/node-version.mjs'
import { main } from './lib/progress.mjs'
import { installAll } from './lib/provide/install.mjs'
import { root } from './lib/root.mjs'

async function printMeasures() {
  const { measured, tableOf } = await import('./lib/outcome/measures.mjs')
  const rows = await measured(root)
  console.log(tableOf(rows))
  if (rows.some(({ kept }) => !kept)) process.exitCode = 1
}

await main(async () => {
  await installAll()
  if (process.argv.includes('--measures')) return printMeasures()
  // what reads sources needs the packages
  const { runChecks } = await import('./lib/checks.mjs')
  const { passed, failed } = await runChecks()
  console.log(`${passed} passed, ${failed} failed`)
  if (failed > 0) process.exitCode = 1
})
