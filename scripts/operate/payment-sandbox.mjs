import '../lib/provide/node-version.mjs'
import { build } from '../lib/build.mjs'
import { main } from '../lib/progress.mjs'
import { install } from '../lib/provide/install.mjs'
import { at } from '../lib/root.mjs'
import { foreground } from '../lib/run.mjs'

await main(async () => {
  await install()
  await build()
  foreground(at('payment-sandbox/dist/cli.js'), process.argv.slice(2))
})
