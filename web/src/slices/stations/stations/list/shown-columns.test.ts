import type { Station } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { keptOf, readStationSearch, searchOf } from '../choosing/filters.ts'
import { emptyColumns, offeredTo, shownColumns } from './shown-columns.ts'

const plain = {
  owner_first_name: null,
  owner_last_name: null,
  owner_email: null,
  monetized: false,
  reserves: false,
  data_transfer: {},
} as unknown as Station

test('a usual column that no station fills is left out; one that was chosen stays', () => {
  const empty = emptyColumns([plain, { ...plain, monetized: true }])
  expect(empty).toEqual(['owner', 'signal', 'reservations'])
  expect(shownColumns(undefined, 'administrator', empty)).toEqual(['connectors', 'monetized', 'last_seen'])
  expect(shownColumns(['signal', 'firmware'], 'administrator', empty)).toEqual(['firmware', 'signal'])
  expect(emptyColumns([{ ...plain, owner_email: 'a@b.example', reserves: true }])).toEqual([
    'signal',
    'monetized',
  ])
})

test('managers are offered no owner, and firmware and protocol are for administrators', () => {
  expect(offeredTo('manager')).not.toContain('owner')
  expect(offeredTo('operator')).toContain('owner')
  expect(shownColumns(['owner', 'firmware', 'model'], 'manager', [])).toEqual(['model'])
})

test('a saved view gives back the search from which it was made', () => {
  const search = readStationSearch({
    q: 'quay',
    status: 'busy',
    location: '7',
    monetized: 'true',
    online: 'false',
    vendor: 'V',
    model: 'M',
    firmware: '1.2',
    down: 'true',
    sort: 'last_seen:desc',
    columns: 'model,firmware',
  })
  expect(Object.values(search).every((value) => value !== undefined)).toBe(true)
  const view = { ...keptOf(search), id: 1, name: 'A', shared: false, opens: false, can: { change: true } }
  expect(searchOf(view)).toEqual(search)
  expect(readStationSearch({ sort: 'colour:asc', columns: 'colour' })).toEqual(readStationSearch({}))
})
