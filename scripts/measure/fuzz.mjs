import '../lib/provide/node-version.mjs'
import { buildAll } from '../lib/build.mjs'
import { main } from '../lib/progress.mjs'
import { installAll } from '../lib/provide/install.mjs'
import { at } from '../lib/root.mjs'
import { foreground } from '../lib/run.mjs'

await main(async () => {
  await installAll()
  await buildAll()
  foreground(at('bench/dist/fuzz/main.js'), process.argv.slice(2))
})
