import { expect, test } from 'vitest'
import { linkOf } from './mailed-link-rules.ts'
import type { MailedToken } from './one-time-token-store.ts'

const end = new Date('2026-03-10T10:00:00Z')
const before = new Date(end.getTime() - 1)
const after = new Date(end.getTime() + 1)
const email = 'ann@people.example'
const person: MailedToken['manager'] = {
  email,
  new_email: null,
  email_verified_at: end,
  password_hash: 'a hash',
  blocked_at: null,
}
const mailed = (
  token: Partial<MailedToken> = {},
  manager: Partial<MailedToken['manager']> = {},
): MailedToken => ({
  managerId: 1,
  purpose: 'password',
  email,
  expiresAt: end,
  usedAt: null,
  ...token,
  manager: { ...person, ...manager },
})

test('a link is good before its end, but not at its end or later', () => {
  expect([before, end, after].map((at) => linkOf(mailed(), at).state)).toEqual(['good', 'expired', 'expired'])
  expect([before, end].map((at) => linkOf(mailed(), at).can_renew)).toEqual([false, true])
})

test('a used link stays used, and a new link to a password can be requested', () => {
  for (const at of [before, after])
    expect(linkOf(mailed({ usedAt: before }), at)).toMatchObject({ state: 'used', can_renew: true })
})

test('a blocked person and an old mailbox get no new link', () => {
  expect(linkOf(mailed({}, { blocked_at: before }), after).can_renew).toBe(false)
  const moved = linkOf(mailed({}, { email: 'other@people.example' }), before)
  expect(moved).toMatchObject({ state: 'used', can_renew: false })
  expect(linkOf(mailed({}, { email: email.toUpperCase() }), before).state).toBe('good')
})

test('a link whose purpose is done says so and cannot be renewed', () => {
  const open = { email_verified_at: null, password_hash: null }
  const of = (purpose: MailedToken['purpose'], manager: Partial<MailedToken['manager']> = {}) =>
    linkOf(mailed({ purpose, usedAt: before }, manager), after)
  expect(of('email')).toMatchObject({ done: true, can_renew: false })
  expect(of('email', open)).toMatchObject({ done: false, can_renew: true })
  expect(of('new_email')).toMatchObject({ done: true, can_renew: false })
  expect(of('new_email', { email: 'old@people.example', new_email: email })).toMatchObject({
    done: false,
    can_renew: true,
  })
  expect(of('invitation')).toMatchObject({ done: true, can_renew: true })
  expect(of('invitation', open)).toMatchObject({ done: false, can_renew: true })
  // the time to object is over, and the old mailbox does not belong to the account any more
  expect(of('keep_email').can_renew).toBe(false)
})
