import { expect, test } from 'vitest'
import { bankForm, companyForm, individualForm } from './plan.ts'

const exampleOf = (field: string): string => {
  if (field.endsWith('country')) return 'RU'
  if (field.endsWith('birth_date')) return '29-02-1988'
  return field.endsWith('email') ? 'anna@business.example' : 'Anna'
}
const forms = { individualForm, companyForm, bankForm }
const pathsOf = (form: (typeof forms)[keyof typeof forms], values: object) =>
  form.safeParse(values).error?.issues.map(({ path }) => path.join('.')) ?? []

test.each(Object.entries(forms))('%s asks for each of its fields, in both countries', (_, form) => {
  const fields = Object.keys(form.shape)
  const filled = Object.fromEntries(fields.map((field) => [field, exampleOf(field)]))
  expect(pathsOf(form, filled)).toEqual([])
  expect(pathsOf(form, { ...filled, country: 'DE' })).toEqual([])
  expect(pathsOf(form, { ...filled, country: 'FR' })).toEqual(['country'])
  for (const field of fields)
    for (const blank of ['', ' '])
      expect(new Set(pathsOf(form, { ...filled, [field]: blank }))).toEqual(new Set([field]))
})

test('a day of birth is ten characters and a real day that has been', () => {
  const own = Object.fromEntries(Object.keys(individualForm.shape).map((field) => [field, exampleOf(field)]))
  const days = [
    '29-02-1989',
    '31-04-1988',
    '00-01-1988',
    '01-13-1988',
    '1-1-1988',
    '1988-01-01',
    '01.01.1988',
  ]
  for (const birth_date of [...days, '01-01-2999', '01-01-1899'])
    expect(pathsOf(individualForm, { ...own, birth_date })).toEqual(['birth_date'])
  for (const birth_date of ['29-02-1988', '31-12-1999', '01-01-1900'])
    expect(pathsOf(individualForm, { ...own, birth_date })).toEqual([])
})

test('a principal has the same fields as a person, under names of its own', () => {
  expect(Object.keys(companyForm.shape)).toEqual([
    ...['name', 'email', 'phone', 'tax_id', 'country', 'city', 'zip', 'address'],
    ...['principal_first_name', 'principal_last_name', 'principal_email', 'principal_birth_date'],
    ...['principal_tax_id', 'principal_country', 'principal_city', 'principal_zip', 'principal_address'],
    'principal_passport',
  ])
})
