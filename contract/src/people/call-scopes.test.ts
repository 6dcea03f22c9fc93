import { describe, expect, test } from 'vitest'
import type { Call } from '../base/call.ts'
import { scopes } from '../base/scopes.ts'
import { contract } from '../contract.ts'
import { callRule, scopesFor } from './call-scopes.ts'

/** All calls of a slice. */
const callsOf = (slice: keyof typeof contract): Call[] =>
  Object.values(contract[slice] as Record<string, Call>)
const ofStaff = ({ roles }: Call) => Array.isArray(roles)
const hasPassword = ({ body }: Call) =>
  'current_password' in ((body as { shape?: Record<string, unknown> } | undefined)?.shape ?? {})

describe('an API key', () => {
  test('has a scope for what it reads and one for what it changes, but none to change people and the network', () => {
    expect(scopes).toContain('orders:read')
    expect(scopes).toContain('orders:write')
    expect(scopes.filter((one) => /^(people|network):/.test(one))).toEqual(['people:read', 'network:read'])
    expect(scopes).toHaveLength(2 * 17 - 2)
  })

  test.each([
    'auth',
    'secondFactor',
    'singleSignOn',
    'apiKeys',
    'webhookEndpoints',
    'fullExports',
    'savedViews',
    'alerts',
    'takeovers',
    'plan',
  ] as const)('opens nothing of %s', (slice) => {
    const needed = callsOf(slice)
      .filter(ofStaff)
      .map((call) => callRule(call))
    expect(needed.length).toBeGreaterThan(0)
    expect(needed).toEqual(needed.map(() => ({ scope: 'person', placed: false })))
  })

  test('opens no call that takes a password', () => {
    const all = Object.keys(contract).flatMap((slice) => callsOf(slice as keyof typeof contract))
    const withPassword = all.filter((call) => ofStaff(call) && hasPassword(call))
    expect(withPassword.length).toBeGreaterThan(0)
    expect(new Set(withPassword.map((call) => callRule(call).scope))).toEqual(new Set(['person']))
  })

  test.each([
    ['accounts', contract.managers.invite],
    ['accounts', contract.managers.resendInvitation],
    ['rights', contract.managers.assignLocations],
    ['a picture', contract.managers.uploadAvatar],
    ['a picture', contract.managers.removeAvatar],
    ['where money is paid out to', contract.owners.setPayoutDetails],
    ['a screen on a wall', contract.wall.addScreen],
    ['a terminal', contract.terminals.add],
    ['a key of a meter box', contract.energy.addKey],
  ] as [string, Call][])('does not change %s', (_, call) => {
    expect(callRule(call)).toEqual({ scope: 'person', placed: false })
  })

  test.each(
    [
      [contract.settlement.download, 'money:read'],
      [contract.monthlyReports.download, 'reports:read'],
      [contract.journal.export, 'journal:read'],
      [contract.bulk.reach, 'commands:read'],
      [contract.bulk.export, 'commands:read'],
      [contract.stationTasks.download, 'commands:read'],
      [contract.fleetInvoices.download, 'money:read'],
      [contract.partnerSettlements.download, 'roaming:read'],
      [contract.tariffs.preview, 'tariffs:read'],
      [contract.refundRuns.reach, 'money:read'],
      [contract.labels.print, 'stations:read'],
      [contract.plugAndCharge.readRoot, 'stations:read'],
      [contract.reports.askExport, 'reports:read'],
    ].map(([call, scope]) => [(call as Call).path, call as Call, scope] as const),
  )('that reads sends %s', (_, call, scope) => {
    expect([call.method, callRule(call).scope]).toEqual(['POST', scope])
  })

  test.each([
    'locations',
    'photos',
    'stations',
    'meterKeys',
    'stationHold',
    'maintenances',
    'timeline',
    'labels',
    'connectors',
    'commands',
    'stationReadings',
    'stationTasks',
    'journal',
    'energy',
    'tariffs',
    'orders',
    'feedback',
    'payments',
    'receipts',
    'insight',
  ] as const)('of some locations reads %s', (slice) => {
    const rules = callsOf(slice)
      .filter((call) => ofStaff(call) && call.method === 'GET')
      .map((call) => callRule(call))
    for (const { scope } of rules) expect(scope).toMatch(/:read$/)
    expect(rules.length === 0 || rules.some(({ placed }) => placed)).toBe(true)
  })

  test.each([
    'managers',
    'imports',
    'bulk',
    'firmware',
    'drivers',
    'fleets',
    'bank',
    'owners',
    'statistics',
    'reports',
    'inbox',
    'incidents',
    'roamingPartners',
    'versions',
  ] as const)('of some locations opens nothing of %s', (slice) => {
    const rules = callsOf(slice)
      .filter(ofStaff)
      .map((call) => callRule(call))
    expect(rules.length).toBeGreaterThan(0)
    expect(rules.filter(({ placed }) => placed)).toEqual([])
  })

  test.each(
    [
      contract.locations.add,
      contract.services.types,
      contract.services.addType,
      contract.services.changeType,
      contract.services.removeType,
      contract.feedback.unseen,
      contract.feedback.see,
    ].map((call: Call) => [call.path, call] as const),
  )('of some locations does not send %s', (_, call) => {
    expect(callRule(call).placed).toBe(false)
    expect(callRule(call).scope).not.toBe('person')
  })

  test('opens what the contract does not have to nobody', () => {
    expect(callRule({ method: 'GET', path: '/nowhere' } as Call)).toEqual({ scope: 'person', placed: false })
  })

  test('is not needed for what everybody or a driver calls', () => {
    for (const roles of ['public', 'driver'] as const) {
      const calls = Object.keys(contract)
        .flatMap((slice) => callsOf(slice as keyof typeof contract))
        .filter((call) => call.roles === roles)
      expect(calls.length).toBeGreaterThan(0)
      expect(new Set(calls.map((call) => callRule(call).scope))).toEqual(new Set(['open']))
    }
  })
})

test('a role has the scopes of what it may call, and who reads orders that of orders', () => {
  expect(scopesFor('administrator')).toEqual(scopes.filter((one) => scopesFor('administrator').includes(one)))
  expect(scopesFor('administrator')).toContain('people:read')
  expect(scopesFor('manager')).toContain('orders:read')
  // orders are listed by GraphQL alone, and not to accounters
  expect(scopesFor('accounter')).not.toContain('inbox:write')
  for (const role of ['administrator', 'manager', 'operator'] as const)
    expect(scopesFor(role)).not.toContain('person')
})
