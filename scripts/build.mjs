import './lib/node-version.mjs'
import { build } from './lib/build.mjs'
import { install } from './lib/install.mjs'
import { main } from './lib/progress.mjs'

await main(async () => {
  await install()
  await build()
})
