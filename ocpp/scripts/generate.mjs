// Makes src/generated from the Open Charge Alliance's JSON schemas (as the ocpp-rpc package carries them): for each
// version its types, its compiled validators, and the schemas themselves. Does nothing when the schemas and this script are as they were.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const versions = { 16: 'ocpp1_6', 201: 'ocpp2_0_1' }
const folder = fileURLToPath(new URL('../src/generated/', import.meta.url))
const require = createRequire(import.meta.url)
const schemaText = (name) => readFileSync(require.resolve(`ocpp-rpc/lib/schemas/${name}.json`), 'utf8')

const stamp = createHash('sha256')
  .update(readFileSync(fileURLToPath(import.meta.url)))
  .update(Object.values(versions).map(schemaText).join())
  .update(require('ajv/package.json').version)
  .update(require('json-schema-to-typescript/package.json').version)
  .digest('hex')
const files = Object.keys(versions).flatMap((v) => [`types${v}.ts`, `validators${v}.ts`, `schemas${v}.ts`])

const stampFile = `${folder}stamp`
const upToDate =
  files.every((file) => existsSync(folder + file)) &&
  existsSync(stampFile) &&
  readFileSync(stampFile, 'utf8') === stamp
if (!upToDate) {
  mkdirSync(folder, { recursive: true })
  for (const [version, name] of Object.entries(versions)) {
    const { actions, schema } = merged(JSON.parse(schemaText(name)))
    await write(`types${version}.ts`, await types(schema))
    await write(`validators${version}.ts`, await validators(actions, schema))
    await write(
      `schemas${version}.ts`,
      `export const definitionsText = ${JSON.stringify(JSON.stringify(schema.definitions))}\n`,
    )
  }
  await write('stamp', stamp)
}

/**
 * One schema that defines every request by its action, every answer by its action with Response behind, and each shared type once:
 * the ids in the package differ between versions (urn:Heartbeat.req, urn:HeartbeatRequest), so they are not used.
 */
function merged(schemas) {
  const definitions = {}
  const define = (name, definition) => {
    const known = definitions[name]
    if (known && JSON.stringify(known) !== JSON.stringify(definition))
      throw new Error(`${name} is defined twice`)
    definitions[name] = definition
  }
  const actions = []
  for (const { $id, $schema, definitions: shared = {}, ...message } of schemas
    .map(withoutProse)
    .map(bounded)) {
    const action = $id
      .replace(/^urn:/, '')
      .replace(/(\.req|Request)$/, '')
      .replace(/\.conf$/, 'Response')
    for (const [name, definition] of Object.entries(shared)) define(name, definition)
    define(action, message)
    actions.push(action)
  }
  return { actions, schema: { $id: 'ocpp', definitions } }
}

function withoutProse(schema) {
  return JSON.parse(
    JSON.stringify(schema, (key, value) =>
      (key === 'description' && typeof value === 'string') ||
      key === 'javaType' ||
      key === 'title' ||
      key === 'comment'
        ? undefined
        : value,
    ),
  )
}

/** Integers of OCPP have 32 bits (2.0.1 part 2, primitive datatypes), as columns have bounds: those without bounds get these. */
function bounded(schema) {
  if (Array.isArray(schema)) return schema.map(bounded)
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.entries(schema).map(([name, part]) => [name, bounded(part)])
  const bounds = schema.type === 'integer' ? { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 } : {}
  return { ...bounds, ...Object.fromEntries(parts) }
}

async function types(schema) {
  const { compile } = await import('json-schema-to-typescript')
  const code = await compile({ ...schema, $id: undefined, additionalProperties: false }, 'Unused', {
    bannerComment: '',
    format: false,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: true,
  })
  return code.replaceAll(/\/\*\*[\s\S]*?\*\/\n/g, '').replace(/export interface Unused \{\s*\}/, '')
}

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

async function write(file, text) {
  const temporary = `${folder}${file}.${process.pid}`
  writeFileSync(temporary, text)
  renameSync(temporary, folder + file)
}
