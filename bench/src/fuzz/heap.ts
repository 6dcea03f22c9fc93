import { setTimeout as pause } from 'node:timers/promises'
import type { Target } from '../servers.ts'

/** The heap may be larger by this part when all is over. */
export const mostGrowth = 0.1

const restMs = 3_000
const collectMs = 1_500

/** What a server keeps in its heap once nobody asks for anything and its garbage has been collected; the least of three looks. */
export async function keptBytes({ pid, url }: Target): Promise<number> {
  await pause(restMs)
  const looks: number[] = []
  for (let look = 0; look < 3; look += 1) {
    process.kill(pid, 'SIGUSR2')
    await pause(collectMs)
    const metrics = await (await fetch(`http://${new URL(url).host}/metrics`)).text()
    looks.push(Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(metrics)?.[1]))
  }
  return Math.min(...looks)
}
