import { generate } from './schemas.mjs'

// The compiled validators of messages, and the schemas themselves.
await generate({
  script: import.meta.url,
  packages: ['ajv'],
  names: ['validators', 'schemas'],
  make: async ({ actions, schema }) => ({
    validators: await validators(actions, schema),
    schemas: `export const definitionsText = ${JSON.stringify(JSON.stringify(schema.definitions))}\n`,
  }),
})

async function validators(actions, schema) {
  const { _, default: Ajv } = await import('ajv')
  const { default: standalone } = await import('ajv/dist/standalone/index.js')
  const known = () => true
  const ajv = new Ajv.default({
    allErrors: true,
    code: { esm: true, formats: _`formats`, source: true },
    formats: { 'date-time': known, uri: known },
    messages: false,
    // A quotient within 1e-6 of an integer is a multiple: 8.1 / 0.1 is not exactly 81 in binary.
    multipleOfPrecision: 6,
    schemas: [schema],
    strict: false,
  })
  const names = Object.fromEntries(actions.map((action) => [action, `ocpp#/definitions/${action}`]))
  const code = standalone
    .default(ajv, names)
    .replaceAll('require("ajv/dist/runtime/ucs2length").default', 'lengthOf')
    .replaceAll(
      /export const (\w+) = (validate\d+);/g,
      (_all, action, validate) => `messages["${action}"] = ${validate};`,
    )
  if (code.includes('require(')) throw new Error('the validators need a module that is not imported')
  return `// @ts-nocheck
import { formats, lengthOf, type Validate } from '../schema-runtime.ts'
export const messages: Record<string, Validate> = Object.create(null)
${code}`
}
