import { expect, test } from 'vitest'
import type { Caller } from '../../../../platform/http/caller.ts'
import { mayChange, viewOf } from './people.ts'

const administrator: Caller = { id: 1, role: 'administrator', ownerId: null, email: 'a@b.example' }

test.each([
  ['an administrator changes others', administrator, 2, true, [true, true, true]],
  [
    'an administrator resets no second factor that is not there',
    administrator,
    2,
    false,
    [true, true, false],
  ],
  ['nobody changes themselves', administrator, 1, true, [false, false, false]],
  [
    'no other role changes anybody',
    { ...administrator, role: 'operator' as const },
    2,
    true,
    [false, false, false],
  ],
] as const)('%s', (_what, caller, id, hasSecondFactor, [change_role, block, reset_second_factor]) => {
  expect(mayChange(caller, id, hasSecondFactor)).toEqual({ change_role, block, reset_second_factor })
})

test('a second factor is reset only where it is known to be there', () => {
  expect(mayChange(administrator, 2).reset_second_factor).toBe(false)
})

const row = {
  id: 2,
  first_name: 'Anna',
  second_factor: true,
  last_seen_at: new Date('2026-03-10T09:00:00Z'),
  created_at: new Date('2026-03-01T09:00:00Z'),
} as Parameters<typeof viewOf>[1]
const plan = {
  default_payment_method_id: 3,
  account_id: 4,
  subscription_id: 5,
  plan_id: 6,
} as unknown as NonNullable<Parameters<typeof viewOf>[3]>

test('a person is shown with their locations, plan and times', () => {
  expect(viewOf(administrator, row, 8, plan)).toEqual({
    id: 2,
    first_name: 'Anna',
    second_factor: true,
    number_of_locations: 8,
    subscription_id: 5,
    last_seen_at: '2026-03-10T09:00:00.000Z',
    created_at: '2026-03-01T09:00:00.000Z',
    can: { change_role: true, block: true, reset_second_factor: true },
  })
})

test('a person without a plan who was never there is shown so', () => {
  const view = viewOf(administrator, { ...row, last_seen_at: null, second_factor: false }, 0, undefined)
  expect(view).toMatchObject({ subscription_id: null, last_seen_at: null, number_of_locations: 0 })
  expect(view.can.reset_second_factor).toBe(false)
})
