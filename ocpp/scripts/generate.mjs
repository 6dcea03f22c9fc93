import { generate } from './schemas.mjs'

// The schemas themselves.
await generate({
  script: import.meta.url,
  packages: [],
  names: ['schemas'],
  make: ({ schema }) => ({
    schemas: `export const definitionsText = ${JSON.stringify(JSON.stringify(schema.definitions))}\n`,
  }),
})

// The compiled validators of the versions that most stations speak; those of another are made of its schemas (src/commands/schema-check.ts).
await generate({
  script: import.meta.url,
  packages: ['ajv'],
  names: ['validators'],
  of: ['16', '201'],
  make: async ({ actions, schema }) => ({ validators: await validators(actions, schema) }),
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
import { formats, lengthOf, type Validate, withFault } from '../schema-runtime.ts'
let made: Record<string, Validate> | undefined
/** They come into being when the first message of the version is checked: a server may never meet one. */
export const validators = (): Record<string, Validate> => (made ??= make())
function make(): Record<string, Validate> {
const messages: Record<string, Validate> = Object.create(null)
${shortened(code)}
return messages
}
`
}

/**
 * What is read of a validator, in less than half of the text: a fault is a call, and has no list of the values that were allowed;
 * no schema is kept beside its code, and a part gets its path only.
 */
function shortened(code) {
  const fault =
    /const (err\d+) = \{instancePath(?::(.+?))?,schemaPath:.+?,keyword:("\w+"),params:(.+?)\};if\(vErrors === null\)\{vErrors = \[\1\];\}else \{vErrors\.push\(\1\);\}/g
  const faults = code.replaceAll(fault, (_all, _name, path = 'instancePath', keyword, params) => {
    const kept = params.startsWith('{allowedValues') ? '{}' : params
    return `vErrors = withFault(vErrors, ${path}, ${keyword}, ${kept});`
  })
  return faults
    .replaceAll(/,parentData:\w+(\[\w+\])?,parentDataProperty:[^,{}]+,rootData\}/g, '}')
    .replaceAll('{instancePath="", parentData, parentDataProperty, rootData=data}={}', '{instancePath=""}={}')
    .replaceAll(/const (schema\d+) = \{.*?\};(?=const |function |messages|$)/g, (all, name) =>
      faults.split(`${name}.`).length > 1 ? all : '',
    )
}
