import {
  type Call,
  callRule,
  contract,
  graphqlSchema,
  graphqlScopes,
  keyMakers,
  scopes,
  scopesFor,
} from '@stationmaster/contract'
import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'

const calls = Object.entries(contract).flatMap(([slice, named]) =>
  Object.entries(named as Record<string, Call>).map(([name, call]) => ({ name: `${slice}.${name}`, call })),
)
const staffs = calls.filter(({ call }) => Array.isArray(call.roles))

describe('what API keys need', () => {
  test('each call of the staff has a scope, or is for persons alone; what asks for no log-in of theirs is open', () => {
    for (const { name, call } of calls) {
      const { scope } = callRule(call)
      const allowed = Array.isArray(call.roles) ? ['person', ...scopes] : ['open']
      expect(allowed, name).toContain(scope)
    }
  })

  test('nothing that is read needs a scope to write', () => {
    for (const { name, call } of staffs)
      if (call.method === 'GET') expect(callRule(call).scope, name).toMatch(/^(person|\w+:read)$/)
  })

  test('a key opens no account, no password, no second factor, no key and no secret', () => {
    const persons = staffs.filter(({ call }) => callRule(call).scope === 'person').map(({ name }) => name)
    for (const slice of ['auth', 'secondFactor', 'apiKeys', 'plan', 'savedViews'])
      for (const { name } of staffs) if (name.startsWith(`${slice}.`)) expect(persons).toContain(name)
    expect(persons).toEqual(
      expect.arrayContaining([
        ...['managers.invite', 'managers.change', 'managers.assignLocations', 'owners.setPayoutDetails'],
        ...['wall.addScreen', 'terminals.add', 'energy.addKey'],
      ]),
    )
  })

  test('every field of GraphQL’s queries has a scope', () => {
    const fields = Object.keys(buildSchema(graphqlSchema).getQueryType()?.getFields() ?? {})
    expect(Object.keys(graphqlScopes).toSorted()).toEqual(fields.toSorted())
  })

  test('each scope opens something to an administrator, and the roles with keys have scopes to give', () => {
    expect(scopesFor('administrator')).toEqual(scopes)
    for (const role of keyMakers) expect(scopesFor(role).length, role).toBeGreaterThan(0)
    expect(scopesFor('manager')).not.toContain('roaming:read')
  })
})
