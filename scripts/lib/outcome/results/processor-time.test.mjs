import { expect, test } from 'vitest'
import { run } from '../../run.mjs'
import { ProcessorTime } from './processor-time.mjs'

/** A line of /proc/<id>/stat; its 16th and 17th fields are what ended programs have taken, in hundredths of a second. */
const statOf = (userTicks, systemTicks) =>
  `12 (a (b) c) S 1 12 12 0 -1 0 0 0 0 0 5 7 ${userTicks} ${systemTicks} 20 0 1 0 3`

test('counts each program under its name, the dearest first', () => {
  let stat = statOf(0, 0)
  const time = new ProcessorTime(() => stat)
  expect(time.toLine()).toBeNull()
  stat = statOf(250, 50)
  time.count('unit')
  stat = statOf(900, 100)
  time.count('browser')
  stat = statOf(1000, 100)
  time.count('unit')
  expect(time.toLine()).toBe('11 s of processor time: browser 7, unit 4')
})

test('says nothing where the system does not', () => {
  const time = new ProcessorTime(() => {
    throw new Error('no such file')
  })
  time.count('unit')
  expect(time.toLine()).toBeNull()
})

test.runIf(process.platform === 'linux')('counts what a program computes', async () => {
  const time = new ProcessorTime()
  time.count('before')
  await run(process.execPath, [
    '-e',
    'while (process.cpuUsage().user < 700_000) for (let i = 0; i < 1e6; i++);',
  ])
  time.count('busy')
  expect(Number(/busy (\d+)/.exec(time.toLine())[1])).toBe(1)
})
