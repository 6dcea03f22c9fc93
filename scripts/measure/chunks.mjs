import '../lib/provide/node-version.mjs'
import { generate } from '../lib/build.mjs'
import { writeBundling } from '../lib/outcome/bundling.mjs'
import { main, step } from '../lib/progress.mjs'
import { install } from '../lib/provide/install.mjs'

await main(async () => {
  await install()
  await generate()
  await step('Finding which modules make one file', writeBundling)
})
