import { expect, test } from 'vitest'
import { alike, bodyOf } from '../drawing/draft.ts'
import type { ViewEvse } from '../drawing/guess.ts'
import { floorOf, proposedOf, siteOf, turned } from './simple-site.ts'

const evses = Array.from(
  { length: 10 },
  (_, nth): ViewEvse => ({ station_id: `S${nth}`, station_number: nth, evse: 1, current: 'AC', power: 22 }),
)

test('the smallest current is proposed without a connection only where its sum fits', () => {
  const site = proposedOf('Yard', evses)
  expect(floorOf({ ...site, fuse: alike(60) })).toBe(6)
  expect(floorOf({ ...site, fuse: [60, 59, 60] })).toBe(0)
  expect(floorOf({ ...site, fuse: alike(60), reserve: 1 })).toBe(0)
})

test('what is proposed can be sent', () => {
  const { body } = bodyOf(siteOf(turned(proposedOf('Yard', evses), true)))
  expect(body?.circuits).toMatchObject([{ id: 'grid', name: 'Yard', parent: null, fuse_a: [63, 63, 63] }])
  expect(body?.outlets.map(({ phases }) => phases[0])).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3, 1])
})
