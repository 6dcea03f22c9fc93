import { readFileSync, writeFileSync } from 'node:fs'
import { at } from '../root.mjs'
import { mustRun, programs } from '../run.mjs'

const file = at('web/bundling.json')
const folder = at('node_modules/.cache/stationmaster/bundling')

/** Writes down which modules of the web application make one file. A build reads that: to find it out takes as long as the build. */
export async function writeBundling() {
  writeFileSync(file, await presentBundling())
}

/** Says where that is no longer what the pages need. */
export async function staleBundling() {
  const isCurrent = readFileSync(file, 'utf8') === (await presentBundling())
  return isCurrent ? [] : ['web/bundling.json is not what the pages need by now: npm run chunks']
}

async function presentBundling() {
  await mustRun(
    process.execPath,
    [programs.vite, 'build', '--mode', 'bundling', '--outDir', folder, '--logLevel', 'error'],
    { cwd: at('web') },
  )
  return readFileSync(`${folder}/bundling.json`, 'utf8')
}
