import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { examplesIn, judged } from './ocpi-examples.mjs'

const folder = mkdtempSync(join(tmpdir(), 'ocpi-examples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

mkdirSync(join(folder, 'examples'))
const example = (name, json) => writeFileSync(join(folder, 'examples', `${name}.json`), JSON.stringify(json))
example('cdr_example', { id: 'C' })
example('location_energymix_example_simple', { energy_mix: { is_green_energy: true } })
example('location_hours_example', { twentyfourseven: true })
example('location_example_parking_garage_opening_hours', { id: 'L', opening_times: {} })
example('transport_and_format_get_token_list_example', { data: [{ uid: 'A' }, { uid: 'B' }] })
example('something_else', { x: 1 })
writeFileSync(
  join(folder, 'transport.asciidoc'),
  ['[source,json]', '----', '{ "status_code": 2001 }', '----', '[source]', '----', 'Link: x', '----'].join(
    '\n',
  ),
)

test('each example is tried with the codec of what it shows', () => {
  expect(examplesIn(folder)).toEqual([
    { name: 'cdr_example', kind: 'cdr', json: { id: 'C' } },
    { name: 'location_energymix_example_simple', kind: 'energyMix', json: { is_green_energy: true } },
    {
      name: 'location_example_parking_garage_opening_hours',
      kind: 'location',
      json: { id: 'L', opening_times: {} },
    },
    { name: 'location_hours_example', kind: 'hours', json: { twentyfourseven: true } },
    { name: 'something_else', kind: undefined, json: { x: 1 } },
    { name: 'transport_and_format_get_token_list_example 1', kind: 'token', json: { uid: 'A' } },
    { name: 'transport_and_format_get_token_list_example 2', kind: 'token', json: { uid: 'B' } },
    { name: 'envelope of transport.asciidoc', kind: 'envelope', json: { status_code: 2001 } },
  ])
})

test('a fault of an example itself has its reason, any other has none', () => {
  const faults = [
    { path: 'tariffs.0.tax_included', message: 'is missing' },
    { path: 'id', message: 'is too long' },
  ]
  expect(judged({ name: 'cdr_example', kind: 'cdr' }, faults).map(({ why }) => why !== undefined)).toEqual([
    true,
    false,
  ])
  expect(judged({ name: 'tariff_1', kind: 'tariff' }, faults).every(({ why }) => why === undefined)).toBe(
    true,
  )
  expect(judged({ name: 'something_else' }, [])).toHaveLength(1)
})
