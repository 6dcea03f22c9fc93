import { type WebhookEventType, webhookEventTypes } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { documentedWebhooks } from './documented.ts'
import { bodySchemas, eventKinds, pathOf } from './events.ts'

test('each event is in the document with the schema of its body', () => {
  const documented = documentedWebhooks()
  expect(Object.keys(documented)).toEqual(Object.keys(eventKinds))
  for (const type of webhookEventTypes) {
    const { schema } = documented[type]!.post.requestBody.content['application/json']
    const [full, thin] = schema.anyOf as {
      properties: Record<string, { const?: string; properties?: object }>
    }[]
    expect(full!.properties.type!.const).toBe(type)
    expect(Object.keys(full!.properties.data!.properties ?? {})).toContain('object')
    expect(Object.keys(thin!.properties.data!.properties ?? {})).toContain('link')
  }
})

test('a body that lacks its version, or is of another event, breaks the schema', () => {
  const body = (type: WebhookEventType, data: object) => ({
    id: 'evt_1',
    type,
    api_version: 1,
    created: '2026-11-28T12:00:00.000Z',
    data: { object_type: 'order', object_id: '7', link: 'https://x.example/', ...data },
    previous: null,
  })
  const { thin } = bodySchemas('order.started')
  expect(thin.safeParse(body('order.started', { version: 3 })).success).toBe(true)
  expect(thin.safeParse(body('order.started', {})).success).toBe(false)
  expect(thin.safeParse(body('order.completed', { version: 3 })).success).toBe(false)
})

test('the path of an object is that of the call, whatever its id holds', () => {
  const station = eventKinds['station.online'].object
  expect(pathOf(station, { objectId: 'A/1 $&', parentId: null })).toBe('/api/v1/stations/A%2F1%20%24%26')
})

test('an event says where its object is read, what comes with it and what may be answered', () => {
  const { post } = documentedWebhooks()['order.started']!
  expect(post).toMatchObject({
    operationId: 'webhook_order_started',
    summary: 'Energy may flow for an order',
    description: 'The object is what `GET orders/{id}/details` answers to the owner of the endpoint.',
    tags: ['webhooks'],
    security: [],
    requestBody: { required: true },
    responses: {
      '2xx': { description: 'It has arrived' },
      '410': { description: 'Nothing more is wanted: the endpoint is switched off' },
    },
  })
  expect(post.parameters.map(({ name }) => name)).toEqual([
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ])
  for (const one of post.parameters) {
    expect(one).toMatchObject({ in: 'header', required: true, schema: { type: 'string' } })
    expect(one.description).toMatch(/\w{4}/)
  }
})

test('a schema of the document says no version of its own', () => {
  for (const one of documentedWebhooks()['order.started']!.post.requestBody.content['application/json'].schema
    .anyOf)
    expect(one).not.toHaveProperty('$schema')
})
