import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { SandboxDoor } from './sandbox.ts'

/** Runs the payment sandbox beside the server, with key and book in a folder of its own; it ends when we do. */
export async function startSandbox(door: SandboxDoor, dataDir: string): Promise<ChildProcess> {
  const cli = fileURLToPath(new URL('./cli.js', import.meta.resolve('@stationmaster/payment-sandbox')))
  const child = spawn(process.execPath, [cli, '--port', '0', '--folder', join(dataDir, 'sandbox')], {
    // a time zone or a clock that our environment sets holds for both, or they would disagree about a payment's day
    env: { ...process.env, PAYMENT_SANDBOX_KEY: door.key },
    // the channel closes when we end, however that is, and the sandbox with us
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  door.url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The payment sandbox could not be started')))
    // `stdio` asks for a pipe
    createInterface(child.stdout!).on('line', (line) => {
      const [, url] = /^The payment sandbox is ready at (\S+)$/.exec(line) ?? []
      if (url) resolve(url)
    })
  })
  return child
}
