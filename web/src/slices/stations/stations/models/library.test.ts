import { stationModelBody } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { wellKnown } from './library.ts'

const named = (search?: string, known: Parameters<typeof wellKnown>[1] = []) =>
  wellKnown(search, known).map(({ vendor_name, model }) => `${vendor_name} ${model}`)

test('every model could have been described by hand, and stands once, in order', () => {
  const all = wellKnown(undefined, [])
  expect(all.length).toBeGreaterThan(30)
  for (const model of all) expect(stationModelBody.safeParse(model).error).toBeUndefined()
  const names = named().map((name) => name.toLowerCase())
  expect(new Set(names).size).toBe(names.length)
  const vendors = all.map(({ vendor_name }) => vendor_name.toLowerCase())
  expect(vendors).toEqual(vendors.toSorted())
})

test('a model is found by words of its names', () => {
  expect(named('terra abb 54')).toEqual(['ABB Terra 54 CJG'])
  expect(named('  zaptec ')).toEqual(['Zaptec Go', 'Zaptec Pro'])
  expect(named('terra wallbox')).toEqual([])
})

test('what the network knows by itself is not offered a second time', () => {
  const [go] = wellKnown('zaptec go', [])
  expect(named('zaptec', [{ ...go!, vendor_name: 'ZAPTEC' }])).toEqual(['Zaptec Pro'])
})

test('an AC connector carries AC, and a fast one DC', () => {
  const [terra] = wellKnown('terra 54', [])
  expect(terra!.evses).toEqual([
    {
      number: 1,
      connectors: [
        { number: 1, type: 'CCS 2', current: 'DC', power: 50 },
        { number: 2, type: 'CHAdeMO', current: 'DC', power: 50 },
      ],
    },
    { number: 2, connectors: [{ number: 1, type: 'Type 2', current: 'AC', power: 43 }] },
  ])
})
