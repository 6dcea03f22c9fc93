import './lib/provide/node-version.mjs'
import { build, buildAll } from './lib/build.mjs'
import { main } from './lib/progress.mjs'
import { install } from './lib/provide/install.mjs'

await main(async () => {
  const withTests = await install()
  await (withTests ? buildAll() : build())
})
