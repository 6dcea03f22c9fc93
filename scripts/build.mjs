import './lib/node-version.mjs'
import { build, buildAll } from './lib/build.mjs'
import { install } from './lib/install.mjs'
import { main } from './lib/progress.mjs'

await main(async () => {
  const withTests = await install()
  await (withTests ? buildAll() : build())
})
