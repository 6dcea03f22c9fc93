import { expect, test } from 'vitest'
import { showBirthDate } from './show-birth-date.ts'

test('dashes stand after day and month, and ten characters are the most', () => {
  expect(['2', '29', '290', '29-02', '29021', '29-02-1988', '29-02-19885', 'x'].map(showBirthDate)).toEqual([
    ...['2', '29', '29-0', '29-02', '29-02-1', '29-02-1988', '29-02-1988', ''],
  ])
})
