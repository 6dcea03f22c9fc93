import { expect, test } from 'vitest'
import { startReport } from './start-report.ts'

function aReport(isTTY: boolean) {
  const written: string[] = []
  let at = 0
  const report = startReport({ isTTY, write: (text: string) => written.push(text) > 0 }, () => at)
  return { report, written, pass: (ms: number) => (at += ms) }
}

test('without a terminal a step is a line at its quarters and at its end, with its time', async () => {
  const { report, written, pass } = aReport(false)
  const given = await report.step('Counting', async (progress, rename) => {
    for (let done = 0; done <= 100; done++) progress(done, 100)
    pass(1250)
    rename('Counted to 100')
    return 100
  })
  expect(given).toBe(100)
  expect(written).toEqual([
    '· Counting ██████░░░░░░░░░░░░░░░░░░ 25 %\n',
    '· Counting ████████████░░░░░░░░░░░░ 50 %\n',
    '· Counting ██████████████████░░░░░░ 75 %\n',
    '✓ Counted to 100 1.3 s\n',
  ])
})

test('on a terminal it is one line that is redrawn ten times a second at most', async () => {
  const { report, written, pass } = aReport(true)
  await report.step('Counting', async (progress) => {
    progress(1, 4)
    progress(2, 4)
    pass(100)
    progress(3, 4)
  })
  const cleared = '\r\x1b[2K'
  expect(written).toEqual([
    `${cleared}· Counting`,
    `${cleared}· Counting ██████░░░░░░░░░░░░░░░░░░ 25 %`,
    `${cleared}· Counting ██████████████████░░░░░░ 75 %`,
    `${cleared}✓ Counting 0.1 s`,
    '\n',
  ])
})

test.each([
  ['is marked on a terminal', true, '✗ Breaking 0.0 s'],
  ['leaves no line elsewhere', false, ''],
])('a step that fails %s, and what it threw goes on', async (_where, isTTY, lastLine) => {
  const { report, written } = aReport(isTTY)
  const failing = report.step('Breaking', () => Promise.reject(new Error('broken')))
  await expect(failing).rejects.toThrow('broken')
  expect(written.join('').split('\r\x1b[2K').at(-1)?.trim()).toBe(lastLine)
})
