import { expect, test } from 'vitest'
import { managerView } from './view.ts'

const row = {
  id: 2,
  role: 'operator',
  first_name: 'Anna',
  last_name: 'Sedova',
  email: 'anna@b.example',
  phone: '+7 900',
  avatar_url: '/a.png',
  owner_id: 9,
  language: 'ru',
  silence_mails: true,
  email_verified_at: new Date('2026-03-10T09:00:00Z'),
  new_email: 'new@b.example',
  password_hash: 'secret',
} as unknown as Parameters<typeof managerView>[0]
const secondFactor = { on: true } as unknown as Parameters<typeof managerView>[1]
const plan = {
  default_payment_method_id: 3,
  account_id: 4,
  subscription_id: 5,
  plan_id: 6,
} as unknown as NonNullable<Parameters<typeof managerView>[2]>

test('a manager is shown with their plan and without a secret', () => {
  expect(managerView(row, secondFactor, plan)).toEqual({
    id: 2,
    role: 'operator',
    first_name: 'Anna',
    last_name: 'Sedova',
    email: 'anna@b.example',
    phone: '+7 900',
    avatar_url: '/a.png',
    owner_id: 9,
    default_payment_method_id: 3,
    account_id: 4,
    subscription_id: 5,
    plan_id: 6,
    language: 'ru',
    silence_mails: true,
    email_verified: true,
    new_email: 'new@b.example',
    second_factor: secondFactor,
  })
})

test('a manager without a plan has none of its parts, and an address that is not confirmed is shown so', () => {
  expect(managerView({ ...row, email_verified_at: null }, secondFactor, undefined)).toMatchObject({
    default_payment_method_id: null,
    account_id: null,
    subscription_id: null,
    plan_id: null,
    email_verified: false,
  })
})
