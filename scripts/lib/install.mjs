import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { step } from './progress.mjs'
import { at } from './root.mjs'
import { npm } from './run.mjs'

const stamp = at('node_modules/.stationmaster-lock')

/** Installs the locked packages, unless node_modules holds exactly them already. */
export async function install() {
  const lock = readFileSync(at('package-lock.json'), 'utf8')
  const hash = createHash('sha256').update(lock).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  if (!holds(lock)) {
    // `npm ci` empties node_modules first and the stamp comes last: an interrupted install is never taken for a whole one.
    await step('Installing packages (half a minute or so)', () =>
      npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']),
    )
  }
  writeFileSync(stamp, hash)
}

/** Whether npm's own record of node_modules, which it writes at the end of an install, agrees with the lock. */
function holds(lock) {
  const record = at('node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(JSON.parse(lock).packages).every(
    ([path, wanted]) =>
      !path.includes('node_modules/') || wanted.optional || installed[path]?.version === wanted.version,
  )
}
