import { expect, test } from 'vitest'
import { type Shown, stamped, stampedLocation } from './stamps.ts'

const connector = (id: string, more: Shown = {}): Shown => ({ id, tariff_ids: [], last_updated: '', ...more })
const evse = (uid: string, more: Shown = {}): Shown => ({
  uid,
  status: 'AVAILABLE',
  connectors: [connector('1')],
  last_updated: '',
  ...more,
})
const location = (evses: Shown[], more: Shown = {}): Shown => ({
  id: 'L',
  name: 'Pier',
  evses,
  last_updated: '',
  ...more,
})

/** When each part was changed: of the location, of its EVSEs and of their connectors. */
const stamps = (shown: Shown) => [
  shown.last_updated,
  ...(shown.evses as Shown[]).map((one) => [
    one.last_updated,
    ...(one.connectors as Shown[]).map((part) => part.last_updated),
  ]),
]

const first = stampedLocation(undefined, location([evse('1'), evse('2')]), 't1')

test('what is new is stamped', () => {
  expect(stamps(first)).toEqual(['t1', ['t1', 't1'], ['t1', 't1']])
})

test('where nothing has changed no stamp moves, whatever the order of fields', () => {
  const { name, ...others } = location([evse('1'), evse('2')])
  expect(stamps(stampedLocation(first, { ...others, name }, 't2'))).toEqual(stamps(first))
})

test('a part that changes moves what is around it, and nothing beside it', () => {
  const dearer = evse('2', { connectors: [connector('1', { tariff_ids: ['T'] })] })
  expect(stamps(stampedLocation(first, location([evse('1'), dearer]), 't2'))).toEqual([
    't2',
    ['t1', 't1'],
    ['t2', 't2'],
  ])
  const busy = evse('1', { status: 'CHARGING' })
  expect(stamps(stampedLocation(first, location([busy, evse('2')]), 't2'))).toEqual([
    't2',
    ['t2', 't1'],
    ['t1', 't1'],
  ])
  const renamed = location([evse('1'), evse('2')], { name: 'Quay' })
  expect(stamps(stampedLocation(first, renamed, 't2'))).toEqual(['t2', ['t1', 't1'], ['t1', 't1']])
})

test('an EVSE that is no more stays as removed, and its stamp moves once', () => {
  const second = stampedLocation(first, location([evse('2')]), 't2')
  expect(second.evses).toMatchObject([
    { uid: '2', status: 'AVAILABLE', last_updated: 't1' },
    { uid: '1', status: 'REMOVED', last_updated: 't2' },
  ])
  expect(second.last_updated).toBe('t2')
  const third = stampedLocation(second, location([evse('2')]), 't3')
  expect(third).toEqual(second)
  const back = stampedLocation(third, location([evse('1'), evse('2')]), 't4')
  expect(back.evses).toMatchObject([
    { uid: '1', status: 'AVAILABLE', last_updated: 't4' },
    { uid: '2', last_updated: 't1' },
  ])
})

test('of a location that is shown no more all EVSEs are removed', () => {
  const gone = stampedLocation(first, null, 't2')
  expect(gone).toMatchObject({ name: 'Pier', evses: [{ status: 'REMOVED' }, { status: 'REMOVED' }] })
  expect(stampedLocation(gone, null, 't3')).toEqual(gone)
})

test('an object keeps its stamp until it changes', () => {
  const before = { id: 'T', last_updated: 't1' }
  expect(stamped(before, { id: 'T', last_updated: '' }, 't2')).toEqual(before)
  expect(stamped(before, { id: 'U', last_updated: '' }, 't2')).toEqual({ id: 'U', last_updated: 't2' })
  expect(stamped(undefined, { id: 'T', last_updated: '' }, 't2')).toEqual({ id: 'T', last_updated: 't2' })
})
