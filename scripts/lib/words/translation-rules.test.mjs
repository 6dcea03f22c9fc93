import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { languages } from './languages.mjs'
import { brokenTranslations } from './translation-rules.mjs'

let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stationmaster-translations-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path, source) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), source)
}

const texts = (place, language, values) =>
  write(`${place}/i18n/${language}/common/mail.json`, JSON.stringify(values))

test('the texts of mails and documents are compared between the languages', () => {
  texts('server/src', 'en', { debt: { subject: 'Pay {{amount}}', before: ['One', 'Two'] } })
  texts('server/src', 'de', { debt: { subject: 'Zahlen', before: ['Eins', 'Zwei'] } })
  texts('server/src', 'ru', { debt: { subject: 'Оплатите {{amount}}', before: ['Раз'] } })
  expect(brokenTranslations(folder)).toEqual([
    'de: mail.debt.subject has other placeholders than en',
    'ru: mail.debt.before.1 is missing',
  ])
})

test('the texts of screens are compared too, and with their uses', () => {
  for (const language of languages) texts('web/src', language, { used: 'x', left: 'y' })
  write('web/src/page.tsx', "t('mail.used')")
  write('web/src/page.test.tsx', "t('mail.left')")
  expect(brokenTranslations(folder)).toEqual(['unused: mail.left'])
})
