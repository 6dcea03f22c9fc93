import './lib/node-version.mjs'
import { build } from './lib/build.mjs'
import { install } from './lib/install.mjs'
import { main } from './lib/progress.mjs'
import { foregroundServer } from './lib/server.mjs'

await main(async () => {
  await install()
  await build()
  foregroundServer(process.argv.slice(2))
})
