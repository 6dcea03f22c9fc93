import './lib/node-version.mjs'
import { spawn } from 'node:child_process'
import { build } from './lib/build.mjs'
import { install } from './lib/install.mjs'
import { main } from './lib/progress.mjs'
import { at, root } from './lib/root.mjs'
import { programs } from './lib/run.mjs'

await main(async () => {
  await install()
  await build()
  const env = { ...process.env, HOST: process.env.HOST ?? '127.0.0.1' }
  const start = (cwd, ...args) => spawn(process.execPath, args, { cwd, env, stdio: 'inherit' })
  const children = [
    start(root, programs.tsc, '-b', '--watch', '--preserveWatchOutput'),
    start(root, '--watch', '--watch-preserve-output', at('server/dist/main.js'), '--demo'),
    start(at('web'), programs.vite),
  ]
  const stop = () => {
    for (const child of children) child.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)
  for (const child of children) child.once('exit', stop)
})
