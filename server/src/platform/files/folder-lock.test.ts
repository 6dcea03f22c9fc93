import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FolderLocked, lockFolder } from './folder-lock.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'stationmaster-'))

test('a folder is locked until it is unlocked', () => {
  const here = folder()
  const unlock = lockFolder(here)
  expect(() => lockFolder(here)).toThrow(FolderLocked)
  unlock()
  unlock()
  expect(existsSync(join(here, 'lock'))).toBe(false)
  lockFolder(here)()
})

test('the lock of a running process holds, that of an ended one is taken over', async () => {
  const here = folder()
  const other = spawn('sleep', ['60'])
  writeFileSync(join(here, 'lock'), `${other.pid}`)
  expect(() => lockFolder(here)).toThrow(`in use by process ${other.pid}`)
  other.kill('SIGKILL')
  await once(other, 'exit')
  const unlock = lockFolder(here)
  expect(readFileSync(join(here, 'lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} `))
  unlock()
})

test('a process id that was given to another process since is no reason to wait', () => {
  const here = folder()
  writeFileSync(join(here, 'lock'), `${process.ppid} 1`)
  lockFolder(here)()
})

test.runIf(process.platform === 'linux')(
  'one that has ended and that nobody asks how does not hold it',
  async () => {
    const here = folder()
    // what takes the shell's place asks after no child of the shell's
    const parent = spawn('sh', ['-c', 'sleep 0.05 & echo $!; exec sleep 60'])
    const pid = Number(String((await once(parent.stdout, 'data'))[0]))
    const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    writeFileSync(join(here, 'lock'), `${pid} ${stat()[19]}`)
    expect(() => lockFolder(here)).toThrow(`in use by process ${pid}`)
    await expect.poll(() => stat()[0]).toBe('Z')
    lockFolder(here)()
    parent.kill('SIGKILL')
  },
)
