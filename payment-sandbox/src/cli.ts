import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Sandbox } from './server.ts'

const usage = `npm run payment-sandbox [-- options]: a payment provider to try things with
  --port N       listen on this port (8090)
  --host H       on this address (127.0.0.1)
  --folder F     keep key and payments there (./data/sandbox)
  --slow-ms N    how long a slow card keeps its caller waiting (40000)
  --late-ms N    how late the notices of a late card come (20000)
The key that callers need is in the environment: PAYMENT_SANDBOX_KEY.`

function options() {
  return parseArgs({
    options: {
      port: { type: 'string', default: '8090' },
      host: { type: 'string', default: '127.0.0.1' },
      folder: { type: 'string', default: './data/sandbox' },
      'slow-ms': { type: 'string', default: '40000' },
      'late-ms': { type: 'string', default: '20000' },
      help: { type: 'boolean', short: 'h' },
    },
  }).values
}

async function main(): Promise<void> {
  const given = options()
  if (given.help) return void process.stdout.write(`${usage}\n`)
  const apiKey = process.env.PAYMENT_SANDBOX_KEY ?? ''
  if (apiKey.length < 16) throw new Error('PAYMENT_SANDBOX_KEY must have at least 16 characters.')
  // whoever started it with a channel says there how far its clock is ahead
  let aheadMs = 0
  process.on('message', (ms: number) => {
    aheadMs = ms
  })
  const sandbox = new Sandbox({
    folder: resolve(given.folder),
    apiKey,
    host: given.host,
    port: Number(given.port),
    slowMs: Number(given['slow-ms']),
    lateMs: Number(given['late-ms']),
    now: () => new Date(Date.now() + aheadMs),
  })
  const stop = () => {
    sandbox.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
  // whoever started it with a channel has gone, perhaps before it listens
  process.once('disconnect', stop)
  process.stdout.once('error', stop)
  const url = await sandbox.listen()
  process.stdout.write(`The payment sandbox is ready at ${url}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
})
