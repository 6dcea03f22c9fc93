import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks a second that Linux counts processor time in, on every machine that Node runs on. */
const ticks = 100

interface Usage {
  /** children that ended and were waited for included */
  cpuSeconds: number
  rssKib: number
}

interface Stat {
  parent: number
  cpuSeconds: number
}

/** The number of a process that we started; throws where it could not start. */
export function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('the process could not start')
  return pid
}

/** Processor time and resident memory of a process and all its descendants; shared pages count once per process (proc(5)). */
export function usageOf(root: number): Usage {
  const total: Usage = { cpuSeconds: 0, rssKib: 0 }
  for (const pid of descendantsOf(root)) {
    total.cpuSeconds += readStat(String(pid))?.cpuSeconds ?? 0
    total.rssKib += Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0)
  }
  return total
}

/** Memory of a process in which what it shares with others counts by its part (proc(5), smaps_rollup). */
export const pssKib = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)

/** A process, and all that it and its children have started. */
export function descendantsOf(root: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(name) : undefined
    if (stat) children.set(stat.parent, [...(children.get(stat.parent) ?? []), Number(name)])
  }
  const found = [root]
  for (const pid of found) found.push(...(children.get(pid) ?? []))
  return found
}

/** Processor time that the whole machine has spent working, in seconds. */
export function machineBusySeconds(): number {
  const [line = ''] = read('/proc/stat').split('\n')
  const fields = line.trim().split(/\s+/).slice(1, 9).map(Number)
  const [, , , idle = 0, waiting = 0] = fields
  return (fields.reduce((sum, field) => sum + field, 0) - idle - waiting) / ticks
}

function readStat(pid: string): Stat | undefined {
  const text = read(`/proc/${pid}/stat`)
  // the command's name may hold spaces and brackets; the fields after it are counted from the third
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const at = (field: number) => Number(fields[field - 3])
  if (text === '') return undefined
  return { parent: at(4), cpuSeconds: (at(14) + at(15) + at(16) + at(17)) / ticks }
}

/** Empty when the process has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Whether a process runs. A process that has ended does not count, even where its parent has not read its exit code. */
export const isRunning = (pid: number): boolean => /^State:\s*[^ZX\s]/m.test(read(`/proc/${pid}/status`))
