import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Started {
  /** asks it to end in good order */
  gentle: NodeJS.Signals
  /** ends it now */
  hard: NodeJS.Signals
}

const gentleMs = 10_000
const started = new Map<ChildProcess, Started>()
const folders = new Set<string>()

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** Sees to it that a child never outlives this process. */
export function own<T extends ChildProcess>(child: T, signals: Partial<Started> = {}): T {
  started.set(child, { gentle: 'SIGTERM', hard: 'SIGKILL', ...signals })
  child.once('exit', () => started.delete(child))
  return child
}

/** Ends a child, gently first; resolves once it is gone. */
export async function end(child: ChildProcess): Promise<void> {
  const signals = started.get(child)
  if (!signals || hasEnded(child)) return
  const gone = once(child, 'exit')
  child.kill(signals.gentle)
  const timer = setTimeout(() => child.kill(signals.hard), gentleMs)
  await gone
  clearTimeout(timer)
}

/** Ends every child that is chosen, the youngest first. */
export async function endAll(chosen: (child: ChildProcess) => boolean = () => true): Promise<void> {
  for (const child of [...started.keys()].reverse().filter(chosen)) await end(child)
}

/** A folder that is removed when this process ends. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `stationmaster-${name}-`))
  folders.add(folder)
  return folder
}

process.on('exit', () => {
  for (const [child, { hard }] of started) child.kill(hard)
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})
