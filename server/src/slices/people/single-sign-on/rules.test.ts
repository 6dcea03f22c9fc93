import { type GroupRule, roles } from '@stationmaster/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { logoutIn } from './provider/log-out.ts'
import { grantOf, groupsIn, isOfDomains, isVerified, losesBy, methodsIn, namesIn } from './rules.ts'

const rule = (group: string, role: GroupRule['role'], more: Partial<GroupRule> = {}): GroupRule => ({
  group,
  role,
  owner_id: null,
  location_ids: [],
  ...more,
})

describe('claims and groups', () => {
  test.each([
    [{ groups: ['a', 'b', 'a', '', 7, null] }, 'groups', ['a', 'b']],
    [{ groups: 'a' }, 'groups', ['a']],
    [{ realm_access: { roles: ['x'] } }, 'realm_access.roles', ['x']],
    [{ 'https://id.example/groups': ['x'] }, 'https://id.example/groups', ['x']],
    [{ 'a.b': ['own'], a: { b: ['path'] } }, 'a.b', ['own']],
    [{ groups: { a: true } }, 'groups', []],
    [{}, 'groups', []],
    [{}, 'constructor.name', []],
    [{ a: null }, 'a.b', []],
  ])('%j by %s are %j', (claims, name, groups) => {
    expect(groupsIn(claims, name)).toEqual(groups)
  })

  const table = [
    rule('boss', 'administrator'),
    rule('north', 'manager', { location_ids: [3, 1] }),
    rule('desk', 'operator', { owner_id: 9, location_ids: [5] }),
    rule('south', 'manager', { location_ids: [2, 1] }),
    rule('books', 'accounter'),
  ]
  test.each([
    [['boss', 'north'], { role: 'administrator', ownerId: null, locationIds: [] }],
    [['south', 'north'], { role: 'manager', ownerId: null, locationIds: [1, 2, 3] }],
    [['south', 'desk'], { role: 'operator', ownerId: 9, locationIds: [] }],
    [['south'], { role: 'manager', ownerId: null, locationIds: [1, 2] }],
    [['books'], { role: 'accounter', ownerId: null, locationIds: [] }],
    [['Boss'], null],
    [[], null],
  ])('%j are let in as %j', (groups, grant) => {
    expect(grantOf(table, groups)).toEqual(grant)
  })

  const rules = fc.array(
    fc.record({
      group: fc.constantFrom('a', 'b', 'c', 'd'),
      role: fc.constantFrom(...roles),
      owner_id: fc.option(fc.integer({ min: 1, max: 3 })),
      location_ids: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 4 }),
    }),
    { maxLength: 8 },
  )
  const groups = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'other'))

  test('whatever the table is, nobody gets what no rule of their own groups gives', () => {
    fc.assert(
      fc.property(rules, groups, (table, mine) => {
        const grant = grantOf(table, mine)
        const fitting = table.filter(({ group }) => mine.includes(group))
        if (grant === null) {
          expect(fitting).toEqual([])
          return
        }
        expect(grant.role).toBe(fitting[0]?.role)
        const given = fitting.filter(({ role }) => role === 'manager').flatMap((one) => one.location_ids)
        for (const id of grant.locationIds) expect(given).toContain(id)
        if (grant.role !== 'manager') expect(grant.locationIds).toEqual([])
        // the order in which the provider names the groups, and rules of others, change nothing
        expect(grantOf(table, [...mine].reverse())).toEqual(grant)
        expect(grantOf(fitting, mine)).toEqual(grant)
      }),
    )
  })

  test('older sessions go on only where everything that they had is still given', () => {
    fc.assert(
      fc.property(rules, groups, groups, (table, earlier, later) => {
        const [before, after] = [grantOf(table, earlier), grantOf(table, later)]
        if (!before || !after) return
        expect(losesBy(before, before)).toBe(false)
        if (after.role === 'administrator') expect(losesBy(before, after)).toBe(false)
        else if (before.role !== after.role) expect(losesBy(before, after)).toBe(true)
        else if (before.locationIds.some((id) => !after.locationIds.includes(id)))
          expect(losesBy(before, after)).toBe(true)
      }),
    )
  })
})

test.each([
  [{ email_verified: true }, true],
  [{ email_verified: 'true' }, true],
  [{ email_verified: false, xms_edov: true }, false],
  [{ xms_edov: '1' }, true],
  [{ xms_edov: false }, false],
  [{}, false],
])('%j says that the address is verified: %s', (claims, verified) => {
  expect(isVerified(claims)).toBe(verified)
})

test.each([
  ['a@one.example', [], true],
  ['a@One.example', ['one.EXAMPLE'], true],
  ['a@sub.one.example', ['one.example'], false],
  ['a@one.example.other', ['one.example'], false],
  ['"b@one.example"@other.example', ['one.example'], false],
])('%s is of %j: %s', (email, domains, fits) => {
  expect(isOfDomains(email, domains)).toBe(fits)
})

test('methods are those of amr, and acr', () => {
  expect(methodsIn({ amr: ['pwd', 'mfa', 1], acr: 'urn:silver' })).toEqual(['pwd', 'mfa', 'urn:silver'])
  expect(methodsIn({ amr: 'otp' })).toEqual(['otp'])
  expect(methodsIn({})).toEqual([])
})

test('names come from what the provider tells, without what cannot be kept', () => {
  expect(namesIn({ given_name: ' Ann\u0000a ', family_name: 'Berg' }, 'x@y.example')).toEqual({
    firstName: 'Anna',
    lastName: 'Berg',
  })
  expect(namesIn({ name: 'Anna von Berg' }, 'x@y.example')).toEqual({
    firstName: 'Anna',
    lastName: 'von Berg',
  })
  expect(namesIn({}, 'x@y.example')).toEqual({ firstName: 'x', lastName: '' })
})

test('a logout token names somebody or a session, and nothing that a log-in has', () => {
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const good = { iss: 'https://id.example', jti: '1', events, sub: 'a' }
  expect(logoutIn(good)).toMatchObject({ subject: 'a', providerSession: undefined })
  expect(logoutIn({ ...good, sub: undefined, sid: 's' })).toMatchObject({ providerSession: 's' })
  for (const wrong of [
    { nonce: '1' },
    { jti: '' },
    { iss: 1 },
    { events: {} },
    { events: null },
    { sub: '' },
  ])
    expect(logoutIn({ ...good, ...wrong })).toBeNull()
})
