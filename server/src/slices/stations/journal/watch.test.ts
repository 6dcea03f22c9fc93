import type { LiveSignal } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import { beforeEach, describe, expect, test } from 'vitest'
import { noBus } from '../../../platform/nodes/bus.ts'
import { JournalWatch } from './watch.ts'

const begin = Date.UTC(2026, 10, 20, 10)

describe('journals that somebody reads', () => {
  let now: number
  let looks: number
  let published: LiveSignal[]
  let watch: JournalWatch
  const read = (id: string, location_id = 1) => watch.reading({ id, location_id })
  const write = (...ids: string[]) => {
    published = []
    watch.wrote(ids.map((stationId) => ({ stationId })))
    return published.map((signal) => 'id' in signal && signal.id)
  }

  beforeEach(() => {
    now = begin
    looks = 0
    published = []
    const clock = {
      now: () => {
        looks += 1
        return new Date(now)
      },
    }
    watch = new JournalWatch(clock, (signal) => published.push(signal), noBus)
  })

  test('are published when they grow, with their location', () => {
    read('S1', 7)
    write('S1')
    expect(published).toEqual([{ topic: 'journal', id: 'S1', locationId: 7 }])
  })

  test('are published once for many frames, and others are not', () => {
    read('S1')
    read('S2')
    expect(write('S2', 'S3', 'S2', 'S1', 'S1')).toEqual(['S2', 'S1'])
    expect(write('S3')).toEqual([])
    expect(write()).toEqual([])
  })

  test('are published for two minutes after each reading', () => {
    read('S1')
    now = begin + 2 * MINUTE_MS - 1
    expect(write('S1')).toEqual(['S1'])
    now = begin + 2 * MINUTE_MS
    expect(write('S1')).toEqual([])
    read('S1')
    now = begin + 4 * MINUTE_MS - 1
    expect(write('S1')).toEqual(['S1'])
  })

  test('cost no look at the clock where nobody reads what was written', () => {
    write('S1')
    expect(looks).toBe(0)
    read('S1')
    looks = 0
    write('S2')
    expect(looks).toBe(0)
  })

  test('are remembered together, and the ones read long ago are forgotten', () => {
    for (let one = 0; one < 1000; one += 1) read(`S${one}`)
    now = begin + 2 * MINUTE_MS
    read('new')
    // the clock goes back: what is forgotten stays so
    now = begin
    expect(write('S0', 'S999', 'new')).toEqual(['new'])
  })

  test('are all kept while they are fewer than a thousand', () => {
    for (let one = 0; one < 999; one += 1) read(`S${one}`)
    now = begin + 2 * MINUTE_MS
    read('new')
    now = begin
    expect(write('S0', 'S998', 'new')).toEqual(['S0', 'S998', 'new'])
  })
})
