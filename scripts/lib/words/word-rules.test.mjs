import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { strickenWords } from './word-rules.mjs'

let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stationmaster-words-'))
  write(
    'docs/glossary.md',
    [
      '# Glossary',
      '| **order** ~~order~~ | not of this table |',
      '## Words on the screens',
      '| term | en | de | ru |',
      '|---|---|---|---|',
      '| order | order | Ladevorgang ~~Auftrag~~ ~~Vorgang~~ | заказ |',
      '| session | session | Ladevorgang | сессия ~~сеанс~~ (but auth) |',
      '| waive | waive | erlassen | не взимать ~~спис~~ (only waive) |',
      '| e-mail | e-mail ~~email~~ ~~mail~~ | E-Mail | почта |',
      '## Later',
      '| none | of ~~all~~ | this | |',
    ].join('\n'),
  )
  write('web/src/i18n/quoted.json', '{ "en": { "auth.sent": "Email was sent" } }')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path, source) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), source)
}

/** Texts of a file, e.g. en/order, in that language. */
function texts(path, values) {
  const [language, file] = path.split('/')
  const said = (node) =>
    Object.fromEntries(
      Object.entries(node).map(([key, text]) => [
        key,
        typeof text === 'string' ? { [language]: text } : said(text),
      ]),
    )
  write(`web/src/i18n/texts/common/${file}.json`, JSON.stringify(said(values)))
}

test('a word that begins as a struck-out one is named with the word for it', () => {
  texts('de/order', { title: { one: 'Auftrag', two: 'Der Auftrags-Stand', three: 'Ladevorgang Nr. 1' } })
  expect(strickenWords(folder)).toEqual([
    'de order.title.one: not "Auftrag" but Ladevorgang (docs/glossary.md), in: Auftrag',
    'de order.title.two: not "Auftrag" but Ladevorgang (docs/glossary.md), in: Der Auftrags-Stand',
  ])
})

test('a word is struck out for its language only, whatever its case', () => {
  texts('en/order', { a: 'Auftrag', b: 'e-mail to {{email}}', c: 'MAIL it' })
  expect(strickenWords(folder)).toEqual(['en order.c: not "mail" but e-mail (docs/glossary.md), in: MAIL it'])
})

test('but and only name the places', () => {
  texts('ru/auth', { end: 'Сеанс завершён' })
  texts('ru/order', { end: 'Сеанс завершён', waived: 'Списано', captured: 'Списано' })
  expect(strickenWords(folder)).toEqual([
    'ru order.end: not "сеанс" but сессия (docs/glossary.md), in: Сеанс завершён',
    'ru order.waived: not "спис" but не взимать (docs/glossary.md), in: Списано',
  ])
})

test('a fixed text stays, in its language', () => {
  texts('en/auth', { sent: 'Email was sent', other: 'Email was sent' })
  expect(strickenWords(folder)).toEqual([
    'en auth.other: not "email" but e-mail (docs/glossary.md), in: Email was sent',
  ])
})

test('answers, mails and pages of the server are read too', () => {
  write(
    'contract/src/errors/orders.ts',
    "export const e = {\n  a: { status: 1, en: 'An e-mail.', de: 'Kein Auftrag.', ru: 'Списано' }, // de: 'Auftrag'\n}\n",
  )
  write('server/src/i18n/texts/people/account-mails.json', '{ "x": { "before": { "en": ["A mail."] } } }')
  write(
    'server/src/demo.ts',
    "export const m = {\n  en: { x: ['A mail.'] },\n  de: { x: ['Ein', 'Vorgang.'] },\n  ru: {},\n}\n",
  )
  write('server/src/other.ts', "export const en = { de: 'Auftrag' }\n")
  write('server/src/demo.test.ts', "const a = { de: 'Auftrag', ru: '' }\n")
  write('server/texts/terms.de.html', '<p>Der <b>Vorgang</b></p>\n')
  expect(strickenWords(folder)).toEqual([
    'en people/account-mails.x.before.0: not "mail" but e-mail (docs/glossary.md), in: A mail.',
    'contract/src/errors/orders.ts: not "Auftrag" but Ladevorgang (docs/glossary.md), in: Kein Auftrag.',
    'server/src/demo.ts: not "mail" but e-mail (docs/glossary.md), in: A mail.',
    'server/src/demo.ts: not "Vorgang" but Ladevorgang (docs/glossary.md), in: Vorgang.',
    'server/texts/terms.de.html: not "Vorgang" but Ladevorgang (docs/glossary.md), in: Der Vorgang',
  ])
})
