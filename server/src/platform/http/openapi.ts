import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { jsonSchemaTransform, serializerCompiler } from 'fastify-type-provider-zod'
import { routeValidator } from '../schema/schema-read.ts'

/** The reader writes styles at run time; its scripts are files of its own. */
const docsPolicy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** What the server calls by itself, by name. */
type Webhooks = NonNullable<
  Extract<NonNullable<FastifyDynamicSwaggerOptions['openapi']>, { webhooks?: unknown }>['webhooks']
>

/** The document's form of a route's schema; what zod cannot say is that a call takes a file. */
const describe: typeof jsonSchemaTransform = (route) => {
  const described = jsonSchemaTransform(route)
  const schema = described.schema as FastifySchema & { consumes?: string[] }
  if (!schema?.consumes?.includes('multipart/form-data')) return described
  const file = { type: 'string', format: 'binary' }
  return {
    ...described,
    schema: { ...schema, body: { type: 'object', properties: { file }, required: ['file'] } },
  }
}

/**
 * Gives a plugin zod validation and the OpenAPI documents of its routes: /api/openapi.json and, to read and try, /api/docs. They are made
 * when somebody wants them first.
 */
export async function documentRoutes(
  app: FastifyInstance,
  publicUrl: string | null,
  webhooks: () => Webhooks,
): Promise<void> {
  app.setValidatorCompiler(routeValidator)
  app.setSerializerCompiler(serializerCompiler)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Stationmaster',
        version: '1',
        description:
          'Money in kopecks (minor units), energy in Wh, times ISO 8601 in UTC. Errors are { error, code, details? }.',
      },
      servers: [{ url: publicUrl ?? '/' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'sm_live_<id>_<secret>_<checksum>',
            description:
              'A key of a program, made on the screen “API keys”; each call names the scope that it needs',
          },
          driver: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description:
              'Of `driver/auth/sign-in`: opens the calls of that driver’s own account, and no other',
          },
        },
      },
      tags: [{ name: 'driver', description: 'For the apps of drivers: their own account, and charging' }],
      security: [{ bearer: [] }],
    },
    transform: describe,
    transformObject: (document) =>
      // the document above is one of OpenAPI
      'openapiObject' in document
        ? { ...document.openapiObject, webhooks: webhooks() }
        : document.swaggerObject,
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: docsPolicy,
    uiConfig: { docExpansion: 'list', persistAuthorization: true },
  })
  app.get('/api/openapi.json', { schema: { hide: true } as object }, async () => app.swagger())
}
