import { stationSchema } from '@stationmaster/contract'
import { describe, expect, test } from 'vitest'
import { picked, readColumns, shownColumns, technicalColumns } from './columns.ts'

describe('the columns of a station', () => {
  test('that everybody sees are fields of the API, as they are stored', () => {
    expect(shownColumns).toEqual([
      'id',
      'number',
      'location_id',
      'model',
      'vendor_name',
      'image',
      'monetized',
      'reservations_supported',
      'version',
    ])
    expect(Object.keys(stationSchema.shape)).toEqual(expect.arrayContaining(shownColumns))
  })

  test('that administrators see are the technical fields', () => {
    expect(technicalColumns).toEqual(Object.keys(stationSchema.shape.technical.unwrap().shape))
  })

  test('that are read are those and what other fields are made of, each once', () => {
    const others = [
      'parking_car',
      'parking_bike',
      'data_transfer',
      'descriptions',
      'connectors_descriptor',
      'created_at',
      'booted_at',
      'hold',
      'hold_interval_seconds',
      'held',
      'sales_paused_at',
      'reserved_at',
      'unknown_connectors',
    ]
    expect(readColumns).toEqual([...shownColumns, ...technicalColumns, ...others])
    expect(new Set(readColumns).size).toBe(readColumns.length)
  })
})

test('what is picked has the named fields alone', () => {
  expect(picked({ a: 1, b: null, c: 3 }, ['c', 'b'])).toEqual({ c: 3, b: null })
  expect(picked({ a: 1 }, [])).toEqual({})
})
