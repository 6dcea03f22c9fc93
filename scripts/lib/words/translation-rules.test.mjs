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

const texts = (place, values) => write(`${place}/i18n/texts/common/mail.json`, JSON.stringify(values))

const inAll = (text) => Object.fromEntries(languages.map((language) => [language, text]))

test('the texts of mails and documents are compared between the languages', () => {
  texts('server/src', {
    debt: {
      subject: { en: 'Pay {{amount}}', de: 'Zahlen', ru: 'Оплатите {{amount}}' },
      before: { en: ['One', 'Two'], de: ['Eins', 'Zwei'], ru: ['Раз'] },
      after: { en: 'Bye', ru: ' ' },
    },
  })
  expect(brokenTranslations(folder)).toEqual([
    'de: mail.debt.subject has other placeholders than en',
    'de: mail.debt.after is missing',
    'ru: mail.debt.before.1 is missing',
    'ru: mail.debt.after is empty',
  ])
})

test('the texts of screens are compared too, and with their uses', () => {
  texts('web/src', { used: inAll('x'), left: inAll('y') })
  write('web/src/page.tsx', "t('mail.used')")
  write('web/src/page.test.tsx', "t('mail.left')")
  expect(brokenTranslations(folder)).toEqual(['unused: mail.left'])
})

test('a text that depends on a count has the forms of each language', () => {
  const forms = { one: 'car', other: 'cars' }
  texts('web/src', { cars: { en: forms, de: { one: 'Auto' }, ru: { ...forms, few: 'машины', two: 'две' } } })
  write('web/src/page.tsx', "t('mail.cars', { count })")
  expect(brokenTranslations(folder)).toEqual([
    'de: mail.cars is missing',
    'de: mail.cars_one is not in en',
    'ru: mail.cars_many is missing',
    'ru: mail.cars_two is never used in this language',
  ])
})

test.each([
  [{ title: 'Cars' }, '"title" names no language'],
  [{ title: ['Cars'] }, '"title" names no language'],
  [{ title: { ...inAll('x'), fr: 'x' } }, '"title" has "fr" beside its languages'],
])('%j is refused', (values, reason) => {
  texts('web/src', values)
  expect(() => brokenTranslations(folder)).toThrow(`common/mail.json: ${reason}`)
})
