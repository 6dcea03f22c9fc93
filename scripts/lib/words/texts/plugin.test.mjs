import { expect, test } from 'vitest'
import { at } from '../../root.mjs'
import { groupsOf } from './lists.mjs'
import { texts } from './plugin.mjs'
import { readTexts, textsOfScreens } from './texts.mjs'

const watched = []
const load = (id) => texts().load.handler.call({ addWatchFile: (path) => watched.push(path) }, id)
const filesOf = (code) =>
  [...code.matchAll(/i18n\/texts\/(\S+)\.json\?language=(\w+)"/g)].map(([, file]) => file)

test('a bundle is loaded in the language that is shown, and has its files in no other', () => {
  expect(load('\0virtual:texts/pay')).toContain("ru: () => import('virtual:texts/ru/pay')")
  const code = load('\0virtual:texts/ru/account')
  expect(filesOf(code)).toEqual(['public/account', 'public/pay'])
  expect(code).not.toMatch(/language=(en|de)/)
})

test('a file that no bundle names comes with all others, drivers’ own pages apart', () => {
  const files = filesOf(load('\0virtual:texts/en/all'))
  expect(files).toContain('money/services')
  expect(files.filter((file) => /\/(account|charge|pay)$/.test(file))).toEqual([])
})

test('half a file is its texts in one language, with the forms of a count as i18next reads them', () => {
  const path = at(textsOfScreens, 'money/services.json')
  const { code, moduleType } = load(`${path}?language=ru`)
  expect(moduleType).toBe('json')
  // a program that is built as its sources change is built again
  expect(watched).toEqual([path])
  expect(JSON.parse(code)).toEqual(readTexts(path, 'ru'))
  const { title, types } = JSON.parse(code)
  expect(title).toBe('Услуги')
  expect(Object.keys(types).filter((key) => key.startsWith('soldAt'))).toEqual([
    'soldAt_one',
    'soldAt_few',
    'soldAt_many',
    'soldAt_other',
  ])
})

test('the server has every language at once, and the files of mails together', () => {
  const code = load('\0virtual:server-texts')
  for (const language of ['en', 'de', 'ru'])
    expect(code).toContain(`people/account-mails.json?language=${language}"`)
  const named = (name) => ({ name })
  expect([...groupsOf([named('a-mails'), named('report-columns'), named('b-mails')])]).toEqual([
    ['mails', [0, 2]],
    ['reportColumns', [1]],
  ])
})
