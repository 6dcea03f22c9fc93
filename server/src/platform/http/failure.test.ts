import { errorCatalogue } from '@stationmaster/contract'
import { describe, expect, test } from 'vitest'
import { Failure, isDuplicate } from './failure.ts'

describe('a failure', () => {
  test('has the code, status and English text of the catalogue', () => {
    const failure = new Failure('request.too_large')
    expect(failure).toBeInstanceOf(Error)
    expect(failure).toMatchObject({
      name: 'Failure',
      code: 'request.too_large',
      status: 413,
      message: errorCatalogue['request.too_large'].en,
    })
  })

  test('is read in each language', () => {
    const failure = new Failure('request.not_found')
    const texts = errorCatalogue['request.not_found']
    expect(failure.textIn('en')).toBe(texts.en)
    expect(failure.textIn('de')).toBe(texts.de)
    expect(failure.textIn('ru')).toBe(texts.ru)
  })

  test.each([
    ['a word', { seconds: 'sixty' }, 'within sixty s'],
    ['a number', { seconds: 60 }, 'within 60 s'],
    ['zero', { seconds: 0 }, 'within 0 s'],
    ['a word in each language', { seconds: { en: 'sixty', de: 'sechzig', ru: '60' } }, 'within sixty s'],
    ['no word', {}, 'within  s'],
    ['a word of another name', { minutes: 1 }, 'within  s'],
  ])('takes %s into its text', (_what, words, part) => {
    expect(new Failure('station.timeout', undefined, words).message).toContain(part)
  })

  test('takes the word of the reader’s language', () => {
    const word = { en: 'May', de: 'Mai', ru: 'мая' }
    const failure = new Failure('settlement.held', undefined, { day: word })
    expect(failure.message).toContain('from May on.')
    expect(failure.textIn('de')).toContain('ab dem Mai gezahlt')
    expect(failure.textIn('ru')).toContain('с мая.')
  })

  test('leaves no blank where the word at the end is missing', () => {
    expect(new Failure('import.value').message).toBe('This value is not allowed here.')
    expect(new Failure('import.value', undefined, { allowed: 'Yes, no.' }).message).toBe(
      'This value is not allowed here. Yes, no.',
    )
  })

  test('shows GraphQL its code, and its details where it has some', () => {
    expect(new Failure('request.invalid').extensions).toEqual({ code: 'request.invalid' })
    expect(Object.keys(new Failure('request.invalid').extensions)).toEqual(['code'])
    expect(new Failure('request.invalid', { id: 7 }).extensions).toEqual({
      code: 'request.invalid',
      details: { id: 7 },
    })
    expect(new Failure('request.invalid', null).extensions).toEqual({
      code: 'request.invalid',
      details: null,
    })
  })

  test('gets more details and keeps its code and its words', () => {
    const failure = new Failure('station.timeout', { id: 7, seconds: 1 }, { seconds: 60 })
    const more = failure.withDetails({ seconds: 60 })
    expect(more.code).toBe('station.timeout')
    expect(more.message).toBe(failure.message)
    expect(more.details).toEqual({ id: 7, seconds: 60 })
    expect(failure.details).toEqual({ id: 7, seconds: 1 })
    expect(new Failure('request.invalid').withDetails({ id: 7 }).details).toEqual({ id: 7 })
  })
})

test.each([
  [{ code: '23505' }, undefined, true],
  [{ code: '23505', constraint: 'one_open_order' }, undefined, true],
  [{ code: '23505', constraint: 'one_open_order' }, 'one_open_order', true],
  [{ code: '23505', constraint: 'one_open_order' }, 'one_name', false],
  [{ code: '23505' }, 'one_name', false],
  [{ code: '23503', constraint: 'one_name' }, 'one_name', false],
  [{ code: '23503' }, undefined, false],
  [new Error('23505'), undefined, false],
])('%o breaks the uniqueness of %s: %s', (error, constraint, expected) => {
  expect(isDuplicate(error, constraint)).toBe(expected)
})
