import './lib/provide/node-version.mjs'
import { spawn } from 'node:child_process'
import { build } from './lib/build.mjs'
import { main } from './lib/progress.mjs'
import { install } from './lib/provide/install.mjs'
import { at, root } from './lib/root.mjs'
import { programs, whenEnded } from './lib/run.mjs'

/** Bundles the programs as they change; what is wrong is all that it says. */
const watched = [
  'build',
  '-c',
  'scripts/bundle.config.mjs',
  '--mode',
  'programs',
  '--watch',
  '--logLevel',
  'error',
]

await main(async () => {
  await install()
  await build()
  const env = { ...process.env, HOST: process.env.HOST ?? '127.0.0.1' }
  // Each in a process group of its own, so that what it starts ends with it.
  const group = process.platform !== 'win32'
  const start = (cwd, ...args) =>
    spawn(process.execPath, args, { cwd, env, stdio: 'inherit', detached: group })
  const children = [
    start(root, programs.vite, ...watched),
    start(root, '--watch', '--watch-preserve-output', at('server/dist/main.js'), '--demo'),
    start(at('web'), programs.vite),
  ]
  const stop = () => {
    for (const child of children) end(child, group)
  }
  whenEnded(stop)
  for (const child of children) child.once('exit', stop)
})

function end(child, group) {
  try {
    process.kill(group ? -child.pid : child.pid, 'SIGTERM')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
