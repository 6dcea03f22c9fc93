import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../database/database-fault.ts'

/** The folder is used by another running process; the message is the one line that a person reads. */
export class FolderLocked extends StartError {}

const held = new Set<string>()

/** Locks a folder for this process and answers the function that unlocks it; the lock of a dead process is taken over. */
export function lockFolder(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw unusable(folder, error)
  }
  const file = join(folder, 'lock')
  const mine = `${process.pid} ${startOf(process.pid)}`
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      writeFileSync(file, mine, { flag: 'wx' })
      held.add(file)
      return () => {
        if (held.delete(file)) rmSync(file, { force: true })
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unusable(folder, error)
    }
    const theirs = read(file)
    if (theirs !== null) removeStale(file, theirs, folder)
  }
  throw new FolderLocked(`The data folder ${folder} is being locked by another process.`)
}

const unusable = (folder: string, error: unknown): StartError =>
  new StartError(`DATA_DIR ${folder} cannot be written: ${(error as Error).message}.`)

function removeStale(file: string, theirs: string, folder: string): void {
  const pid = Number(theirs.split(' ')[0])
  if (held.has(file) || alive(theirs)) {
    throw new FolderLocked(
      `The data folder ${folder} is in use by process ${pid}. Stop that server first, or set another DATA_DIR.`,
    )
  }
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  // two processes may have read the same stale lock: what was moved aside must still be that one
  if (read(aside) === theirs) rmSync(aside, { force: true })
  else renameSync(aside, file)
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function alive(lock: string): boolean {
  const [pid = '', start = ''] = lock.split(' ')
  if (Number(pid) === process.pid) return false
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH' || Number.isNaN(Number(pid))) return false
  }
  const [state, since] = statOf(Number(pid))
  // a process that has ended stays in the list until its parent reads its exit code, and a parent that adopted it may never do so
  if (state === 'Z' || state === 'X') return false
  // a process id is reused after a restart of the machine: the start time tells them apart (Linux only)
  return start === '' || since === start
}

const startOf = (pid: number): string => statOf(pid)[1]

/** State and start time of a process (proc(5), stat); both empty where the system does not tell. */
function statOf(pid: number): [state: string, start: string] {
  const stat = read(`/proc/${pid}/stat`)
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return [fields?.[0] ?? '', fields?.[19] ?? '']
}
