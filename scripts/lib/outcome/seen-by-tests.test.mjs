import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { listFiles } from '../reading/sources.mjs'
import { at } from '../root.mjs'

/** Where a promise to people is kept by a test: the file, and words that stand in it. */
const story = (name, words) => [below('e2e/stories', `${name}.spec.ts`), words]
const server = (name, words) => [below('server/src/story', `${name}.test.ts`), words]

/** A file by its name, in whichever district it stands. */
function below(folder, name) {
  const found = listFiles(at(folder)).find((path) => path.endsWith(`/${name}`))
  return `${folder}/${found ?? name}`
}

/** What goes wrong in settings, stations, orders and mailed links, and the browser story that shows it. */
const errors = {
  'a card that the provider refuses': story('plan', "toContainText('The card was refused')"),
  'business info that the provider refuses': story('plan', "fill(page, { 'Passport number': 'C01X0001' })"),
  'bank info that the provider refuses': story('plan', "fill(page, { 'Bank ID': '20050550' })"),
  'a plan that could not be charged': story('plan', "toContainText('The card was not charged')"),
  'a list of stations that cannot be loaded': story('stations', "toContainText('Not now.')"),
  'an address that cannot be confirmed': story('accounts', "toContainText('Something went wrong')"),
  'a link to a new password that was used': story('accounts', "toHaveText('This link has been used')"),
  'an answer of 400 and above, red, and one below, green': story('remote-control', 'toBeGreaterThan(green)'),
  'a case that stands open': story('stations', "getByTitle('Tamper open!')"),
  'what the server says to versions': story('public', "toContainText('The versions are set:"),
}

/** What forms ask for: where the form holds on to it, and where the server does. */
const rules = {
  'number of a card': {
    form: ['web/src/api/encrypt-card.test.ts', 'a card that a plan is paid with has 15 to 17 digits'],
    // what reaches it nobody here can read: the provider says whether it is a card
    server: server('plan', "await card('declined')"),
  },
  'date of a card': {
    form: ['web/src/api/encrypt-card.test.ts', 'half an expiry'],
    server: server('plan', '{ expiration_month: 13 }'),
  },
  'security code': {
    form: ['web/src/api/encrypt-card.test.ts', 'a short code'],
    server: server('plan', "{ encrypted_security_code: '' }"),
  },
  'every field of a person who sells': {
    form: story('plan', 'allAreNeeded(page, person, go)'),
    server: server('plan', 'Object.keys(individual)'),
  },
  'every field of a company': {
    form: story('plan', 'everyFieldIsNeeded(page, go)'),
    server: server('plan', 'Object.keys(company)'),
  },
  'every field of its principal': {
    form: ['e2e/harness/plan-forms.ts', 'Object.entries(principal)'],
    server: server('plan', 'Object.keys(principal)'),
  },
  'every field of a bank account': {
    form: story('plan', 'allAreNeeded(page, account, go)'),
    server: server('plan', 'Object.keys(bank)'),
  },
  'a day of birth that is a day': {
    form: story('plan', "'Date of birth': '31021988'"),
    server: server('plan', "'30-02-1988', '1-1-1988'"),
  },
  'a station at least': {
    form: story('plan', "getByRole('button', { name: 'Confirm' })\n  await expect(confirm).toBeDisabled()"),
    server: server('plan', 'await subscribe([])'),
  },
  'a new password from a link': {
    form: story('accounts', "['short-1', 'no-digit-here', 'NO-LOWER-1']"),
    server: server('accounts', "['', 'short-1', 'no-digit-here', 'NO-LOWER-CASE-1']"),
  },
  'a new password of one’s own': {
    form: ['web/src/pages/people/settings/change-password-page.tsx', '<NewPasswordForm'],
    server: server('new-email', "['', 'short-1', 'no-digit-here', 'NO-LOWER-CASE-1']"),
  },
  'a password that is repeated': {
    form: story('accounts', 'This field must match the password field'),
    // it takes the password once
    server: server('accounts', "setPassword(token, 'second-pass-2')"),
  },
  'versions of apps': {
    form: story('public', 'A whole number, up to 2100000000'),
    server: server('versions', "[{ android_v: 'abc', ios_v: '1' }, ['android_v']]"),
  },
  'who sees an order': {
    form: ['web/src/layout/screens.txt', 'A - O C -  /orders/$orderId/information'],
    server: ['server/src/story/interface/roles/role-table.ts', 'GET    orders/{order}/details'],
  },
  'who sees the list of stations': {
    form: ['web/src/layout/screens.txt', 'A M O - -  /charge-points'],
    server: ['server/src/story/interface/roles/role-table.ts', 'GET    stations?limit=500'],
  },
}

const actual = ([file, words]) => {
  const count = readFileSync(at(file), 'utf8').split(words).length - 1
  return [file, words, count > 0]
}
const expected = ([file, words]) => [file, words, true]

describe('is seen in the browser:', () => {
  test.each(Object.entries(errors))('%s', (_, where) => {
    expect(actual(where)).toEqual(expected(where))
  })
})

describe('is a rule of form and server:', () => {
  test.each(Object.entries(rules))('%s', (_, { form, server: beside }) => {
    expect([actual(form), actual(beside)]).toEqual([expected(form), expected(beside)])
  })
})
