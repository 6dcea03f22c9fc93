import { expect, test } from 'vitest'
import { z } from 'zod'
import { allowedBy } from './allowed.ts'

const said = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value)
  return error?.issues.map((issue) => allowedBy(issue)?.en)
}

test('a value that cannot be is answered with what can', () => {
  expect(said(z.enum(['AC', 'DC']), 'XC')).toEqual(['One of: AC, DC.'])
  expect(said(z.number().max(1000), 1001)).toEqual(['At most 1000.'])
  expect(said(z.number().min(1), -5)).toEqual(['At least 1.'])
  expect(said(z.string().max(50), 'x'.repeat(51))).toEqual(['At most 50 characters.'])
  expect(said(z.string().min(8), 'x')).toEqual(['At least 8 characters.'])
  expect(said(z.number(), Number.NaN)).toEqual(['A number.'])
  expect(said(z.number().int(), 1.5)).toEqual(['A whole number.'])
  expect(said(z.iso.date(), '2026-13-01')).toEqual(['A day.'])
  expect(said(z.string().regex(/^a/), 'b')).toEqual([undefined])
})

test('in three languages', () => {
  const [issue] = z.enum(['AC', 'DC']).safeParse('XC').error!.issues
  expect(allowedBy(issue!)).toEqual({
    en: 'One of: AC, DC.',
    de: 'Eines von: AC, DC.',
    ru: 'Одно из: AC, DC.',
  })
})
