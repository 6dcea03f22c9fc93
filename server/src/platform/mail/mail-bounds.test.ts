import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { openTestDatabase } from '../general/testing.ts'
import { mayMailPassword, type Sender, takeMail } from './mail-bounds.ts'

const at = new Date('2026-03-10T09:00:00Z')
const later = (ms: number) => new Date(at.getTime() + ms)

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

let others = 0
const take = (to: string, by: Sender = { managerId: ++others }, now = at) =>
  takeMail(database.db, { to, by }, now).then(
    () => 'sent',
    ({ code, details }) => [code, details.retry_after_seconds],
  )

test('a mailbox gets five mails an hour, from any senders and in any spelling', async () => {
  for (const to of ['Ann@b.example', 'ann@B.example', 'ann+1@b.example', 'ann+2@b.example', 'ann@b.example'])
    expect(await take(to)).toBe('sent')
  expect(await take('ann@b.example')).toEqual(['mail.too_many_to_address', 3600])
  expect(await take('ann+3@b.example')).toEqual(['mail.too_many_to_address', 3600])
  expect(await take('anna@b.example')).toBe('sent')
  expect(await take('ann@b.example', undefined, later(59 * MINUTE_MS))).toEqual([
    'mail.too_many_to_address',
    60,
  ])
  expect(await take('ann@b.example', undefined, later(HOUR_MS))).toBe('sent')
})

test.each<[string, Sender, Sender]>([
  ['manager', { managerId: 1001 }, { managerId: 1002 }],
  ['visitor’s network', { remoteAddress: '2001:db8::1' }, { remoteAddress: '2001:db8:0:1::1' }],
  ['order’s link', { orderId: 1001 }, { orderId: 1002 }],
])('a %s can have a hundred mails an hour sent, to any receivers', async (kind, sender, other) => {
  const mailbox = (nth: number) => `${kind.split(/\W/)[0]}${nth}@b.example`
  for (let nth = 0; nth < 100; nth += 1) expect(await take(mailbox(nth), sender)).toBe('sent')
  const same = 'remoteAddress' in sender ? { remoteAddress: '2001:db8::2' } : sender
  expect(await take(mailbox(100), same)).toEqual(['mail.too_many_by_sender', 3600])
  expect(await take(mailbox(101), other)).toBe('sent')
})

test('what others send to a mailbox keeps nobody from a new password, which is bounded by itself', async () => {
  const to = 'owner@b.example'
  for (let nth = 0; nth < 6; nth += 1) await take(to)
  for (let nth = 0; nth < 5; nth += 1) expect(await mayMailPassword(database.db, to, at)).toBe(true)
  expect(await mayMailPassword(database.db, to.toUpperCase(), at)).toBe(false)
  expect(await mayMailPassword(database.db, to, later(HOUR_MS))).toBe(true)
})
