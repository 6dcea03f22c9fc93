import { buffer, text } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
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
  language: 'de',
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

/** A part of a file of ours, which is a ZIP whose parts are deflated. */
function partOf(xlsx: Buffer, name: string): string {
  const head = xlsx.indexOf(name) - 30
  const skipped = 30 + xlsx.readUInt16LE(head + 26) + xlsx.readUInt16LE(head + 28)
  return inflateRawSync(xlsx.subarray(head + skipped)).toString('utf8')
}

test.each([
  ['en', 'dd mmm yyyy', 'dd mmm yyyy&quot;, &quot;hh:mm'],
  ['de', 'dd.mm.yyyy', 'dd.mm.yyyy&quot;, &quot;hh:mm'],
  ['ru', 'dd.mm.yyyy', 'dd.mm.yyyy&quot;, &quot;hh:mm'],
] as const)('days and times of a sheet are shown as %s writes them on the screens', async (language, day, instant) => {
  const styles = partOf(await buffer(xlsxOf({ ...sheet([row]), language })), 'xl/styles.xml')
  const codes = [...styles.matchAll(/formatCode="\[[^\]]+\]([^"]+)"/g)].map(([, code]) => code)
  expect(codes).toEqual([day, instant])
})

test('a phone’s number is text as it is, a month a date with its name', async () => {
  const columns = [
    { head: 'Телефон', kind: 'text' as const },
    { head: 'Месяц', kind: 'month' as const },
  ]
  const rows = [
    ['+7 000 305 21 76', '2026-01'],
    ['+1+cmd', 'Итого'],
  ]
  const [read] = await readSheet(await buffer(xlsxOf({ ...sheet(rows), columns })))
  expect(read!.data.slice(1)).toEqual([
    ['+7 000 305 21 76', new Date('2026-01-01T00:00:00Z')],
    ["'+1+cmd", 'Итого'],
  ])
  // a spreadsheet would reckon with it in a file that does not tell texts from formulas
  expect(await text(csvOf({ ...sheet(rows), columns }))).toContain("'+7 000 305 21 76,2026-01\r\n")
})

test('the same as CSV', async () => {
  expect(await text(csvOf(sheet([row])))).toBe(
    "\uFEFFЛокация,День,Когда,Сессии,кВт·ч,'=Сумма\r\n" +
      "'=1+1,2026-01-31,2026-02-01 00:00,3,12.345,-1234.56\r\n",
  )
})

test('as CSV for spreadsheets set to decimal commas: semicolons between cells, and no number that is guarded', async () => {
  expect(await text(csvOf({ ...sheet([row]), narrowed: [['Place', 'a;b, c']] }, 'csv_comma'))).toBe(
    '\uFEFFPlace;"a;b, c"\r\n\r\nЛокация;День;Когда;Сессии;кВт·ч;\'=Сумма\r\n' +
      "'=1+1;2026-01-31;2026-02-01 00:00;3;12,345;-1234,56\r\n",
  )
})

test('rows are read as fast as the file is consumed', async () => {
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
