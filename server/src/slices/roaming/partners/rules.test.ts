import { describe, expect, test } from 'vitest'
import {
  actionsOn,
  claimsHub,
  encodingTo,
  hubPartyOf,
  mainPartyOf,
  partyOf,
  type Stage,
  stageOf,
  takesCredentials,
} from './rules.ts'
import type { PartnerRow } from './store.ts'

const now = new Date('2026-11-23T10:00:00Z')
const after = (ms: number) => new Date(now.getTime() + ms)
const party = (role: string, partyId: string) =>
  ({ role, countryCode: 'DE', partyId }) as PartnerRow['roles'][number]

describe('a token opens', () => {
  test.each([
    ['withdrawn', 'us', after(1), null],
    ['connected', 'us', null, 'connected'],
    ['suspended', 'them', null, 'suspended'],
    ['invited', 'us', after(1), 'registering'],
    ['invited', 'us', after(0), null],
    ['invited', 'us', null, null],
    ['invited', 'them', after(1), null],
  ] as const)('of a partner that is %s by %s until %s: %s', (state, invitedBy, invitedUntil, stage) => {
    expect(stageOf({ state, invitedBy, invitedUntil }, false, now)).toBe(stage)
  })

  test('our versions while it is offered where we were invited', () => {
    const partner = { state: 'invited', invitedBy: 'them', invitedUntil: null } as const
    expect(stageOf(partner, true, now)).toBe('offered')
    expect(stageOf({ ...partner, invitedBy: 'us' }, true, now)).toBeNull()
  })

  test.each<[Stage, boolean, boolean]>([
    ['registering', true, false],
    ['offered', false, false],
    ['connected', false, true],
    ['suspended', false, false],
  ])('credentials of who is %s: to register %s, to change them %s', (stage, post, change) => {
    expect((['POST', 'PUT', 'DELETE'] as const).map((method) => takesCredentials(stage, method))).toEqual([
      post,
      change,
      change,
    ])
  })
})

test('a party is its country and its id, in upper case', () => {
  expect(partyOf('de', 'abc')).toBe('DE*ABC')
  expect(hubPartyOf('DEHUB')).toEqual({ countryCode: 'DE', partyId: 'HUB' })
})

test('a hub says so by its role, or by the field for it', () => {
  const roles = [party('EMSP', 'XYZ')]
  expect(claimsHub({ roles })).toBe(false)
  expect(claimsHub({ roles, hubPartyId: null })).toBe(false)
  expect(claimsHub({ roles, hubPartyId: 'DEHUB' })).toBe(true)
  expect(claimsHub({ roles: [...roles, party('HUB', 'H')] })).toBe(true)
})

test('calls for no party in particular are for the hub, else for who drives cars, else for the first', () => {
  const of = (hubPartyId: string | null, ...roles: PartnerRow['roles']) =>
    mainPartyOf({ hubPartyId, roles })?.partyId
  expect(of('DEHUB', party('HUB', 'H'))).toBe('HUB')
  expect(of(null, party('EMSP', 'E'), party('HUB', 'H'))).toBe('H')
  expect(of(null, party('CPO', 'C'), party('EMSP', 'E'))).toBe('E')
  expect(of(null, party('CPO', 'C'), party('NSP', 'N'))).toBe('C')
  expect(of(null)).toBeUndefined()
})

test('tokens are written as a partner wants them, else as it writes its own, else in Base64', () => {
  expect(encodingTo({ wantsEncoded: 'plain', sendsEncoded: 'base64' })).toBe('plain')
  expect(encodingTo({ wantsEncoded: null, sendsEncoded: 'plain' })).toBe('plain')
  expect(encodingTo({ wantsEncoded: null, sendsEncoded: null })).toBe('base64')
})

describe('an administrator may', () => {
  const actions = (of: Partial<Parameters<typeof actionsOn>[0]>) =>
    Object.entries(actionsOn({ state: 'invited', invitedBy: 'them', partnerToken: 'x', ...of }))
      .filter(([, may]) => may)
      .map(([name]) => name)
  test.each([
    [{}, ['invite', 'connect', 'withdraw']],
    [{ invitedBy: 'us' }, ['invite', 'withdraw']],
    [{ partnerToken: null }, ['invite', 'withdraw']],
    [{ state: 'connected' }, ['invite', 'renew', 'suspend', 'withdraw', 'check']],
    [{ state: 'suspended' }, ['invite', 'resume', 'withdraw']],
    [{ state: 'withdrawn' }, ['invite']],
  ] as const)('with a partner of %j: %j', (of, names) => {
    expect(actions(of)).toEqual(names)
  })
})
