import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readable } from './source-text.mjs'
import { isCode, readFiles } from './sources.mjs'

/** Names in OCPP's schemas that mean something of ours or of others as well. */
const elsewhere = {
  dayOfWeek: 'of opening hours, in schema.org',
  connectorStatus: 'how a connector is, as it is derived',
  publicKey: "a certificate's, in node:crypto",
  serviceName: 'of what a driver may buy beside energy',
  startTime: "of a tariff's restriction",
}

/** What these declare is ours, though a schema may call something alike. */
const neutral = /^ocpp\/src\/(station-event|station-command|link)\.ts$/

/**
 * The names of messages, fields and types that stand in the schemas of OCPP and neither in the contract nor in the neutral
 * language of stations. Only those of several words: one word alone is anybody's.
 */
export function ocppNames(folder) {
  const ours = ownNames(folder)
  const names = schemasOf(folder).flatMap((definitions) => [
    ...Object.keys(definitions),
    ...fieldsOf(definitions),
  ])
  return new Set(names.filter((name) => /[a-z][A-Z]/.test(name) && !ours.has(name) && !(name in elsewhere)))
}

/** The names that the model of roaming has: its district uses them, though OCPP may call something alike. */
export function roamingNames(folder) {
  const model = readFiles(folder, (path) => path.startsWith('ocpi/src/model/') && isCode(path))
  return new Set(model.flatMap(({ path, source }) => readable(source, path).code.match(/\w+/g) ?? []))
}

/** As the build has written them, which every check stands behind. */
function schemasOf(folder) {
  const generated = join(folder, 'ocpp/src/generated')
  if (!existsSync(generated)) return []
  return readdirSync(generated)
    .filter((name) => name.startsWith('schemas'))
    .map((name) => {
      const source = readFileSync(join(generated, name), 'utf8')
      return JSON.parse(JSON.parse(source.slice(source.indexOf('"'), source.lastIndexOf('"') + 1)))
    })
}

function fieldsOf(schema) {
  if (typeof schema !== 'object' || schema === null) return []
  const own = typeof schema.properties === 'object' ? Object.keys(schema.properties) : []
  return [...own, ...Object.values(schema).flatMap(fieldsOf)]
}

/** Words of the contract, also as code spells those of the interface (`valid_to`: validTo), and what the neutral language declares. */
function ownNames(folder) {
  const words = readFiles(
    folder,
    (path) => isCode(path) && (path.startsWith('contract/src/') || neutral.test(path)),
  )
    .map(({ path, source }) =>
      neutral.test(path) ? readable(source, path).code : readable(source, path).text,
    )
    .flatMap((text) => text.match(/\w+/g) ?? [])
  return new Set(words.map((word) => word.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase())))
}
