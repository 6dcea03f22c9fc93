import { readFileSync } from 'node:fs'
import { at } from '../root.mjs'
import { foreground, signalRunning } from '../run.mjs'

/**
 * How the C library (glibc) keeps memory: by default every thread has a heap of its own that hardly shrinks, which makes a third of what
 * a server takes after much work. Others know no such variables.
 */
const heaps = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072' }

/** Where Node keeps what it has compiled, from version 22 on: a second start compiles nothing. */
const compiled = { NODE_COMPILE_CACHE: at('node_modules/.cache/stationmaster/compiled') }

/**
 * Runs the server in the foreground, with the flags of Node that it is measured with. It waits for the web application that is being
 * built, where there is a promise of that, before it says that it is ready. `finish` may be done when it is: nobody waits for it.
 */
export function foregroundServer(args, env, web = null, finish = async () => {}) {
  const flags = JSON.parse(readFileSync(at('server/node-flags.json'), 'utf8'))
  const server = foreground(
    at('server/dist/main.js'),
    [...args, `--begun=${Math.round(performance.timeOrigin)}`, ...(web ? ['--awaits-web'] : [])],
    { ...heaps, ...compiled, ...process.env, ...env },
    { flags, messages: web !== null },
  )
  const finishIt = () => finish().catch((error) => console.error(error.message))
  server.once('exit', signalRunning)
  if (!web) return void finishIt()
  // it ends the connection when it is ready
  server.once('disconnect', () => server.exitCode === null && finishIt())
  const tell = (message) => server.connected && server.send(message)
  web.then(
    (seconds) => tell({ seconds }),
    (error) => tell({ error: `${error.output ?? ''}\n${error.message}`.trim() }),
  )
}
