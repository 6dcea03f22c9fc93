import './lib/provide/node-version.mjs'
import { parseArgs } from 'node:util'
import { buildServer, buildWeb, compressWeb } from './lib/build.mjs'
import { main, Refusal } from './lib/progress.mjs'
import { installInHalves } from './lib/provide/install.mjs'
import { foregroundServer } from './lib/provide/server.mjs'

const usage = `npm start [-- options]
  --empty      start without the demo network: only the demo accounts
  --port N     listen on this port (also PORT in the environment; 8080)`

function options() {
  try {
    const { values } = parseArgs({
      options: {
        empty: { type: 'boolean' },
        port: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.port !== undefined && !(/^\d+$/.test(values.port) && Number(values.port) < 65536)) {
      throw new Error(`--port takes a number from 0 to 65535, not "${values.port}".`)
    }
    return values
  } catch (error) {
    throw new Refusal(`${error.message}\n\n${usage}`)
  }
}

/**
 * What compiles the embedded database takes a hundred megabytes in small pieces (8 to 32 KiB), and one that stays keeps the C library
 * (glibc) from giving back all below it. Pieces of that size are given back one by one so, which a server under load may pay for.
 */
const leastGivenBack = '8192'

await main(async () => {
  const { empty, port, help } = options()
  if (help) return console.log(usage)
  const { rest } = await installInHalves()
  await buildServer()
  foregroundServer(
    [empty ? '--empty' : '--demo'],
    {
      HOST: process.env.HOST ?? '127.0.0.1',
      MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? leastGivenBack,
      ...(port === undefined ? {} : { PORT: port }),
    },
    buildWeb(rest),
    compressWeb,
  )
})
