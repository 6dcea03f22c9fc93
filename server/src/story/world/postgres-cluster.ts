import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A PostgreSQL server of a story's own. */
export interface Cluster {
  url: string
  start(): Promise<void>
  runs(): boolean
  stop(mode?: 'fast' | 'immediate'): Promise<void>
  kill(): Promise<void>
  freeze(): void
  thaw(): void
  remove(): Promise<void>
}

interface ClusterOptions {
  parent?: string
  settings?: Readonly<Record<string, string | number>>
  initial?: readonly string[]
}

interface Programs {
  findPostgres(): string | undefined
  makeCluster(options: ClusterOptions): Promise<Cluster>
  makeReplica(of: Cluster): Promise<Cluster>
}

const programs: Programs = await import(
  /* @vite-ignore */ new URL('../../../../scripts/lib/provide/programs/postgres.mjs', import.meta.url).href
)

/** The folder of PostgreSQL's programs; undefined where it is not installed. */
export const postgresPrograms = programs.findPostgres()

export const makeCluster = (options: ClusterOptions = {}): Promise<Cluster> => programs.makeCluster(options)

/** A streaming replica of a server that runs. */
export const makeReplica = (of: Cluster): Promise<Cluster> => programs.makeReplica(of)

/** A disk of a few megabytes that can be filled up. */
export interface SmallDisk {
  folder: string
  fill(): void
  free(): void
  unmount(): void
}

/** Mounts a small disk in memory; undefined where that is not allowed. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  chmodSync(folder, 0o755)
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: () => {
      const { bavail, bsize } = statfsSync(folder)
      try {
        writeFileSync(filler, Buffer.alloc(bavail * bsize))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    free: () => rmSync(filler, { force: true }),
    unmount: () => {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    },
  }
}
