import { buffer, text } from 'node:stream/consumers'
import readSheet from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { type Cell, csvOf, type Sheet, xlsxOf } from './sheet.ts'

const sheet = (rows: Sheet['rows']): Sheet => ({
  name: 'Иван/Маслов: 2026',
  columns: [
    { head: 'Локация', kind: 'text' },
    { head: 'День', kind: 'day' },
    { head: 'Когда', kind: 'instant' },
    { head: 'Сессии', kind: 'count' },
    { head: 'кВт·ч', kind: 'energy' },
    { head: '=Сумма', kind: 'money' },
  ],
  rows,
  timeZone: 'Europe/Moscow',
})
const at = new Date('2026-01-31T21:00:00Z')
const row: Cell[] = ['=1+1', '2026-01-31', at, 3, 12_345, -123_456]

test('numbers and dates are such, by the network’s clock, and nothing is a formula', async () => {
  const [read] = await readSheet(await buffer(xlsxOf(sheet([row, [null, null, null, 0, 0, 7]]))))
  expect(read!.sheet).toBe('Иван Маслов  2026')
  expect(read!.data).toEqual([
    ['Локация', 'День', 'Когда', 'Сессии', 'кВт·ч', "'=Сумма"],
    ["'=1+1", new Date('2026-01-31T00:00:00Z'), new Date('2026-02-01T00:00:00Z'), ...[3, 12.345, -1234.56]],
    [null, null, null, 0, 0, 0.07],
  ])
})

test('the same as CSV', async () => {
  expect(await text(csvOf(sheet([row])))).toBe(
    "\uFEFFЛокация,День,Когда,Сессии,кВт·ч,'=Сумма\r\n" +
      "'=1+1,2026-01-31,2026-02-01 00:00,3,12.345,-1234.56\r\n",
  )
})

test('rows are read as fast as the file is taken', async () => {
  let made = 0
  function* many() {
    for (; made < 200_000; made += 1) yield row
  }
  for (const write of [xlsxOf, csvOf]) {
    made = 0
    const file = write(sheet(many()))
    for await (const _piece of file) break
    expect(made).toBeLessThan(100_000)
  }
})
