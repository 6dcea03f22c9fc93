import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Above the ports by which programs are known, and below those that systems give to whoever connects or listens at any port (Linux: from 32,768). */
const [least, most] = [20_000, 32_000]

/**
 * A port of this machine that nobody listens at. Nobody gets it by chance while the program that has it is ended and started again, as it
 * would one of those that the system gives.
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(least, most)
    if (await isFree(port)) return port
  }
}

const isFree = (port) =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
