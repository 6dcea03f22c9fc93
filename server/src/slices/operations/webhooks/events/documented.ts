import { webhookEventTypes } from '@stationmaster/contract'
import { z } from 'zod'
import { bodySchemas, eventKinds } from './events.ts'

const headers = [
  ['webhook-id', 'The same each time that a message is sent: whoever has seen it has had the message'],
  ['webhook-timestamp', 'Seconds since 1970 of this attempt; one older than five minutes is to be refused'],
  [
    'webhook-signature',
    'v1 and the HMAC-SHA256 of id.timestamp.body; several with a space between while a secret changes',
  ],
] as const

/** The events as the OpenAPI document has them, each with the schema of its body. */
export const documentedWebhooks = () =>
  Object.fromEntries(
    webhookEventTypes.map((type) => {
      const { object, says } = eventKinds[type]
      const { full, thin } = bodySchemas(type)
      return [
        type,
        {
          post: {
            operationId: `webhook_${type.replace('.', '_')}`,
            summary: says,
            description: `The object is what \`GET ${object.call.path}\` answers to the owner of the endpoint.`,
            tags: ['webhooks'],
            security: [],
            parameters: headers.map(([name, description]) => ({
              name,
              in: 'header' as const,
              required: true,
              description,
              schema: { type: 'string' as const },
            })),
            requestBody: {
              required: true,
              content: { 'application/json': { schema: { anyOf: [schemaOf(full), schemaOf(thin)] } } },
            },
            responses: {
              '2xx': { description: 'It has arrived' },
              '410': { description: 'Nothing more is wanted: the endpoint is switched off' },
            },
          },
        },
      ]
    }),
  )

const schemaOf = (schema: z.ZodType): object => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { unrepresentable: 'any' })
  return json
}
