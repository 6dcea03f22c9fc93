import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const versions = { 16: 'ocpp1_6', 201: 'ocpp2_0_1', 21: 'ocpp2_1' }
const folder = fileURLToPath(new URL('../src/generated/', import.meta.url))
const require = createRequire(import.meta.url)
const schemaText = (name) => readFileSync(require.resolve(`ocpp-rpc/lib/schemas/${name}.json`), 'utf8')

/**
 * Makes files of src/generated from the Open Charge Alliance's JSON schemas (as the ocpp-rpc package carries them), for each version of `of`
 * those that `make` gives by name and text; does nothing when the schemas, the packages that it uses and the scripts are as they were.
 */
export async function generate({ script, packages, names, of = Object.keys(versions), make }) {
  const own = [fileURLToPath(import.meta.url), fileURLToPath(script)]
  const stamp = createHash('sha256')
  for (const path of own) stamp.update(readFileSync(path))
  stamp.update(Object.values(versions).map(schemaText).join())
  for (const name of packages) stamp.update(require(`${name}/package.json`).version)
  const print = stamp.digest('hex')
  const files = of.flatMap((version) => names.map((name) => `${name}${version}.ts`))
  const stampFile = `stamp-${names[0]}`
  const whole = [...files, stampFile].every((file) => existsSync(folder + file))
  if (whole && readFileSync(folder + stampFile, 'utf8') === print) return
  mkdirSync(folder, { recursive: true })
  for (const version of of) {
    const texts = await make(merged(JSON.parse(schemaText(versions[version]))))
    for (const [file, text] of Object.entries(texts)) write(`${file}${version}.ts`, text)
  }
  write(stampFile, print)
}

function write(file, text) {
  const temporary = `${folder}${file}.${process.pid}`
  writeFileSync(temporary, text)
  renameSync(temporary, folder + file)
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

/** Without what is for people, and without what 2.1 says of texts as if they were objects. */
function withoutProse(schema) {
  return JSON.parse(
    JSON.stringify(schema, function (key, value) {
      const prose =
        (key === 'description' && typeof value === 'string') ||
        key === 'javaType' ||
        key === 'title' ||
        key === 'comment' ||
        (key === 'additionalProperties' && this.type === 'string')
      return prose ? undefined : value
    }),
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
