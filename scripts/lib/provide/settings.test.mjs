import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { at } from '../root.mjs'
import { settingsIn, settingsText } from './settings.mjs'

const document = `## Settings
Words.
### Server
| variable | default | meaning |
|---|---|---|
| \`PORT\` | 8080 | port of \`all\` |
### Nothing
### Mail
| \`SMTP_URL\` | none | a server, [how](#mail) it is asked |
`

test('settings are read by themes, without the signs of links and code', () => {
  expect(settingsIn(document)).toEqual([
    { theme: 'Server', rows: [{ name: 'PORT', standard: '8080', meaning: 'port of all' }] },
    { theme: 'Mail', rows: [{ name: 'SMTP_URL', standard: 'none', meaning: 'a server, how it is asked' }] },
  ])
})

test('they fit a terminal', () => {
  expect(settingsText(document, 22)).toBe(
    'Server\n  PORT (8080)\n      port of all\n\nMail\n  SMTP_URL (none)\n      a server, how it\n      is asked',
  )
})

test('those of the operators’ document are all there', () => {
  const text = settingsText(readFileSync(at('docs/operations.md'), 'utf8'))
  for (const name of ['PORT', 'DATABASE_URL', 'OCPP_TLS_CLIENT_CA_KEY', 'BLUESNAP_URL'])
    expect(text).toMatch(new RegExp(`^ {2}${name} \\(`, 'm'))
  expect(text).not.toMatch(/\]\(/)
})
