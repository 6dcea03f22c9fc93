import { setTimeout as pause } from 'node:timers/promises'
import type { Target } from '../measuring/servers.ts'

/** The heap may be larger by this part when all is over. */
export const mostGrowth = 0.1

const restMs = 3_000
const collectMs = 1_500

/**
 * What a server keeps in its heap once nobody asks for anything and its garbage has been collected; the least of three looks.
 * Machine code does not count: the engine makes it of what is run often, for hours, and throws it away when it needs the room.
 */
export async function keptBytes({ pid, url }: Target): Promise<number> {
  await pause(restMs)
  const looks: number[] = []
  for (let look = 0; look < 3; look += 1) {
    process.kill(pid, 'SIGUSR2')
    await pause(collectMs)
    const metrics = await (await fetch(`http://${new URL(url).host}/metrics`)).text()
    looks.push(dataBytes(metrics))
  }
  return Math.min(...looks)
}

/** The bytes in use of all spaces of the heap but those of machine code, of a server's metrics. */
function dataBytes(metrics: string): number {
  const spaces = [...metrics.matchAll(/^nodejs_heap_space_size_used_bytes\{space="(\w+)"\} (\S+)$/gm)]
  const ofData = spaces.filter(([, space]) => !space?.startsWith('code'))
  if (ofData.length === 0) throw new Error('the server does not tell the spaces of its heap')
  return ofData.reduce((sum, [, , bytes]) => sum + Number(bytes), 0)
}
