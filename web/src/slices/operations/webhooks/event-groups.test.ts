import { webhookEventTypes } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { eventGroups } from './event-groups.ts'

test('each event stands in one group', () => {
  const grouped = Object.values(eventGroups).flat()
  expect(grouped.toSorted()).toEqual(webhookEventTypes.toSorted())
})
