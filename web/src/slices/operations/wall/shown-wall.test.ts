import type { Wall, WallMarker } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { shownWall } from './shown-wall.ts'

const marker = (id: number, status: WallMarker['status'] = 'available'): WallMarker => ({
  id,
  status,
  name: `Place ${id}`,
  city: 'Tver',
  coordinates: { lat: 56, lng: 35 },
})

const answer = (markers: Wall['markers'], power = 0): Wall => ({
  at: '2026-03-10T09:00:00.000Z',
  stations: 3,
  stations_online: 3,
  connectors: 6,
  charging: 1,
  power,
  today: { sessions: 0, energy: 0 },
  statuses: [],
  curve: [],
  sessions: [],
  attention: [],
  incidents: { open: 0, critical: 0 },
  attention_total: 0,
  markers,
})

test('markers that have changed take their places, new ones come last, and the rest stays', () => {
  const first = shownWall(
    undefined,
    answer({ version: 'a.1', whole: true, items: [marker(1), marker(2), marker(3)] }),
  )
  const changed = answer({ version: 'a.2', whole: false, items: [marker(4), marker(2, 'busy')] }, 22_000)
  const second = shownWall(first, changed)
  expect(second).toMatchObject({ power: 22_000, markersVersion: 'a.2' })
  expect(second.markers).toEqual([marker(1), marker(2, 'busy'), marker(3), marker(4)])
  // a whole answer leaves nothing of what was known
  const anew = answer({ version: 'b.1', whole: true, items: [marker(3, 'offline')] })
  expect(shownWall(second, anew).markers).toEqual([marker(3, 'offline')])
})

test('the map is not given another list where no marker has changed', () => {
  const first = shownWall(undefined, answer({ version: 'a.1', whole: true, items: [marker(1)] }))
  const second = shownWall(first, answer({ version: 'a.1', whole: false, items: [] }, 7000))
  expect(second.power).toBe(7000)
  expect(second.markers).toBe(first.markers)
})
