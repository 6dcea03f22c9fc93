import '../lib/provide/node-version.mjs'
import { rmSync } from 'node:fs'
import { buildAll } from '../lib/build.mjs'
import { main } from '../lib/progress.mjs'
import { installAll } from '../lib/provide/install.mjs'
import { needChromium } from '../lib/provide/programs/chromium.mjs'
import { at } from '../lib/root.mjs'
import { programs, run } from '../lib/run.mjs'

await main(async () => {
  await installAll()
  await buildAll()
  const chromium = await needChromium()
  rmSync(at('screens'), { recursive: true, force: true })
  const { code } = await run(
    process.execPath,
    [programs.playwright, 'test', '-c', at('e2e/screens.config.ts'), ...process.argv.slice(2)],
    { show: 'screens', env: { ...process.env, CHROMIUM_PATH: chromium } },
  )
  console.log(`\nThe pictures are in ${at('screens')}`)
  process.exitCode = code
})
