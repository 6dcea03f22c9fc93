import { expect, test } from 'vitest'
import { floorProfileBase, isOfPartner, isOurs, isStanding, sessionProfileBase } from './numbers.ts'

test.each([
  [2_999_999, false, false, false],
  [3_000_000, false, false, true],
  [sessionProfileBase - 1, false, false, true],
  [sessionProfileBase, true, false, false],
  [floorProfileBase - 1, true, false, false],
  [floorProfileBase, true, true, false],
  [4_199_999, true, true, false],
  [4_200_000, false, false, false],
])('the profile %i is ours: %s, and stands: %s; is of a partner: %s', (id, ours, standing, partner) => {
  expect([isOurs(id), isStanding(id), isOfPartner(id)]).toEqual([ours, standing, partner])
})
