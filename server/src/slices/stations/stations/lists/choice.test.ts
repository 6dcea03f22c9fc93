import { expect, test } from 'vitest'
import { choiceOf } from './choice.ts'

test('each filter of the API is one of the store', () => {
  const query = {
    search: 'mall',
    status: 'offline',
    model: 'Q7',
    location_id: 7,
    vendor_name: 'Volt',
    firmware_version: '2.1',
    monetized: 'true',
    online: 'false',
    down: 'true',
  } as const
  expect(choiceOf(query as unknown as Parameters<typeof choiceOf>[0])).toEqual({
    search: 'mall',
    status: 'offline',
    model: 'Q7',
    locationId: 7,
    vendorName: 'Volt',
    firmwareVersion: '2.1',
    monetized: true,
    online: false,
    down: true,
  })
})

test('without a filter nothing is left out', () => {
  expect(Object.values(choiceOf({})).filter((value) => value !== undefined)).toEqual([])
})
