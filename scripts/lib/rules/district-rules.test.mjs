import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenPages } from './district-rules.mjs'

let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stationmaster-districts-'))
  write('order.json', '{ "places": ["maps", "locations"], "charging": ["orders"] }')
  write(
    'tables.json',
    '{ "locations": { "tables": ["locations"] }, "orders": { "tables": ["meter_samples"] } }',
  )
  write('docs/architecture.md', '```\nplaces    maps  locations\ncharging  orders\n```\n')
  write('places/README.md', '| `maps` | | `locations` |')
  write('charging/README.md', '| `orders` | `meter_samples` |')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(name, source) {
  const path = join(folder, name.startsWith('docs/') ? '' : 'server/src/slices', name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, source)
}

test('the page of a district names its slices and their tables', () => {
  expect(brokenPages(folder)).toEqual([])
})

test('a slice, a table or a page that is missing is named', () => {
  write('places/README.md', '| `locations` |')
  write('charging/README.md', '| `orders` |')
  write('order.json', '{ "places": ["maps", "locations"], "charging": ["orders"], "money": ["payments"] }')
  expect(brokenPages(folder)).toEqual([
    'server/src/slices/places/README.md: does not name maps',
    'server/src/slices/charging/README.md: does not name meter_samples',
    'server/src/slices/money/README.md: is not there',
    'docs/architecture.md: does not draw money with payments',
  ])
})

test('the picture of the architecture has the slices of a district in their order', () => {
  write('docs/architecture.md', '```\nplaces    locations  maps\ncharging  orders\n```\n')
  expect(brokenPages(folder)).toEqual(['docs/architecture.md: does not draw places with maps, locations'])
})
