import type { WebhookEventType } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { bodySchemas, eventKinds, kindOf, pathOf } from './events.ts'

const connectors = [{ connectors: [{ id: 1 }, { id: 2 }] }, { connectors: [{ id: 3 }] }]
const items = [{ id: 1 }, { id: 7 }]

/** Of each object an event, the path at which it is read, an answer of that call, and the object in it. */
const rows: [object: string, event: WebhookEventType, path: string, answer: unknown, found: unknown][] = [
  ['order', 'order.started', 'orders/7/details', { order: items[1], logs: [] }, items[1]],
  ['payment', 'payment.failed', 'orders/7/payment', items[1], items[1]],
  ['station', 'station.booted', 'stations/7', items[1], items[1]],
  ['location', 'location.updated', 'locations/7', items[1], items[1]],
  ['driver', 'driver.registered', 'drivers/7', items[1], items[1]],
  ['statement', 'statement.issued', 'settlements/7', items[1], items[1]],
  ['partner', 'partner.withdrawn', 'roaming/partners/7', items[1], items[1]],
  ['incident', 'incident.closed', 'incidents/7', items[1], items[1]],
  ['firmware_update', 'firmware.finished', 'stations/7/tasks', { firmware: { steps: [] } }, { steps: [] }],
  ['connector', 'fault.opened', 'stations/P/', { evses: [...connectors, { connectors: items }] }, items[1]],
  ['receipt', 'receipt.registered', 'orders/P/receipts', { receipts: items }, items[1]],
  ['price_change', 'tariff.published', 'locations/P/', { changes: items }, items[1]],
  ['review', 'review.created', 'orders/P/', items, items[1]],
]

test.each(rows)('%s of %s is found in the answer of %s', (name, event, path, answer, found) => {
  const { object } = kindOf(event)!
  const subject = { objectId: '7', parentId: path.includes('P') ? 'P' : null }
  expect(object.name).toBe(name)
  expect(`${pathOf(object, subject)}/`).toContain(`/api/v1/${path.replace(/\/$/, '')}`)
  expect(object.pick(answer, subject)).toBe(
    found === items[1] ? items[1] : (answer as { firmware: object }).firmware,
  )
})

test('what is in a list and not there any more is nothing, and so is an update that there was none of', () => {
  const gone = { objectId: '8', parentId: 'P' }
  const pick = (event: WebhookEventType, answer: unknown) => kindOf(event)!.object.pick(answer, gone)
  expect(pick('connector.status_changed', { evses: connectors })).toBeUndefined()
  expect(pick('receipt.registered', { receipts: items })).toBeUndefined()
  expect(pick('firmware.finished', { firmware: null })).toBeUndefined()
})

test('an object below another one that nobody names is read at its own id', () => {
  const { object } = eventKinds['connector.status_changed']
  expect(object.idOf({ objectId: '7', parentId: null })).toBe('7')
})

test('an event that there is none of has no kind', () => {
  expect(kindOf('order.eaten')).toBeUndefined()
  expect(kindOf('toString')).toBeUndefined()
})

test('each event says something of its own, and so does each part of its body', () => {
  const said = Object.values(eventKinds).map(({ says }) => says)
  expect(said.every((one) => one.length > 10)).toBe(true)
  expect(new Set(said).size).toBe(said.length)
  const { shape } = bodySchemas('order.started').full as unknown as {
    shape: Record<string, { description?: string; shape?: Record<string, { description?: string }> }>
  }
  expect(shape.id!.description).toMatch(/same for every receiver/)
  expect(shape.created!.description).toMatch(/happened/)
  expect(shape.previous!.description).toMatch(/state before/)
  expect(shape.data!.shape!.version!.description).toMatch(/newer/)
})
