import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { at } from '../root.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stationmaster-ending-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const moduleAt = (path) => JSON.stringify(pathToFileURL(at(path)).href)
const imports = `
  import { main, Refusal } from ${moduleAt('scripts/lib/progress.mjs')}
  import { foreground, mustRun, run } from ${moduleAt('scripts/lib/run.mjs')}`

/** A program that only a signal ends, and that writes its number to a file. */
function longProgram(name) {
  const path = join(folder, `${name}.mjs`)
  writeFileSync(
    path,
    `import { writeFileSync } from 'node:fs'
    setInterval(() => {}, 1000)
    writeFileSync(${JSON.stringify(join(folder, name))}, String(process.pid))`,
  )
  return JSON.stringify(path)
}

/** Runs a script; its environment is not that of the npm that runs the tests. */
function runScript(text) {
  const path = join(folder, 'script.mjs')
  writeFileSync(path, `${imports}\n${text}`)
  const child = spawn(process.execPath, [path], { env: { ...process.env, npm_lifecycle_event: '' } })
  const pieces = []
  child.stderr.on('data', (piece) => pieces.push(piece))
  return { child, ended: once(child, 'close'), errors: () => Buffer.concat(pieces).toString() }
}

async function pidIn(name) {
  const path = join(folder, name)
  while (!existsSync(path) || readFileSync(path, 'utf8') === '') await delay(20)
  return Number(readFileSync(path, 'utf8'))
}

const isThere = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
])('a command that %s ends takes with it what it runs, and says nothing of a failure', async (signal, code) => {
  const { child, ended, errors } = runScript(
    `await main(() => mustRun(process.execPath, [${longProgram('inner')}]))`,
  )
  const inner = await pidIn('inner')
  child.kill(signal)
  expect(await ended).toEqual([code, null])
  expect(isThere(inner)).toBe(false)
  expect(errors()).toBe('')
})

test('what would take long to end at SIGTERM is ended by the signal that it was started with', async () => {
  const path = join(folder, 'outer.mjs')
  writeFileSync(path, `process.on('SIGTERM', () => {})\nawait import(${longProgram('deaf')})`)
  const { child, ended } = runScript(
    `await main(() => mustRun(process.execPath, [${JSON.stringify(path)}], { endsBy: 'SIGKILL' }))`,
  )
  const deaf = await pidIn('deaf')
  child.kill('SIGTERM')
  expect(await ended).toEqual([143, null])
  expect(isThere(deaf)).toBe(false)
})

test('one that fails takes with it what still runs beside, and tidies up last', async () => {
  const { ended, errors } = runScript(`
    import { existsSync } from 'node:fs'
    import { setTimeout as delay } from 'node:timers/promises'
    await main(
      async () => {
        run(process.execPath, [${longProgram('beside')}])
        while (!existsSync(${JSON.stringify(join(folder, 'beside'))})) await delay(20)
        throw new Refusal('no room')
      },
      async () => console.error('tidied'),
    )`)
  expect(await ended).toEqual([1, null])
  expect(errors()).toBe('no room\ntidied\n')
  expect(isThere(await pidIn('beside'))).toBe(false)
})

test('a server outlives the shell in which npm was started, and not npm', async () => {
  writeFileSync(join(folder, 'script.mjs'), `${imports}\nforeground(${longProgram('server')}, [])`)
  const scripts = { go: 'node script.mjs > log 2>&1' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'x', version: '1.0.0', scripts }))
  // bash gives its process to the last command: the parent of a script is npm then
  const env = { ...process.env, npm_config_script_shell: '/bin/bash' }
  const begin = 'npm run go > /dev/null & echo $! > npm; while [ ! -s server ]; do sleep 0.1; done'
  const shell = spawn('/bin/bash', ['-c', begin], { cwd: folder, env, stdio: 'ignore' })
  await once(shell, 'close')
  const [npm, server] = [await pidIn('npm'), await pidIn('server')]
  // twice as long as from one look to the next
  await delay(1000)
  expect(isThere(server)).toBe(true)
  process.kill(npm, 'SIGKILL')
  while (isThere(server)) await delay(20)
})
