import { setTimeout as pause } from 'node:timers/promises'
import { usageOf } from '../processes/proc.ts'
import type { Life } from './stage.ts'

/** Resident memory of one start of a server, once its garbage has been collected. */
export interface Memory {
  name: string
  /** minutes since the server's start, and MiB */
  samples: [minutes: number, mib: number][]
}

const collectMs = 2_000
const minuteMs = 60_000
/** caches fill at first; there is no slope of a life that is shorter than twice this */
const warmMinutes = 10
/** so much may a server grow in an hour, of what it has in the mean */
const mostGrowth = 0.1

/** Reads the memory of the servers that live. */
export async function readMemory(lives: readonly Life[], memories: Map<Life, Memory>): Promise<void> {
  const living = lives.filter(({ endedAt }) => endedAt === undefined)
  for (const { target } of living) target.process.kill('SIGUSR2')
  await pause(collectMs)
  for (const life of living) {
    if (life.endedAt !== undefined) continue
    const memory = memories.get(life) ?? { name: life.name, samples: [] }
    memories.set(life, memory)
    const minutes = (performance.now() - life.begunAt) / minuteMs
    memory.samples.push([rounded(minutes), rounded(usageOf(life.target.pid).rssKib / 1024)])
  }
}

export interface Growth {
  name: string
  minutes: number
  firstMib: number
  lastMib: number
  mostMib: number
  meanMib: number
  /** the slope of the line of least squares through all samples after the first minutes; null: the server lived too briefly */
  mibPerHour: number | null
  isFlat: boolean
}

export function growthOf({ name, samples }: Memory): Growth {
  const minutes = samples.at(-1)?.[0] ?? 0
  const warm = samples.filter(([at]) => at >= warmMinutes)
  const isLong = minutes >= 2 * warmMinutes
  const counted = isLong ? warm : samples
  const mib = counted.map(([, one]) => one)
  const mean = mib.reduce((sum, one) => sum + one, 0) / Math.max(1, mib.length)
  const slope = isLong ? 60 * slopeOf(counted) : null
  return {
    name,
    minutes,
    firstMib: mib[0] ?? 0,
    lastMib: mib.at(-1) ?? 0,
    mostMib: Math.max(0, ...mib),
    meanMib: rounded(mean),
    mibPerHour: slope === null ? null : rounded(slope),
    isFlat: slope === null || slope <= mean * mostGrowth,
  }
}

/** By least squares. */
function slopeOf(points: readonly [number, number][]): number {
  const meanOf = (of: (point: [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [meanOf(([at]) => at), meanOf(([, value]) => value)]
  const across = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0)
  const along = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0)
  return along === 0 ? 0 : across / along
}

const rounded = (value: number): number => Math.round(value * 10) / 10
